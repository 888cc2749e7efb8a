// A small webhook receiver to see deliveries arrive: `npm run receiver`. It verifies each one as a
// platform should, prints it, and forwards it to a program of the platform with `--forward`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { createClient } from '../sdk/src/client.ts';

const HELP = `Receives webhooks, verifies each one and prints it.

  npm run receiver -- [options]

  --port <number>    where it listens (9000)
  --service <url>    the service whose keys verify them (http://localhost:8000, or the
                     port in PORT)
  --forward <url>    hand what is genuine on to this address and answer what it does
  --help             this text

The API key, if the service asks for one, is read from MOMO_KEY: everybody on a machine can list
the options of its processes.
It listens on this machine only, and takes bodies of up to 64 KiB.

For example, with a shop that runs on port 3000:

  MOMO_KEY=svc_test_… npm run receiver -- --forward http://localhost:3000/hook
  # and give http://localhost:9000 as callback_url
`;

const options = readOptions();
// The client asks for the keys again after ten minutes, and for one that it does not know.
const { verifyWebhook, getJwks } = createClient({
  baseUrl: options.service,
  // A service without authentication takes any key.
  apiKey: process.env['MOMO_KEY'] ?? 'none',
});

const server = createServer((request, response) => {
  receive(request, response).catch((error: unknown) => {
    print(`REFUSED: ${error instanceof Error ? error.message : String(error)}`);
    response.writeHead(401).end('{"received":false}');
  });
});
server.on('error', (error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE';
  fail(isTaken ? `Port ${options.port} is taken: choose another with --port.` : error.message);
});
server.listen(Number(options.port), 'localhost', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : options.port;
  console.log(
    `Receiver on http://localhost:${port}, checking signatures with the keys of ${options.service}`,
  );
  if (options.forward !== undefined) console.log(`What is genuine goes on to ${options.forward}`);
  void warnEarly();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => server.close(() => process.exit(0)));
}

/** Without the keys of the service every webhook would be refused, each with a puzzling reason. */
async function warnEarly(): Promise<void> {
  const problem = await getJwks({ retries: 0 }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  if (problem === null) return;
  const isKey = 'status' in problem && problem.status === 401;
  print(
    isKey
      ? `${options.service} asks for an API key: set MOMO_KEY and start again.`
      : `${options.service} does not answer (${problem.message}): start it, or name another with --service.`,
  );
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const payload = await verifyWebhook(request.headers, body);
  const { event, reference, amount_xaf, service_tx_id } = payload;
  const line = `${event}  ${reference}  ${amount_xaf} XAF  ${service_tx_id}  signature verified`;
  if (options.forward === undefined) {
    print(line);
    response.writeHead(200).end('{"received":true}');
    return;
  }
  const answer = await forward(options.forward, request, body);
  print(`${line}  forwarded: ${answer.said}`);
  response.writeHead(answer.status).end(answer.text);
}

/** The service gets the answer of the platform's program, so that it also tries again. */
async function forward(url: string, { headers }: IncomingMessage, body: Uint8Array<ArrayBuffer>) {
  const kept = Object.entries(headers).filter(([name]) => FORWARDED.test(name));
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      body,
      redirect: 'manual',
    });
    return { status: answer.status, said: String(answer.status), text: await answer.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: 502, said: `no answer from there (${String(cause)})`, text: '' };
  }
}

const FORWARDED = /^(?:content-type|user-agent|x-service-signature|webhook-.*)$/;

/** As much as the service takes itself. */
const MAX_BYTES = 64 * 1024;

async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error('a body of more than 64 KiB');
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '9000' },
        service: { type: 'string', default: `http://localhost:${process.env['PORT'] || 8000}` },
        forward: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      process.exit(0);
    }
    return values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(message: string): never {
  console.error(`${message}\nnpm run receiver -- --help shows the options`);
  process.exit(2);
}

function print(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 23)}  ${line}`);
}
