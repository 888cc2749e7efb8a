import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDifferences } from '../../src/db/finance/differences.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { ONE_PERSON } from '../../src/flows/access/policy.ts';
import { recordLine } from '../../src/flows/finance/differences/act-on-difference.ts';
import { importStatement } from '../../src/flows/finance/import-statement.ts';
import { openBooks } from '../../src/flows/finance/open-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { loadStatementMappings } from '../../src/settings/statement-mappings.ts';
import { tamper } from '../support/books/forget-books.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { passTime } from '../support/providers/live.ts';
import { addGateway, addLines, createOrangeLine, tell } from '../support/receipts/sms.ts';

// A believed text about money that the service does not book explains a difference only until its
// money is in the books in some other way.

const NUMBER = '+237699000001';
const WALLET = `orange:${NUMBER}`;
const DAY_MS = 86_400_000;

async function start() {
  const service = await startTestService();
  const { database } = service;
  await addLines(database, 'orange', [NUMBER]);
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: NUMBER } } });
  await openBooks({ database }, new Map());
  const { momo } = openMomo({ DATABASE_URL: service.config.databaseUrl ?? '' });
  const line = createOrangeLine(NUMBER);
  await tell(service, { text: line.pay({ payer: '+237690000001', amount: 5_000 }) });
  return {
    database,
    momo,
    /** The operator takes 350 back that we do not know, by a text with the balance after it. */
    takeBack: () => {
      const moved = 'Montant: 350 FCFA. Nouveau solde: 54650.25 FCFA.';
      const text = `Annulation du transfert PP261101.1200.B00001 effectuee. ${moved}`;
      return tell(service, { text });
    },
    adjust: async (xaf: number) => {
      const said = ['--reason', 'A reversal.', '--evidence', 'statement'];
      const { code, output } = await momo('books', 'adjust', `wallet:${WALLET}`, `${xaf}`, ...said);
      assert.equal(code, 0, output);
    },
    lose: (xaf: number) =>
      tamper(database, [`update lines set balance_cents = balance_cents - ${xaf * 100}`]),
    causeOf: async () => (await verifyBooks(database)).wallets[0]?.cause,
  };
}

async function assertNamed({ momo }: Pick<Awaited<ReturnType<typeof start>>, 'momo'>) {
  const { code, stdout } = await momo('books', 'verify');
  assert.equal(code, 1, stdout);
  assert.match(stdout, /, difference -350\.00: unknown$/m);
}

test('a text whose money a person has booked by a correction excuses nothing more', async () => {
  const line = await start();
  await line.takeBack();
  assert.equal(await line.causeOf(), 'moves_without_us');
  await line.adjust(-350);
  assert.equal(await line.causeOf(), 'none');
  await line.lose(350);
  await assertNamed(line);
});

test('a correction the other way, or of less, leaves a text as it was', async () => {
  const line = await start();
  await line.takeBack();
  await line.adjust(350);
  await line.adjust(-100);
  await line.lose(-250);
  assert.equal(await line.causeOf(), 'moves_without_us');
});

test('a text whose statement line was recorded excuses nothing more', async () => {
  const line = await start();
  const { database } = line;
  await line.takeBack();
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  const row = `${at};MP261101.1200.B00002;Succès;${NUMBER.slice(4)};Orange;350;0`;
  const head = 'Date;Référence;Statut;Expéditeur;Destinataire;Montant;Frais';
  const imported = await importStatement({ database }, COMMAND_LINE, {
    wallet: WALLET,
    operator: 'orange',
    fileName: 'march.csv',
    content: Buffer.from(`${head}\n${row}\n`),
    mappings: loadStatementMappings('orange', null),
  });
  assert.equal(imported.kind, 'imported', JSON.stringify(imported));
  assert.equal(await line.causeOf(), 'moves_without_us', 'only read in');
  const found = await listDifferences(database, { limit: 10 });
  const difference = found.find(({ operatorTxId }) => operatorTxId?.endsWith('B00002'));
  assert.equal(difference?.kind, 'paid_not_ours');
  const deps = { database, policy: ONE_PERSON, onQueued: () => {} };
  const said = { id: difference.id, reason: 'Seen in the portal.' };
  assert.deepEqual(await recordLine(deps, COMMAND_LINE, said), { kind: 'done' });
  assert.equal(await line.causeOf(), 'none');
  await line.lose(350);
  await assertNamed(line);
});

test('a text that is older than a balance that a closing saw agree excuses nothing more', async () => {
  const line = await start();
  await line.adjust(-350);
  await line.takeBack();
  assert.equal(await line.causeOf(), 'none', 'it was booked before its text came');
  await passTime(line.database, 2 * DAY_MS);
  const closed = await line.momo('books', 'close');
  assert.match(closed.stdout, /^closed /, closed.output);
  await line.lose(350);
  await assertNamed(line);
});
