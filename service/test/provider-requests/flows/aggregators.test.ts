import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCampayEmulator } from '../../../emulators/campay/campay-emulator.ts';
import { startPawapayEmulator } from '../../../emulators/pawapay/pawapay-emulator.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { renewCallbackAddress } from '../../../src/flows/providers/administer-accounts.ts';
import { ADAPTERS } from '../../../src/providers/registry.ts';
import {
  addCampay,
  addPawapay,
  createApproved,
  giveGoodPast,
  passTime,
  settleAll,
  startLiveService,
} from '../../support/providers/live.ts';
import { seeded } from '../../support/providers/provider-garbage.ts';
import { create, DEPOSITS, historyOf, ORANGE, read } from '../../support/transactions/payments.ts';

const SEED = 20_261_118;
/** Each draws other losses. */
const SEEDS = [SEED, SEED + 1];
const EACH = 12;

const service = await startLiveService();
const { database } = service;
const pawapay = await startPawapayEmulator({ seed: SEED, settleMs: 1 });
const campay = await startCampayEmulator({ seed: SEED, settleMs: 1 });
after(() => Promise.all([pawapay.stop(), campay.stop()]));
await addPawapay(database, pawapay, { id: 'pawapay-mtn' });
await addCampay(database, campay, { id: 'campay-orange', operator: 'orange' });
await giveGoodPast(database, ['pawapay-mtn', 'campay-orange']);

async function addressOf(id: string): Promise<string> {
  const asked = { id, reason: 'a test' };
  const made = await renewCallbackAddress({ database, adapters: ADAPTERS }, COMMAND_LINE, asked);
  assert.ok(made.kind === 'made');
  return made.path;
}

for (const [round, seed] of SEEDS.entries()) {
  test(`lost answers and callbacks lost, doubled or of another payment: nothing is credited or paid twice (${round})`, async () => {
    const before = campay.ledger.payments().length;
    const random = seeded(seed);
    const paths = {
      pawapay: await addressOf('pawapay-mtn'),
      campay: await addressOf('campay-orange'),
    };
    for (const operation of ['collect', 'transfer', 'collect_status'] as const) {
      pawapay.faults.add(operation, { kind: 'reset', when: 'after' }, { probability: 0.25 });
      pawapay.faults.add(operation, { kind: 'reset', when: 'before' }, { probability: 0.1 });
    }
    campay.faults.add('collect', { kind: 'reset', when: 'after' }, { probability: 0.4 });
    campay.faults.add('collect', { kind: 'reset', when: 'before' }, { probability: 0.1 });
    campay.faults.add('collect_status', { kind: 'reset', when: 'before' }, { probability: 0.2 });

    const ids: { readonly id: string; readonly at: typeof pawapay | typeof campay }[] = [];
    for (let n = 0; n < EACH; n += 1) {
      const tail = String(1_000 + 100 * round + n);
      const mtn = await create(service, DEPOSITS, { msisdn: `+23767001${tail}` });
      const orange = await create(service, DEPOSITS, { ...ORANGE, msisdn: `+23769001${tail}` });
      const payout = await createApproved(service, { msisdn: `+23767002${tail}` });
      ids.push({ id: mtn.service_tx_id, at: pawapay }, { id: payout, at: pawapay });
      ids.push({ id: orange.service_tx_id, at: campay });
      // A process dies now and then while others go on: its steps are taken later.
      if (random() < 0.5) await service.takeSteps();
    }
    const taken = campay.ledger.payments().slice(before);
    const theirs = () => taken[Math.floor(random() * taken.length)]?.reference ?? '';
    for (const { reference, externalId } of taken) {
      const kind = random();
      if (kind < 0.2) continue;
      const named = kind < 0.4 ? theirs() : reference;
      const query = new URLSearchParams({ reference: named, external_reference: externalId });
      for (let times = kind < 0.7 ? 1 : 2; times > 0; times -= 1) {
        assert.equal((await service.call('GET', `${paths.campay}?${query}`)).status, 200);
      }
      if (random() < 0.3) await service.takeSteps();
    }
    for (const { reference } of pawapay.ledger.payments().filter(() => random() < 0.5)) {
      await service.call('POST', paths.pawapay, { json: { depositId: reference } });
    }
    pawapay.faults.clear();
    campay.faults.clear();
    await passTime(database, 3_000);
    await settleAll(service, 6);

    const seen = { succeeded: 0, learnt: 0, unknown: 0 };
    for (const { id, at } of ids) {
      const [row] = await database.query<{ reference: string; handle: string | null }>({
        text: 'select reference, handle from submissions where transaction_id = $1',
        values: [id],
      });
      assert.ok(row !== undefined);
      const moved = at.ledger.timesMoved(row.reference);
      const state = String((await read(service, id))['state']);
      const successes = (await historyOf(database, id)).filter(
        (one) => one.to_state === 'succeeded',
      );
      assert.ok(moved <= 1, `${id} moved ${moved} times`);
      assert.equal(successes.length, state === 'succeeded' ? 1 : 0);
      if (state === 'succeeded') assert.equal(moved, 1, `${id} is credited without money`);
      if (state === 'failed') assert.equal(moved, 0, `${id} is failed and was paid`);
      seen.succeeded += successes.length;
      if (at === campay) seen[row.handle === null ? 'unknown' : 'learnt'] += 1;
      if (at === campay && row.handle !== null) assert.equal(state, 'succeeded');
    }
    assert.ok(
      seen.succeeded > EACH && seen.learnt > EACH / 3 && seen.unknown > 0,
      JSON.stringify(seen),
    );
    const texts = { text: 'select handle from submissions where handle is not null' };
    const handles = (await database.query<{ handle: string }>(texts)).map(({ handle }) => handle);
    assert.equal(new Set(handles).size, handles.length, 'no payment of theirs is ours twice');
  });
}

test('what pawaPay does not know is on its way until five minutes after it was sent', async () => {
  pawapay.faults.clear();
  pawapay.faults.add('transfer', { kind: 'reset', when: 'before' }, { times: 1 });
  const id = await createApproved(service, { msisdn: '+237670019999' });
  const saidAfter = async (ms: number) => {
    await passTime(database, ms);
    while ((await service.takeSteps()) > 0);
    const [row] = await database.query<{ readonly said: string | null }>({
      text: 'select said from submissions where transaction_id = $1',
      values: [id],
    });
    return row?.said;
  };
  assert.deepEqual(
    [await saidAfter(0), await saidAfter(10_000), await saidAfter(280_000)],
    [null, null, null],
  );
  assert.equal(await saidAfter(200_000), 'not_found');
});
