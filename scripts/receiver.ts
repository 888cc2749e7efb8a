// A small webhook receiver to see deliveries arrive: `npm run receiver`. It verifies each signature
// as a platform should and prints what came. Settings: --port (9000), --service
// (http://localhost:8000), --key.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { parseArgs } from 'node:util';
import { decodeProtectedHeader, importSPKI, type JWTPayload, jwtVerify } from 'jose';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9000' },
    service: { type: 'string', default: 'http://localhost:8000' },
    key: { type: 'string', default: '' },
  },
});

interface PublishedKey {
  readonly key_id: string;
  readonly public_key_pem: string;
}

let cached: PublishedKey | null = null;

const server = createServer(async (request, response) => {
  try {
    const body = await readBody(request);
    await verify(String(request.headers['x-service-signature'] ?? ''), body);
    const { event, reference, amount_xaf, service_tx_id } = JSON.parse(body) as Record<
      string,
      unknown
    >;
    console.log(
      `${time()}  ${event}  ${reference}  ${amount_xaf} XAF  ${service_tx_id}  signature verified`,
    );
    response.writeHead(200).end('{"received":true}');
  } catch (error) {
    console.log(`${time()}  REFUSED: ${error instanceof Error ? error.message : String(error)}`);
    response.writeHead(401).end('{"received":false}');
  }
});

server.listen(Number(values.port), () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : values.port;
  console.log(
    `Receiver on http://localhost:${port}, checking signatures with the key of ${values.service}`,
  );
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => server.close(() => process.exit(0)));
}

/** Checks the signature, then that the token belongs to exactly this body. */
async function verify(token: string, body: string): Promise<JWTPayload> {
  if (token === '') throw new Error('there is no signature');
  const { kid } = decodeProtectedHeader(token);
  const key = await keyFor(kid);
  const { payload } = await jwtVerify(token, await importSPKI(key.public_key_pem, 'RS256'), {
    algorithms: ['RS256'],
  });
  const { service_tx_id } = JSON.parse(body) as { service_tx_id?: string };
  if (payload['service_tx_id'] !== service_tx_id) {
    throw new Error('the token is for another transaction');
  }
  if (payload['body_sha256'] !== createHash('sha256').update(body).digest('hex')) {
    throw new Error('the body is not the one that was signed');
  }
  return payload;
}

/** The key is kept; a token that names another one means that it was replaced. */
async function keyFor(kid: string | undefined): Promise<PublishedKey> {
  if (cached === null || cached.key_id !== kid) {
    const answer = await fetch(`${values.service}/api/v1/security/callback-public-key`, {
      headers: { 'x-api-key': values.key },
    });
    if (!answer.ok) throw new Error(`the public key cannot be fetched: ${answer.status}`);
    cached = (await answer.json()) as PublishedKey;
  }
  return cached;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function time(): string {
  return new Date().toISOString().slice(11, 23);
}
