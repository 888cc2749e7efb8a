// Pays with the packed SDK on whatever runs this (Node, Bun, Deno), webhook included:
// node sdk-pay.mjs ADDRESS
import { createServer } from 'node:http';
import process from 'node:process';
import { createClient, expressWebhook } from 'momo-sdk';
import { createFakeService } from 'momo-sdk/testing';

const [, , baseUrl] = process.argv;
const client = createClient({ baseUrl, apiKey: 'not-needed' });

let tell;
const told = new Promise((resolve) => {
  tell = resolve;
});
const handle = expressWebhook(client.verifyWebhook, tell);
const server = createServer((request, response) => {
  handle(request, response, (error) => {
    process.stderr.write(`${error.stack}\n`);
    response.writeHead(500).end();
  });
});
await new Promise((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});

const player_id = crypto.randomUUID();
const deposit = await client.createDeposit({
  player_id,
  msisdn: '+237690000001',
  amount_xaf: 2500,
  operator: 'orange',
  reference: 'sdk-1',
  callback_url: `http://127.0.0.1:${server.address().port}/hooks`,
});
await client.simulateOutcome(deposit.service_tx_id, 'succeeded');
const { state } = await client.waitFor(deposit.service_tx_id, { intervalMs: 50 });
const { event, service_tx_id } = await told;
let listed = 0;
for await (const one of client.playerTransactions(player_id)) {
  listed += one.service_tx_id === deposit.service_tx_id ? 1 : 0;
}
const fake = await createFakeService();
const inMemory = createClient({ baseUrl: 'http://fake.test', apiKey: 'x', fetch: fake.fetch });
const { status } = await inMemory.getHealth();
const isWell =
  state === 'succeeded' &&
  event === 'payment.succeeded' &&
  service_tx_id === deposit.service_tx_id &&
  listed === 1 &&
  status === 'ok';
if (!isWell) throw new Error(JSON.stringify({ state, event, service_tx_id, listed, status }));
process.stdout.write(`${process.argv0}: ${event}, verified\n`);
process.exit(0);
