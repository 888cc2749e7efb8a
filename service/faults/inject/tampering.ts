import assert from 'node:assert/strict';
import { createVault } from '../../src/signing/sealed-text.ts';
import { addPerson } from '../../test/support/access/staff.ts';
import { tamper } from '../../test/support/books/forget-books.ts';
import { rollAll } from '../../test/support/books/roll-all.ts';
import { openMomo } from '../../test/support/cli/momo.ts';
import { startTestService } from '../../test/support/harness.ts';
import { pick, seeded } from '../../test/support/providers/provider-garbage.ts';
import { create, simulate } from '../../test/support/transactions/payments.ts';
import { prove } from '../../test/support/upkeep/all-holds.ts';
import { dateKeyBack, TAMPERINGS } from '../../test/support/upkeep/tamperings.ts';

const SECRETS_KEY = 'ab'.repeat(32);
/** Of so many changes one is to a line of the audit log. */
const AUDIT_OF = 4;

/** Rows and audit lines are changed behind the service's back, among others that are not. */
export async function tamperEverywhere(order: { readonly changes: number; readonly seed: number }) {
  const service = await startTestService({ SECRETS_KEY });
  const { database } = service;
  const random = seeded(order.seed);
  const expected = new Set<string>();
  const texts: string[] = [];
  const innocent: string[] = [];
  for (let n = 0; n < order.changes; n += 1) {
    if (n % AUDIT_OF === AUDIT_OF - 1) {
      await addPerson(database);
      continue;
    }
    const [, path, outcome, sql] = pick(random, TAMPERINGS);
    const { service_tx_id: id } = await create(service, path, CALLBACK);
    if (outcome !== null) await simulate(service, id, outcome);
    texts.push(sql.replaceAll('$', id));
    expected.add(`transaction:${id}`);
    innocent.push((await create(service, path, CALLBACK)).service_tx_id);
  }
  await rollAll(database);
  await dateKeyBack(database, createVault(Buffer.from(SECRETS_KEY, 'hex')));
  assert.deepEqual((await prove(service)).findings, [], 'nothing is changed yet');
  const lines = await database.query<{ id: number }>({ text: 'select id from audit_log' });
  // The last line is held by nothing that comes after it but its own hash.
  for (const { id } of lines.slice(0, order.changes - texts.length)) {
    texts.push(`update audit_log set reason = 'changed' where id = ${id}`);
    expected.add(`audit:${id}`);
  }
  await tamper(database, texts);
  const { momo } = openMomo({ DATABASE_URL: service.config.databaseUrl ?? '', SECRETS_KEY });
  const { stdout } = await momo('audit', 'all', '--json');
  const { findings } = JSON.parse(stdout) as Awaited<ReturnType<typeof prove>>;
  const named = new Set(findings.map(({ subject }) => subject));
  const unnamed = [...expected].filter((subject) => !named.has(subject));
  for (const subject of unnamed) console.log(subject);
  return {
    changed: texts.length,
    not_named: unnamed.length,
    named_and_not_changed: innocent.filter((id) => named.has(`transaction:${id}`)).length,
  };
}

const CALLBACK = { callback_url: 'http://127.0.0.1:9/hook' };
