import {
  type Answering,
  answering,
  closedPort,
  onRequest,
  startRawReceiver,
  startReceiver,
} from './receiver.ts';

type Start = () => Promise<string>;

/** Receivers that never take a webhook, with what each attempt leaves: a status or an error. */
export function failingReceivers(
  timeoutMs: number,
): Readonly<Record<string, readonly [start: Start, leaves: number | RegExp]>> {
  const tooLate = new RegExp(`^no answer within ${timeoutMs} ms$`);
  return {
    'refuses connections': [closedPort, /ECONNREFUSED/],
    resets: [
      raw((socket) => onRequest(socket, () => socket.resetAndDestroy())),
      /ECONNRESET|other side closed/,
    ],
    'closes early': [raw((socket) => onRequest(socket, () => socket.end())), /other side closed/],
    'speaks no TLS': [https(web(answering(200))), /SSL|TLS|EPROTO/],
    // Whichever of two equal limits is first says it.
    'never finishes TLS': [
      https(raw(() => {})),
      new RegExp(`${tooLate.source}|^UND_ERR_CONNECT_TIMEOUT`),
    ],
    'is silent': [raw(() => {}), tooLate],
    'answers too late': [
      web((response) => setTimeout(() => response.writeHead(200).end(), timeoutMs + 200)),
      tooLate,
    ],
    'drips its head': [
      raw((socket) =>
        onRequest(socket, () => {
          socket.write('HTTP/1.1 200 OK\r\n');
          const timer = setInterval(() => socket.write('a: b\r\n'), 50);
          socket.on('close', () => clearInterval(timer));
        }),
      ),
      tooLate,
    ],
    'answers garbage': [
      raw((socket) => onRequest(socket, () => socket.end('220 mail ready\r\n'))),
      /does not match the HTTP/,
    ],
    redirects: [web((response) => response.writeHead(302, { location: '/' }).end()), 302],
    'answers 304': [web(answering(304)), 304],
    'answers 400': [web(answering(400)), 400],
    'is gone': [web(answering(410)), 410],
    'is busy': [web(answering(429)), 429],
    'is broken': [web(answering(503, 'try later')), 503],
    'drips an error': [web(drip(500)), 500],
  };
}

/** Receivers that take it in the end, with the attempt that does it. */
export const TAKING_RECEIVERS: Readonly<Record<string, readonly [start: Start, attempts: number]>> =
  {
    'answers 200': [web(answering(200)), 1],
    'answers 299': [web(answering(299)), 1],
    'drips its body': [web(drip(200)), 1],
    'has an endless body': [web(endless), 1],
    'fails once': [web(failing(1)), 2],
    'fails three times': [web(failing(3)), 4],
  };

function raw(treat: Parameters<typeof startRawReceiver>[0]): () => Promise<string> {
  return async () => (await startRawReceiver(treat)).url;
}

function web(answer: Answering): () => Promise<string> {
  return async () => (await startReceiver(answer)).url;
}

function https(start: () => Promise<string>): () => Promise<string> {
  return async () => (await start()).replace('http:', 'https:');
}

function drip(status: number): Answering {
  return (response) => {
    response.writeHead(status);
    const timer = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(timer));
  };
}

function endless(...[response]: Parameters<Answering>): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.writeHead(200).on('drain', more);
  more();
}

function failing(times: number): Answering {
  return (response, _received, count) => {
    response.writeHead(count <= times ? 500 : 200).end();
  };
}
