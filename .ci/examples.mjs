// Starts each example, lets a customer pay there, and sees that it learns of it by a verified
// webhook: node examples.mjs ADDRESS, in a folder with the examples and what they need. Where PHP
// or PyJWT is missing, their example is said to be skipped.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'momo-sdk';

const [, , address] = process.argv;
const client = createClient({ baseUrl: address, apiKey: 'none' });
const number = { msisdn: '+237670000001', amount_xaf: 500, operator: 'mtn' };
/** Debian's own, which its package of PyJWT is for. */
const PYTHON = '/usr/bin/python3';

await run('shop-express.mjs', process.execPath, ['shop-express.mjs'], async (shop) => {
  const order = await (await post(`${shop}/orders`, JSON.stringify(number))).json();
  await client.simulateOutcome(order.service_tx_id, 'succeeded');
  await until(async () => {
    const { state } = await (await fetch(`${shop}/orders/${order.reference}`)).json();
    return state === 'paid';
  });
  const bought = await fetch(`${shop}/buy`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount_xaf: 500 }),
    redirect: 'manual',
  });
  const page = bought.headers.get('location') ?? '';
  const typed = new URLSearchParams({ msisdn: '+237670000002' });
  await fetch(page, { method: 'POST', body: typed, redirect: 'manual' });
  const [attempt] = (await client.listTransactions({ status: 'pending' })).items;
  await client.simulateOutcome(attempt.service_tx_id, 'succeeded');
  await until(async () => {
    const thanks = await fetch(`${shop}/thanks?checkout_id=${attempt.checkout_id}`);
    return (await thanks.json()).state === 'paid';
  });
  const refused = await post(`${shop}/orders`, JSON.stringify({ ...number, amount_xaf: 1 }));
  if (refused.status !== 400) throw new Error(`a small amount is a ${refused.status}`);
});

if (works('php', ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'])) {
  const serve = (port) => ['-S', `127.0.0.1:${port}`, 'shop.php'];
  await run('shop.php', 'php', serve, async (shop) => {
    const form = new URLSearchParams(number);
    const answer = await fetch(shop, { method: 'POST', body: form, redirect: 'manual' });
    const page = new URL(answer.headers.get('location') ?? '', shop);
    await client.simulateOutcome(page.searchParams.get('payment') ?? '', 'succeeded');
    await until(async () => (await (await fetch(page)).text()).includes('succeeded'));
  });
} else process.stdout.write('shop.php: skipped, PHP is not installed\n');

if (works(PYTHON, ['-c', 'import jwt.algorithms as a; assert a.has_crypto'])) {
  await run('receiver.py', PYTHON, ['receiver.py'], async (receiver, output) => {
    const ids = { player_id: crypto.randomUUID(), reference: 'python-1' };
    const deposit = await client.createDeposit({ ...number, ...ids, callback_url: receiver });
    await client.simulateOutcome(deposit.service_tx_id, 'failed');
    await until(() => output().includes('payment.failed python-1 verified'));
    const forged = await post(receiver, '{}', { 'x-service-signature': 'e30.e30.e30' });
    if (forged.status !== 401) throw new Error(`a forgery is a ${forged.status}`);
  });
} else process.stdout.write('receiver.py: skipped, PyJWT is not installed\n');

process.exit(0);

/** The example runs while the customer is there. */
async function run(name, command, args, customer) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PORT: String(port), SHOP_URL: url, MOMO_URL: address };
  env.DATA = mkdtempSync(join(process.cwd(), 'shop-'));
  const list = typeof args === 'function' ? args(port) : args;
  const child = spawn(command, list, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  try {
    await until(() => isOpen(port));
    await customer(url, () => output);
    process.stdout.write(`${name}: paid, webhook verified\n`);
  } catch (error) {
    process.stderr.write(`${name}: ${output}\n`);
    throw error;
  } finally {
    child.kill();
  }
}

function works(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function post(url, body, headers = {}) {
  const type = { 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', body, headers: { ...type, ...headers } });
}

async function until(isSo) {
  for (const start = Date.now(); !(await isSo()); await pause(50)) {
    if (Date.now() - start > 20_000) throw new Error('waited in vain');
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
