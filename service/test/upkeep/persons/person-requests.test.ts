import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tell } from '../../support/receipts/sms.ts';
import { create, DEPOSITS } from '../../support/transactions/payments.ts';
import { startPersons } from '../../support/upkeep/persons.ts';

const [PERSON, OTHER] = ['+237691234567', '+237691234568'];
const [PLAYER, OTHER_PLAYER] = [randomUUID(), randomUUID()];
const { service, line, momo, folder } = await startPersons();

async function pay(msisdn: string, playerId: string, amount: number): Promise<string> {
  const asked = { operator: 'orange', msisdn, player_id: playerId, amount_xaf: amount };
  const { service_tx_id: id } = await create(service, DEPOSITS, asked);
  await tell(service, { text: line.pay({ payer: msisdn, amount }) });
  return id;
}

const ours = [await pay(PERSON, PLAYER, 40_000), await pay(OTHER, PLAYER, 70_000)];
await pay(PERSON, OTHER_PLAYER, 90_000);

test('an export by player has their payments with any number, and nobody else’s', async () => {
  const file = join(folder, 'player.json');
  const options = ['--player', PLAYER, '--output', file, '--asked-on', '2026-11-12'];
  const { code, output } = await momo('person', 'export', ...options);
  assert.equal(code, 0, output);
  const { player_id, kept } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly player_id: string;
    readonly kept: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  };
  assert.equal(player_id, PLAYER);
  assert.deepEqual(
    kept['transactions']?.map(({ id }) => id),
    ours,
  );
  assert.deepEqual(
    kept['payments']?.map((one) => one['amount_xaf']),
    [40_000, 70_000],
  );
  assert.equal(kept['texts']?.length, 2);
  const both = await momo('person', 'export', PERSON, '--player', PLAYER, '--output', 'x');
  assert.match(both.stderr, /give a number or --player, one of them/);
});

test('the audit log is the register of requests, by their day and without the number', async () => {
  const asked = ['--asked-on', '2026-11-13', '--reason'] as const;
  for (const kind of ['rectify', 'object']) {
    const { code, output } = await momo('person', kind, PERSON, ...asked, `answered: ${kind}`);
    assert.equal(code, 0, output);
  }
  const { stdout } = await momo('person', 'requests');
  const lines = stdout
    .trim()
    .split('\n')
    .map((text) => text.split('\t'));
  assert.deepEqual(
    lines.map(([day, , action, , , reason = '']) => [day, action, reason]),
    [
      ['2026-11-13', 'person.object', 'answered: object'],
      ['2026-11-13', 'person.rectify', 'answered: rectify'],
      ['2026-11-12', 'person.export', ''],
    ],
  );
  assert.equal(lines[0]?.[3], lines[1]?.[3], 'one person has one name there');
  assert.doesNotMatch(stdout, /691234567/);
  const without = await momo('person', 'object', PERSON, '--reason', 'no day');
  assert.equal(without.code, 2);
});

test('a report has the sums of numbers and players from an amount on, and is in the audit log', async () => {
  const report = (above: number) =>
    momo('report', 'persons', '--above', String(above), '--days', '30', '--json');
  const { code, stdout } = await report(110_000);
  assert.equal(code, 0, stdout);
  const zero = { withdrawals: 0, withdrawals_xaf: 0 };
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as unknown),
    [
      { kind: 'number', who: PERSON, deposits: 2, deposits_xaf: 130_000, ...zero },
      { kind: 'player', who: PLAYER, deposits: 2, deposits_xaf: 110_000, ...zero },
    ],
  );
  assert.equal((await report(130_001)).stdout, '');
  const [entry] = await service.database.query<{ readonly after: unknown }>({
    text: `select after from audit_log where action = 'person.report' order by id limit 1`,
  });
  assert.deepEqual(entry?.after, { above_xaf: 110_000, days: 30, persons: 2 });
});
