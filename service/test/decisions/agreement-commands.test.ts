import assert from 'node:assert/strict';
import { hostname, userInfo } from 'node:os';
import { test } from 'node:test';
import { addPerson, lastAuditLine, scriptHeaders } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import {
  bodyOf,
  create,
  forceState,
  historyOf,
  read,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';

const LIMIT = 100_000;
const service = await startTestService({}, { policy: { approvalSecondPersonXaf: LIMIT } });
const { database, config } = service;
const { momo } = openMomo({ DATABASE_URL: config.databaseUrl ?? '' });
const headers = await scriptHeaders(database, await addPerson(database, 'agent'));
const REASON = ['--reason', 'a company of one'] as const;

async function decide(path: string, json: object = {}): Promise<unknown> {
  const answer = await service.call('POST', `/internal/v1/${path}`, { headers, json });
  return bodyOf(answer)['outcome'];
}

async function large(): Promise<string> {
  return (await create(service, WITHDRAWALS, { amount_xaf: LIMIT + 1 })).service_tx_id;
}

/** The id of the one decision that waits. */
async function waiting(): Promise<string> {
  const { stdout } = await momo('agreement', 'list');
  return /^[0-9a-f-]{36}/.exec(stdout)?.[0] ?? assert.fail(stdout);
}

test('momo on the machine is the second person of a payout, and the log says who ran it', async () => {
  assert.equal((await momo('agreement', 'list')).stdout, 'no decision waits\n');
  const id = await large();
  assert.equal(await decide(`withdrawals/${id}/approve`), 'waits_for_second_person');
  const approved = await momo('agreement', 'approve', await waiting(), ...REASON);
  assert.match(approved.stdout, new RegExp(`^decided ${id}: approved`), approved.stderr);
  const entry = await lastAuditLine(database);
  assert.equal(entry?.action, 'withdrawal.approve');
  const [line] = await database.query<{ readonly actor: string }>({
    text: 'select actor from audit_log order by id desc limit 1',
  });
  assert.equal(line?.actor, `momo (${userInfo().username}@${hostname()})`);
  assert.equal((await historyOf(database, id))[1]?.actor, 'momo');
});

test('momo rejects a held payout as the first person did, and decides nothing that nobody began', async () => {
  const id = await large();
  await forceState(database, id, 'requires_manual_resolution');
  const json = { decision: 'reject', reason: 'the recipient has nothing' };
  assert.equal(await decide(`transactions/${id}/resolve`, json), 'waits_for_second_person');
  const agreement = await waiting();
  assert.equal((await momo('agreement', 'approve', agreement, ...REASON)).code, 0);
  assert.equal((await read(service, id))['state'], 'failed');
  const again = await momo('agreement', 'approve', agreement, ...REASON);
  assert.equal(
    again.stderr,
    'momo: nothing with this id waits: see momo agreement list and momo change list\n',
  );
});
