import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Direction } from './book.ts';
import type { CallbackFault } from './faults/faults.ts';
import type { Timers } from './timers.ts';

export interface Callback {
  readonly direction: Direction;
  readonly reference: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly url: string;
  readonly body: string;
}

export interface SentCallback extends Callback {
  readonly at: number;
  readonly result: 'lost' | 'answered' | 'failed';
  readonly status: number | null;
}

export interface Callbacks {
  readonly send: (message: Callback) => void;
  readonly sent: () => readonly SentCallback[];
  /** Resolves when no callback is under way or delayed. */
  readonly idle: () => Promise<void>;
  readonly stop: () => void;
}

export interface CallbacksDeps {
  readonly now: () => number;
  readonly timers: Timers;
  readonly limitMs: () => number;
  readonly drawFault: (direction: Direction) => CallbackFault | null;
}

/** Sends each callback once, unsigned and without a second try, as the operators do. */
export function createCallbacks({ now, timers, limitMs, drawFault }: CallbacksDeps): Callbacks {
  const sent: SentCallback[] = [];
  const stopping = new AbortController();
  let open = 0;
  let waiters: (() => void)[] = [];

  const post = async (message: Callback) => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(limitMs())]);
    const status = await statusOf(message, signal).catch(() => null);
    const result = status === null ? 'failed' : 'answered';
    sent.push({ ...message, at: now(), result, status });
  };
  const track = (work: Promise<void>) => {
    work.then(settle, settle);
  };
  const settle = () => {
    open -= 1;
    if (open > 0) return;
    for (const wake of waiters) wake();
    waiters = [];
  };

  return {
    send: (message) => {
      const fault = drawFault(message.direction);
      if (fault?.kind === 'lost') {
        sent.push({ ...message, at: now(), result: 'lost', status: null });
        return;
      }
      open += 1;
      if (fault?.kind === 'late') timers.after(fault.ms, () => track(post(message)));
      else if (fault?.kind === 'doubled') track(post(message).then(() => post(message)));
      else track(post(message));
    },
    sent: () => [...sent],
    idle: async () => {
      if (open > 0) await new Promise<void>((resolve) => waiters.push(resolve));
    },
    stop: () => stopping.abort(),
  };
}

function statusOf({ method, url, body }: Callback, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  // Closes each connection, so a receiver can stop without delay.
  const outgoing = request(url, { method, headers, signal, agent: false }, (response) => {
    response.on('error', () => {}).resume();
    resolve(response.statusCode ?? 0);
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
