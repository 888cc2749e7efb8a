import { connect, type Socket } from 'node:net';

export interface ConnectionOptions {
  readonly port: number;
  /** Called for every answer; returns the next request, or `null` to end the connection. */
  readonly next: (answered: Answered | null) => string | null;
}

export interface Answered {
  readonly status: number;
  readonly ms: number;
  /** Head and body. */
  readonly answer: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
/** As the service and as other servers write it. */
const LENGTH_NAMES = ['content-length', 'Content-Length'].map((name) =>
  Buffer.from(`\r\n${name}: `),
);
const STATUS_AT = 'HTTP/1.1 '.length;

/**
 * One kept-alive connection with one request under way at a time. It reads only the status and
 * length of an answer, so that the load costs little compared with the server that it measures.
 */
export function keepAsking({ port, next }: ConnectionOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
  let sentAt = 0;
  const send = (answered: Answered | null): void => {
    try {
      const request = next(answered);
      if (request !== null) {
        sentAt = performance.now();
        socket.write(request, 'latin1');
        return;
      }
      resolve();
    } catch (error) {
      reject(error);
    }
    socket.destroy();
  };
  socket.on('connect', () => send(null));
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('the server closed a connection under load')));
  readAnswers(socket, (status, answer) => send({ status, ms: performance.now() - sentAt, answer }));
  return promise;
}

/** Reports the status of every answer once it is complete, and all of it. */
export function readAnswers(
  socket: Socket,
  onAnswer: (status: number, answer: Buffer) => void,
): void {
  let pending: Buffer | null = null;
  socket.on('data', (chunk: Buffer) => {
    const received = pending === null ? chunk : Buffer.concat([pending, chunk]);
    const length = answerLength(received);
    if (length === null || received.length < length) {
      pending = received;
      return;
    }
    pending = null;
    onAnswer(Number(received.toString('latin1', STATUS_AT, STATUS_AT + 3)), received);
  });
}

/** The length of head and body, or `null` while the head is incomplete. */
function answerLength(received: Buffer): number | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const found = LENGTH_NAMES.find((name) => {
    const at = received.indexOf(name);
    return at >= 0 && at < headEnd;
  });
  if (found === undefined) throw new Error('an answer without content-length');
  const from = received.indexOf(found) + found.length;
  const bodyLength = Number.parseInt(received.toString('latin1', from, from + 10), 10);
  return headEnd + HEAD_END.length + bodyLength;
}
