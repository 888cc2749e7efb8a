import { randomBytes } from 'node:crypto';
import type { lookup as dnsLookup, LookupAddress } from 'node:dns';
import { createPoster } from '../../src/outbound/post.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { eventually, startServiceProcess } from '../../test/support/service-process.ts';
import { DEPOSITS, paymentBody } from '../../test/support/transactions/payments.ts';
import { queueWebhooks } from '../../test/support/webhooks/delivery.ts';
import { PRIVATE_ADDRESSES, PRIVATE_HOSTS } from '../../test/support/webhooks/private-hosts.ts';
import { startRawReceiver } from '../../test/support/webhooks/receiver.ts';

const API_KEY = '0a7c3e51-d2f94b86-a1e07c35-9b48d6f2-chaos';
const POLICY = { publicOnly: true, schemes: ['http', 'https'], ports: [] };
/** Beside a private one, so that nothing is ever sent there. */
const PUBLIC = '192.0.1.1';
const PATIENCE_MS = 60_000;

/** A live service has to post to itself, to its network and to names that lead there. */
export async function postToForbidden() {
  const canary = await startRawReceiver();
  const { port } = new URL(canary.url);
  const secretsKey = randomBytes(32).toString('hex');
  const { database, url: databaseUrl } = await openTestDatabase({ secretsKey });
  const service = await startServiceProcess({
    env: {
      DATABASE_URL: databaseUrl,
      SERVICE_ENV: 'live',
      SECRETS_KEY: secretsKey,
      SPORTSBOOK_API_KEY: API_KEY,
      PUBLIC_URL: 'https://pay.example',
      WEBHOOK_PORTS: port,
      LOG_LEVEL: 'warn',
    },
  });
  const written = PRIVATE_ADDRESSES.map((address) =>
    address.includes(':') ? `[${address}]` : address,
  );
  const hosts = [...PRIVATE_HOSTS, ...written.filter((host) => !host.includes('%'))];
  const urls = hosts.map((host) => `https://${host}:${port}/hook`);
  let accepted = 0;
  for (const callback_url of urls) {
    const json = paymentBody({ callback_url });
    const headers = { 'x-api-key': API_KEY };
    const answer = await service.call('POST', DEPOSITS, { json, headers });
    if (answer.status === 422) continue;
    accepted += 1;
    console.log(`${callback_url}: ${answer.status}`);
  }
  // As if they had come past that: what posts looks again.
  await queueWebhooks(
    database,
    urls.filter(canParse).map((url) => ({ url })),
  );
  const isTried = async () => {
    const [row] = await database.query<{ untried: number }>({
      text: `select count(*)::int as untried from open_webhooks where attempts = 0`,
    });
    return row?.untried === 0;
  };
  await eventually('every one was tried', isTried, PATIENCE_MS);
  await service.end('SIGTERM');
  const names = await resolveForbidden(port);
  return {
    connections: canary.connections(),
    accepted,
    names_connected: names.answered,
    spellings: urls.length + names.tried,
  };
}

function canParse(url: string): boolean {
  return URL.canParse(url);
}

/** Names that resolve to what is private, alone or beside something public. */
async function resolveForbidden(port: string) {
  let answered = 0;
  const answers = PRIVATE_ADDRESSES.filter((address) => !address.includes('%')).flatMap((one) => [
    [one],
    [PUBLIC, one],
    [one, PUBLIC],
  ]);
  for (const addresses of answers) {
    const lookup = (
      _hostname: string,
      _options: unknown,
      callback: (error: null, found: LookupAddress[]) => void,
    ): void => {
      const found = addresses.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
      setImmediate(() => callback(null, found));
    };
    const poster = createPoster({
      policy: POLICY,
      proxyUrl: null,
      lookup: lookup as unknown as typeof dnsLookup,
    });
    const url = `http://rebind.test:${port}/`;
    const result = await poster.post({ url, headers: {}, body: '{}', timeoutMs: 300 });
    await poster.close();
    const isRefused = result.kind === 'failed' && result.error.startsWith('refused');
    if (isRefused) continue;
    answered += 1;
    console.log(`${addresses.join(' ')}: ${JSON.stringify(result)}`);
  }
  return { answered, tried: answers.length };
}
