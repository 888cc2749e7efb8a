import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Sends text as it is and reads until the server closes, for requests that no HTTP client would
 * make. Ask for `connection: close` where the server would otherwise keep the connection.
 */
export function sendRaw(url: string, text: string): Promise<RawAnswer> {
  return exchange(openSocket(url), text);
}

/**
 * The same with a connection for each text. All are in use before the first is sent, so that the
 * server finds everything at once.
 */
export async function sendTogether(
  url: string,
  texts: readonly string[],
): Promise<readonly RawAnswer[]> {
  const sockets = texts.map(() => openSocket(url));
  await Promise.all(
    sockets.map(async (socket) => {
      socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await once(socket, 'data');
    }),
  );
  return Promise.all(sockets.map((socket, n) => exchange(socket, texts[n] ?? '')));
}

function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}

async function exchange(socket: Socket, text: string): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('close', () => resolve(received));
  socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)));
  socket.write(text);
  const answer = await promise;
  socket.destroy();
  return parseAnswer(answer);
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    ),
    body: text.slice(end + 4),
  };
}
