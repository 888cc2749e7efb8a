import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { after } from 'node:test';
import { DEPOSITS, ORANGE, paymentBody } from '../transactions/payments.ts';

export interface Answered {
  readonly status: number;
  readonly isLast: boolean;
  readonly ms: number;
}

export interface Client {
  readonly ask: (path?: string, options?: object, body?: string) => Promise<Answered>;
  readonly leave: () => void;
}

/** A client with one connection, which it keeps. */
export function connectTo(url: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  after(() => agent.destroy());
  return {
    ask: async (path = '/', options = {}, body = '') => {
      const at = performance.now();
      const asked = request(`${url}${path}`, { agent, ...options });
      asked.end(body);
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      const isLast = answer.headers.connection === 'close';
      return { status: answer.statusCode ?? 0, isLast, ms: performance.now() - at };
    },
    leave: () => agent.destroy(),
  };
}

export function createOn(ask: Client['ask'], key: string): Promise<Answered> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return ask(DEPOSITS, { method: 'POST', headers }, JSON.stringify(paymentBody(ORANGE)));
}
