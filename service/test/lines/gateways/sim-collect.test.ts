import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { OPERATORS, type Operator } from '../../../src/domain/operators/operator.ts';
import { expireDeposits } from '../../../src/flows/transactions/expire-deposits.ts';
import {
  createPayingBox,
  type PayingBox,
  settle,
  startProgram,
} from '../../support/lines/paying-box.ts';
import { passTime } from '../../support/providers/live.ts';
import { eventually } from '../../support/service-process.ts';
import { create, DEPOSITS, paymentBody, read } from '../../support/transactions/payments.ts';
import { startDelivering } from '../../support/webhooks/delivery.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';
import { findMissing } from './gammu-box.ts';

// Players are asked for money by a SIM: the service and the modem agent are real; the modem, its
// operator and the player's phone are emulated.

const missing = findMissing(['socat']);

const PLAYERS = { mtn: '+237677000001', orange: '+237697000001' } as const satisfies Record<
  Operator,
  string
>;

function guarantee(name: string, run: (t: TestContext) => Promise<void>): void {
  test(name, async (t) => {
    if (missing !== null) return t.skip(`${missing} is not installed`);
    return run(t);
  });
}

async function start(options: Parameters<typeof createPayingBox>[0]) {
  const paying = await createPayingBox({
    ...options,
    // Webhooks of this test stay on the machine.
    env: { ACCEPTED_RISKS: 'testing' },
  });
  await paying.service.database.query({
    text: `update channels set collection_mode = 'merchant_initiated', ussd_template = null`,
  });
  return { ...paying, program: await startProgram(paying) };
}

/** The reference of the prompt that the player sees. */
async function seePrompt({ wallet }: PayingBox): Promise<string> {
  const shown = () => wallet.payments.list().find(({ state }) => state === 'pending');
  await eventually('the phone shows the prompt', async () => shown() !== undefined, 60_000);
  return shown()?.reference ?? '';
}

for (const operator of OPERATORS) {
  guarantee(`a player who confirms the prompt of a SIM of ${operator} has paid`, async () => {
    const receiver = await startReceiver();
    const paying = await start({ operator, collects: 'recorded', balance: 10_000 });
    const { service, wallet, program } = paying;
    startDelivering(service.database);
    const { service_tx_id: id } = await create(service, DEPOSITS, {
      operator,
      msisdn: PLAYERS[operator],
      amount_xaf: 2_500,
      collection_mode: 'merchant_initiated',
      callback_url: receiver.url,
    });
    const { state: atFirst } = await read(service, id);
    assert.equal(atFirst, 'pending', 'the SIM has taken it, and has walked no menu');
    const prompt = await seePrompt(paying);
    // The screen of the SIM says that the prompt went out, which is no payment.
    assert.equal(await settle(paying, id, 'pending'), 'provider_acknowledged');
    wallet.payments.decide(prompt, 'succeeded');
    await receiver.until(1, 30_000);
    const reported = JSON.parse(receiver.received[0]?.body ?? '{}') as Record<string, unknown>;
    assert.deepEqual([reported['service_tx_id'], reported['event']], [id, 'payment.succeeded']);
    const { state, provider_tx_id: txId } = await read(service, id);
    assert.deepEqual([state, txId], ['succeeded', prompt]);
    assert.equal(wallet.balance, 12_500);
    await program.end('SIGTERM');
  });
}

guarantee('a player who refuses has not paid, and the deposit ends with its time', async () => {
  const paying = await start({ collects: 'recorded' });
  const { service, wallet, program } = paying;
  const { service_tx_id: id } = await create(service, DEPOSITS, {
    operator: 'mtn',
    msisdn: PLAYERS.mtn,
    collection_mode: 'merchant_initiated',
  });
  wallet.payments.decide(await seePrompt(paying), 'refused');
  assert.equal(await settle(paying, id, 'pending'), 'provider_acknowledged');
  await program.end('SIGTERM');
  await passTime(service.database, 24 * 3_600_000);
  await expireDeposits({ database: service.database, onQueued: () => {} });
  assert.equal((await read(service, id))['state'], 'expired');
  assert.deepEqual(wallet.payments.moves(), []);
});

guarantee('no player is prompted by a SIM until a person has recorded how', async () => {
  const paying = await start({ collects: 'draft' });
  const { service, wallet, program, box } = paying;
  const json = paymentBody({
    operator: 'mtn',
    msisdn: PLAYERS.mtn,
    collection_mode: 'merchant_initiated',
  });
  const refused = await service.call('POST', DEPOSITS, { json });
  assert.equal(refused.status, 503, refused.text);
  assert.deepEqual(wallet.payments.list(), []);
  await program.end('SIGTERM');
  const file = join(box.folder, 'scenarios', 'mtn-collect.json');
  const draft = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...draft, draft: false }));
  const again = box.run();
  const isTaken = async () => (await service.call('POST', DEPOSITS, { json })).status === 200;
  await eventually('the SIM says that it can', isTaken, 30_000);
  await seePrompt(paying);
  await again.end('SIGTERM');
});
