import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Database } from '../../src/db/client.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { startLiveService } from '../support/providers/live.ts';
import { addGateway, addLines, createOrangeLine, tell } from '../support/receipts/sms.ts';
import { eventually } from '../support/service-process.ts';
import { create, DEPOSITS, read } from '../support/transactions/payments.ts';
import { startDelivering } from '../support/webhooks/delivery.ts';

const LINE = '+237699000001';
/** In the pool of a test. */
const CONNECTIONS = 4;
const PAYMENTS = 25;
const OK = { kind: 'answered', status: 200, latencyMs: 1, answer: '' } as const;
/** From the sixth time on PostgreSQL keeps a plan that seems no worse, unless a table changes. */
const PLANNED_FIRST = 10;

test('what every payment asks is not planned anew each time', async () => {
  const key = randomBytes(32);
  const service = await startLiveService({ SECRETS_KEY: key.toString('hex') });
  const { database } = service;
  await addLines(database, 'orange', [LINE]);
  await addGateway(database, {
    sims: { 'sim-1': { operator: 'orange', line: LINE } },
    vault: createVault(key),
  });
  const line = createOrangeLine(LINE);
  const delivering = startDelivering(database, { secretsKey: key, post: async () => OK });
  for (let n = 1; n <= PAYMENTS; n += 1) {
    const msisdn = `+23769${String(n).padStart(7, '0')}`;
    const asked = { operator: 'orange', msisdn, callback_url: 'https://example.com/hook' };
    const { service_tx_id: id } = await create(service, DEPOSITS, asked);
    assert.equal(
      (await tell(service, { text: line.pay({ payer: msisdn, amount: 500 }) })).status,
      200,
    );
    assert.equal((await read(service, id))['state'], 'succeeded');
    delivering.wake();
    await eventually('delivered', () => delivering.attempts.length === n);
  }
  await delivering.stop();

  const plans = await listPlans(database);
  assert.ok(plans.some(({ name, kept }) => name === 'claim-webhooks' && kept > 0));
  assert.deepEqual(
    plans.filter(({ anew, kept }) => anew > PLANNED_FIRST && kept === 0),
    [],
  );
});

interface Planned {
  readonly name: string;
  readonly anew: number;
  readonly kept: number;
}

/** Of all connections of the pool: each query keeps one of them for a moment. */
async function listPlans(database: Database): Promise<readonly Planned[]> {
  const listOwn = () =>
    database.query<Planned>({
      text: `with kept as materialized (select pg_sleep(0.2))
             select name, custom_plans::int as anew, generic_plans::int as kept
             from kept, pg_prepared_statements where name <> ''`,
    });
  return (await Promise.all(Array.from({ length: CONNECTIONS }, listOwn))).flat();
}
