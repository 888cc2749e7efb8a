import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCampayEmulator } from '../../../emulators/campay/campay-emulator.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { renewCallbackAddress } from '../../../src/flows/providers/administer-accounts.ts';
import { ADAPTERS } from '../../../src/providers/registry.ts';
import {
  addCampay,
  LIVE_KEY,
  settleAll,
  startLiveProcess,
  startLiveService,
} from '../../support/providers/live.ts';
import { eventually } from '../../support/service-process.ts';
import {
  create,
  DEPOSITS,
  historyOf,
  ORANGE,
  paymentBody,
  read,
} from '../../support/transactions/payments.ts';

const service = await startLiveService();
const { database } = service;
const campay = await startCampayEmulator({ settleMs: 1 });
after(() => campay.stop());
await addCampay(database, campay, { id: 'campay-orange', operator: 'orange' });

test('a process that is killed while CamPay answers leaves what a callback completes, once', async () => {
  campay.faults.add('collect', { kind: 'hang', when: 'after' });
  const address = { id: 'campay-orange', reason: 'a test' };
  const deps = { database, adapters: ADAPTERS };
  const made = await renewCallbackAddress(deps, COMMAND_LINE, address);
  assert.ok(made.kind === 'made');
  const { path } = made;
  const orders = Array.from({ length: 4 }, (_, n) =>
    paymentBody({ ...ORANGE, msisdn: `+23769003${1_000 + n}`, reference: `killed-${n}` }),
  );
  const doomed = await startLiveProcess(service, { HOST: '127.0.0.1' });
  const asked = orders.map((order) =>
    fetch(`${doomed.url}${DEPOSITS}`, {
      method: 'POST',
      headers: { 'x-api-key': LIVE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    }).catch(() => null),
  );
  const taken = () => campay.ledger.payments();
  await eventually('CamPay has taken all', async () => taken().length === orders.length);
  await doomed.end('SIGKILL');
  await Promise.all(asked);
  campay.faults.clear();
  // The platform repeats what it got no answer to, and only half of the callbacks come.
  const created = await Promise.all(orders.map((order) => create(service, DEPOSITS, order)));
  for (const { reference, externalId } of taken().slice(0, 2)) {
    const named = new URLSearchParams({ reference, external_reference: externalId });
    assert.equal((await service.call('GET', `${path}?${named}`)).status, 200);
  }
  await settleAll(service, 3);
  assert.equal(taken().length, orders.length, 'nobody is asked a second time');
  const states = created.map(async ({ service_tx_id: id }) => (await read(service, id))['state']);
  const succeeded = (await Promise.all(states)).filter((state) => state === 'succeeded');
  assert.equal(succeeded.length, 2);
  for (const { service_tx_id: id } of created) {
    const moves = (await historyOf(database, id)).filter((one) => one.to_state === 'succeeded');
    assert.ok(moves.length <= 1);
  }
});
