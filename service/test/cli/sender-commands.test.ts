import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { whoRunsThis } from '../../src/cli/options.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { openTestDatabase } from '../support/database.ts';

const { database, url } = await openTestDatabase();
const { momo } = openMomo({ DATABASE_URL: url });
const REASON = ['--operator', 'orange', '--reason', 'as the operator told us'] as const;

async function store(sender: string, body: string): Promise<void> {
  await database.query({
    text: `insert into sms_messages (id, gateway_id, operator, line, sender, body, at, trust,
                                     digest, state, reason)
           values ($1, 'till-phone', 'orange', '+237699000001', $2, $3, app_now(), 'trusted',
                   sha256(convert_to($4, 'UTF8')), 'review', 'unknown_sender')`,
    values: [randomUUIDv7(), sender, body, body],
  });
}

test('senders are listed with masked numbers, accepted, and withdrawn', async () => {
  assert.equal((await momo('sender', 'list')).stdout, 'there are no such senders\n');
  await store('OM Cash', 'Le solde de votre compte est de 5FCFA, dit 691234567.');
  await store('+237691234567', 'Le solde de votre compte est de 6FCFA.');
  const { stdout } = await momo('sender', 'list');
  assert.match(stdout, /^unknown {2}orange {2}OM Cash {2}1 texts$/m);
  assert.match(stdout, /the number of a phone is never accepted$/m);
  assert.doesNotMatch(stdout, /691234567/);

  const accepted = await momo('sender', 'accept', 'OM Cash', ...REASON);
  const said = 'accepted; read 1 texts again: 0 are payments now\n';
  assert.deepEqual([accepted.code, accepted.output], [0, said]);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.actor, line?.action], [whoRunsThis().actor, 'sender.accept']);
  assert.match((await momo('sender', 'list')).stdout, /^accepted {2}orange {2}omcash/m);
  assert.match((await momo('sender', 'accept', 'omcash', ...REASON)).stderr, /accepted before/);
  assert.equal((await momo('sender', 'withdraw', 'omcash', ...REASON)).output, 'withdrawn\n');
  assert.match((await momo('sender', 'withdraw', 'omcash', ...REASON)).stderr, /not accepted/);
  const refused = await momo('sender', 'accept', '+237691234567', ...REASON);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /number of a phone is never accepted/);
});
