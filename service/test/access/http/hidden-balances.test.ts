import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEvidence } from '../../../src/db/provider-requests/evidence.ts';
import type { StaffRole } from '../../../src/domain/access/staff-role.ts';
import { findStaffRoutes } from '../../support/access/routes.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { passTime } from '../../support/providers/live.ts';
import { addGateway, nextOrangeId, orangeText, tell } from '../../support/receipts/sms.ts';
import { bodyOf, create, DEPOSITS } from '../../support/transactions/payments.ts';

// What a line has is the secret behind its texts: no route answers a viewer with it, and an agent
// only after a click that the audit log keeps.

const LINE = '+237699000001';
const OTHER_LINE = '+237699000002';
const HOUR_MS = 3_600_000;
/** Digits that nothing else here has. */
const OPENED = 73_914_826;
const PAID = OPENED + 500;
const PAID_ID = nextOrangeId();
const LOOSE = 52_638_417;
const SEEN_NOWHERE_ELSE = 84_157_362;
const FLOAT = 61_827_354;
const GAP = PAID + 500 - LOOSE;
const SECRETS = [OPENED, PAID, LOOSE, LOOSE - 500, SEEN_NOWHERE_ELSE, FLOAT, GAP, GAP - 500].map(
  String,
);

const service = await startTestService();
const { database } = service;
const routes = (await findStaffRoutes(service)).filter(
  (route) => route.startsWith('GET ') || route.endsWith('/search'),
);
const admin = await headersOf('admin');
const { transactionId, receiptId } = await plantBalances();

const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/internal/v1/receipts': ['', '?state=used', '?state=dismissed'],
  '/internal/v1/lines/:line/foresee': [`?balance_cents=${OPENED * 100 + 25}`, '?balance_cents=100'],
  '/internal/v1/sms': ['', '?state=review', '?state=receipt', '?state=balance'],
};

/** These show it to administrators; without them the test would prove nothing. */
const KNOWN_TO_SHOW = [
  '/internal/v1/audit',
  '/internal/v1/contradictions',
  '/internal/v1/figures',
  '/internal/v1/lines',
  '/internal/v1/providers',
  '/internal/v1/receipts',
  '/internal/v1/receipts/:id',
  '/internal/v1/receipts/search',
  '/internal/v1/sms',
  '/internal/v1/transactions/:id',
  '/internal/v1/wallets',
];

test('no route shows a viewer or an agent what a line or wallet has, in any spelling', async () => {
  const shown = await shownTo(admin);
  assert.deepEqual(
    KNOWN_TO_SHOW.filter((path) => !shown.has(path)),
    [],
  );
  for (const role of ['viewer', 'agent'] as const) {
    assert.deepEqual(await shownTo(await headersOf(role)), new Map(), role);
  }
});

test('what a text says besides its balance stays readable', async () => {
  const { text } = await service.call('GET', '/internal/v1/sms', {
    headers: await headersOf('agent'),
  });
  assert.match(text, /Montant Transaction: 500FCFA/);
  assert.match(text, /Nouveau Solde: ••• FCFA/);
});

test('an agent reveals a line by a click: one audit line for each person, line and hour', async () => {
  const person = await addPerson(database, 'agent');
  let agent = await scriptHeaders(database, person);
  const reveal = (line: string) =>
    service.call('POST', `/internal/v1/lines/${encodeURIComponent(line)}/reveal`, {
      headers: { ...agent, origin: service.url },
    });
  const before = await countReveals();
  const both = await Promise.all([reveal(LINE), reveal(LINE)]);
  assert.deepEqual(
    both.map((answer) => bodyOf(answer)['balance_xaf']),
    [PAID + 0.25, PAID + 0.25],
  );
  assert.equal(await countReveals(), before + 1);
  const shown = await shownTo(agent);
  for (const path of ['lines', 'sms', 'receipts'])
    assert.ok(shown.has(`/internal/v1/${path}`), path);
  assert.deepEqual(shown.get('/internal/v1/figures'), undefined, 'a wallet is no line');
  assert.deepEqual(await shownTo(await headersOf('agent')), new Map(), 'another person');
  await reveal(OTHER_LINE);
  assert.equal(await countReveals(), before + 2);
  await passTime(database, HOUR_MS + 1_000);
  agent = await scriptHeaders(database, person);
  assert.deepEqual(await shownTo(agent), new Map(), 'an hour later');
  await reveal(LINE);
  assert.equal(await countReveals(), before + 3);
  assert.equal((await reveal('+237699999999')).status, 404);
});

test('who sees no balance reads of a text that fits none how it was when the text arrived', async () => {
  const { text } = await service.call('GET', '/internal/v1/lines', {
    headers: await headersOf('agent'),
  });
  assert.match(text, /This text assumed another balance than the line had when it arrived/);
  assert.doesNotMatch(text, /the line holds another amount/);
});

test('a viewer reveals nothing', async () => {
  const headers = { ...(await headersOf('viewer')), origin: service.url };
  const path = `/internal/v1/lines/${encodeURIComponent(LINE)}/reveal`;
  assert.equal((await service.call('POST', path, { headers })).status, 403);
});

test('the preview of a typed balance names no difference; the act with its reason does', async () => {
  const agent = { ...(await headersOf('agent')), origin: service.url };
  const path = `/internal/v1/lines/${encodeURIComponent(LINE)}`;
  const asked = `${path}/foresee?balance_cents=${(PAID - 111_222) * 100 + 25}`;
  const preview = await service.call('GET', asked, { headers: agent });
  assert.deepEqual(Object.keys(bodyOf(preview)).sort(), ['left', 'payments']);
  const json = { balance_cents: (PAID - 111_222) * 100 + 25, reason: 'read at the counter' };
  const acted = await service.call('POST', `${path}/balance`, { headers: agent, json });
  assert.match(JSON.stringify(bodyOf(acted)['gap']), /111222/);
});

test('no line of the log has a balance', () => {
  assert.ok(service.logLines.length > 0);
  assert.deepEqual(
    service.logLines.filter((line) => secretsIn(line).length > 0),
    [],
  );
});

async function headersOf(role: StaffRole): Promise<Record<string, string>> {
  return scriptHeaders(database, await addPerson(database, role));
}

/** The routes whose answer has a balance in it, with those balances. */
async function shownTo(headers: Record<string, string>): Promise<Map<string, readonly string[]>> {
  const shown = new Map<string, readonly string[]>();
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    // The feed never ends; it has names of queues and ids of transactions.
    if (path === '/internal/v1/events') continue;
    const searched = method === 'POST' ? [{ q: '691234567' }, { q: PAID_ID }] : [undefined];
    for (const [query, json] of (QUERIES[path] ?? ['']).flatMap((one) =>
      searched.map((q) => [one, q] as const),
    )) {
      const real = path
        .replace(':line', encodeURIComponent(LINE))
        .replace(':day', '2026-01-01')
        .replace(/:\w+/, path.includes('/receipts/') ? receiptId : transactionId);
      const asked = json === undefined ? { headers } : { headers, json };
      const answer = await service.call(method, `${real}${query}`, asked);
      // Reports ask for a range, and are for finance.
      const expected = path === '/internal/v1/reports' ? [403, 422] : [200, 403, 404];
      assert.ok(expected.includes(answer.status), `${real}${query}: ${answer.status}`);
      const secrets = secretsIn(answer.text);
      if (secrets.length > 0) shown.set(path, secrets);
    }
  }
  return shown;
}

function secretsIn(text: string): readonly string[] {
  const digits = text.replaceAll(/(?<=\d)[ \u00A0\u202F.,'’](?=\d)/g, '');
  return SECRETS.filter((secret) => digits.includes(secret));
}

async function countReveals(): Promise<number> {
  const rows = await database.query({
    text: `select from audit_log where action = 'line.reveal_balance'`,
  });
  return rows.length;
}

function pay(balance: string, id = nextOrangeId()) {
  const text = orangeText({ payer: '691234567', payee: LINE.slice(4), amount: 500, balance, id });
  return tell(service, { text });
}

/** A balance in every place that staff can read. */
async function plantBalances() {
  const sims = {
    'sim-1': { operator: 'orange', line: LINE },
    'sim-2': { operator: 'orange', line: OTHER_LINE },
  } as const;
  await addGateway(database, { sims, opensWithXaf: null });
  for (const line of [LINE, OTHER_LINE]) {
    const json = {
      balance_cents: OPENED * 100 + 25,
      reason: 'The counter says 73 914 826,25 today',
    };
    const path = `/internal/v1/lines/${encodeURIComponent(line)}/balance`;
    // The second person confirms it: what comes then is booked.
    for (const person of [admin, await headersOf('admin')]) {
      const headers = { ...person, origin: service.url };
      assert.equal((await service.call('POST', path, { headers, json })).status, 200);
    }
  }
  await pay(`${PAID}.25`, PAID_ID);
  await pay(`${LOOSE}.25`);
  await tell(service, { text: `Cher client, 84 157 362 FCFA sont sur le compte ce jour.` });
  await tell(service, { text: `Votre solde est de 84.157.362,50 FCFA.` });
  const { service_tx_id: id } = await create(service, DEPOSITS, {
    operator: 'orange',
    msisdn: '+237691234567',
  });
  const exchange = { transactionId: id, providerId: 'orange-money', kind: 'exchange' } as const;
  const rest = { status: 200, error: null, latencyMs: 3 };
  const answers = [
    JSON.stringify({ availableBalance: String(FLOAT), currency: 'XAF' }),
    `Transfert de 500 FCFA reussi. Nouveau solde: ${SEEN_NOWHERE_ELSE},25 FCFA`,
  ];
  await insertEvidence(
    database,
    answers.map((answer) => ({ ...exchange, ...rest, request: 'GET /balance', answer })),
  );
  await database.query({
    text: `insert into provider_health (provider_id, is_up, balance_xaf, balance_at, checked_at)
           select id, true, $1, app_now(), app_now() from providers
           on conflict (provider_id) do update
             set balance_xaf = excluded.balance_xaf, balance_at = excluded.balance_at`,
    values: [FLOAT],
  });
  await database.query({
    text: `insert into submissions (transaction_id, provider_id, channel_id, reference,
                                    callback_secret, problem, created_at)
           select id, provider_id, channel_id, gen_random_uuid(), 'secret', $2, app_now()
           from transactions where id = $1
           on conflict (transaction_id) do update set problem = excluded.problem`,
    values: [id, JSON.stringify({ code: 'float_too_low', params: { amount_xaf: FLOAT } })],
  });
  await database.query({
    text: `insert into contradictions (id, kind, transaction_id, evidence, remark, recorded_at)
           values (gen_random_uuid(), 'reversed_by_operator', $1, $2, $3, app_now())`,
    values: [
      id,
      `Transaction annulee. Votre solde: ${SEEN_NOWHERE_ELSE} FCFA`,
      JSON.stringify({ code: 'reversed_by_operator' }),
    ],
  });
  const [receipt] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where operator_tx_id = $1',
    values: [PAID_ID],
  });
  return { transactionId: id, receiptId: receipt?.id ?? '' };
}
