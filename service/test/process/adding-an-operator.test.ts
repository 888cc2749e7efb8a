import assert from 'node:assert/strict';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { OPERATORS, type Operator } from '../../src/domain/operators/operator.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { openTestDatabase } from '../support/database.ts';
import { createTill } from '../support/providers/till.ts';
import { addGateway, tell } from '../support/receipts/sms.ts';
import { runToEnd, startServiceProcess } from '../support/service-process.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  paymentBody,
  read,
  simulate,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';

// The operator of the document, added to a copy of the service as the document says.

const DOCUMENT = readFileSync(join(CHECKOUT, 'docs', 'adding-an-operator.md'), 'utf8');
const LIST = 'service/src/domain/operators/operators.ts';
const COPIED = [
  ...['package.json', 'tsconfig.json', 'service/package.json', 'service/src'],
  ...['service/migrations', 'service/releases.json', 'console/src'],
];
const WOURI = 'wouri' as string as Operator;
const PLAYER = '+237640000007';
const LINE = '+237640000099';

const copy = mkdtempSync(join(tmpdir(), 'momo-operator-'));
after(() => rmSync(copy, { recursive: true }));
const { database, url } = await openTestDatabase();
for (const path of COPIED) cpSync(join(CHECKOUT, path), join(copy, path), { recursive: true });
symlinkSync(join(CHECKOUT, 'node_modules'), join(copy, 'node_modules'));
addOperator();
const service = await startServiceProcess({
  command: [process.execPath, join(copy, 'service', 'src', 'app', 'main.ts')],
  env: { DATABASE_URL: url },
});
const till = createTill({ ...service, database });

test('the document lists every file that is touched, and no other', () => {
  const [, list = ''] = /```text\n(.*?)```/s.exec(DOCUMENT) ?? [];
  const differs = (file: string) => {
    const [ours, theirs] = [CHECKOUT, copy].map((root) => textOf(join(root, file)));
    return ours !== theirs;
  };
  const files = COPIED.flatMap((path) => [path, ...globSync(`${path}/**/*.*`, { cwd: copy })]);
  assert.deepEqual(files.filter(differs).toSorted(), list.trim().split('\n').toSorted());
});

test('every table by operator has a row for it, or the types would not hold', async () => {
  const project = join(copy, 'tsconfig.json');
  const settings = JSON.parse(readFileSync(project, 'utf8')) as object;
  // The schemas have no such table, and their types alone take ten seconds.
  const include = ['domain', 'db', 'flows', 'providers'].map((layer) => `service/src/${layer}`);
  writeFileSync(project, JSON.stringify({ ...settings, include }));
  const tsc = join(CHECKOUT, 'node_modules', '.bin', 'tsc');
  const { code, output } = await runToEnd({ command: [tsc, '-p', copy] });
  assert.equal(code, 0, output);
});

test('its numbers are detected, and its logo is served', async () => {
  const answer = await service.call('POST', '/api/v1/msisdn/detect', {
    json: { msisdn: '6 40 00 00 07' },
  });
  const logo = `${service.url}/assets/logos/wouri.svg`;
  assert.deepEqual(answer.json, {
    msisdn_normalized: PLAYER,
    is_valid: true,
    country_code: 'CM',
    operator: 'wouri',
    operator_display_name: 'Wouri Money',
    provider_suggestion: 'wouri-money',
    provider_display_name: 'Wouri Money',
    provider_logo_url: logo,
    error: null,
  });
  const drawing = await service.call('GET', '/assets/logos/wouri.svg');
  assert.equal(drawing.headers.get('content-type'), 'image/svg+xml');
  assert.match(drawing.text, /Wouri Money/);
  for (const hidden of ['facts.ts', 'sms-templates.json']) {
    assert.equal((await service.call('GET', `/assets/logos/${hidden}`)).status, 404);
  }
});

test('the catalogue has its providers after the others', async () => {
  const { providers } = bodyOf(await service.call('GET', '/api/v1/CM/providers'));
  assert.ok(Array.isArray(providers));
  assert.deepEqual(
    providers.map(({ provider_id: id }: { readonly provider_id: string }) => id).slice(-2),
    ['wouri-money', 'wouri-backup'],
  );
});

test('a deposit and a withdrawal succeed', async () => {
  for (const path of [DEPOSITS, WITHDRAWALS]) {
    const { service_tx_id: id } = await create(service, path, { operator: WOURI, msisdn: PLAYER });
    await simulate(service, id, 'succeeded');
    const { state, operator } = await read(service, id);
    assert.deepEqual([state, operator], ['succeeded', 'wouri']);
  }
});

test('a number of another operator is refused, and so is an unknown operator', async () => {
  const order = (operator: string) =>
    service.call('POST', DEPOSITS, { json: paymentBody({ operator, msisdn: PLAYER }) });
  const unknown = await order('nobody');
  assert.equal(unknown.status, 400);
  assert.partialDeepStrictEqual(unknown.json, {
    detail: "Unknown operator: the accepted values are 'mtn', 'orange' and 'wouri'",
  });
  for (const operator of OPERATORS) assert.equal((await order(operator)).status, 422);
});

test('a text of it is read by its own template and completes its deposit', async () => {
  const sims = { 'sim-1': { operator: WOURI, line: LINE } } as const;
  await addGateway(database, { sims, opensWithXaf: 50_000 });
  const id = await till.deposit({ operator: WOURI, msisdn: PLAYER, line: LINE, amount_xaf: 750 });
  await tell(service, { sender: 'WouriMoney', text: textWith('W4K7-200318', 50_750) });
  const { state, provider_tx_id } = await read(service, id);
  assert.deepEqual([state, provider_tx_id], ['succeeded', 'W4K7-200318']);
});

test('a payment by a text with another operator’s form of id waits for its id', async () => {
  const id = await till.deposit({ operator: WOURI, msisdn: PLAYER, line: LINE, amount_xaf: 750 });
  const foreign = [
    ['19020304055', 51_500],
    ['PP261115.1130.C70415', 52_250],
  ] as const;
  for (const [foreignId, balance] of foreign) {
    const text = textWith(foreignId, balance);
    await tell(service, { sender: 'WouriMoney', text });
    const rows = await database.query({
      text: 'select state, reason from sms_messages where body = $1',
      values: [text],
    });
    assert.deepEqual(rows, [{ state: 'receipt', reason: 'id_unclear' }]);
  }
  assert.equal((await read(service, id))['state'], 'pending');
});

test('it ends as it should', async () => {
  const { code } = await service.end('SIGTERM');
  assert.equal(code, 0, service.output());
});

function textWith(id: string, balance: number): string {
  return (
    `Wouri Money: vous avez recu 750 FCFA de EYANGO RUTH (${PLAYER.slice(4)}) aujourd'hui. ` +
    `Reference: ${id}. Frais: 0 FCFA. Solde: ${balance} FCFA.`
  );
}

/** Writes the document's code block of each file, and the entry into the list. */
function addOperator(): void {
  for (const [, file = '', content = ''] of DOCUMENT.matchAll(
    /^`(\S+)`:\n\n```\w+\n(.*?)```$/gms,
  )) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), content);
  }
  const [, entry = ''] = DOCUMENT.split('## 4. The entry')[1]?.match(/```ts\n(.*?)```/s) ?? [];
  const [imported = '', list = ''] = entry.split('\n');
  assert.match(list, /^export const OPERATOR_LIST /);
  const old = readFileSync(join(copy, LIST), 'utf8');
  const changed = old.replace(/^export const OPERATOR_LIST .*$/m, list);
  writeFileSync(join(copy, LIST), `${imported}\n${changed}`);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
