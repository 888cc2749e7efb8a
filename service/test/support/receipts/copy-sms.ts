import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Operator } from '../../../src/domain/operators/operator.ts';
import { startTwin, type TestService } from '../harness.ts';
import { inParallel } from '../in-parallel.ts';
import { startLiveService } from '../providers/live.ts';
import { createTill } from '../providers/till.ts';
import { eventually } from '../service-process.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';
import { createStory, type StoryText } from './line-story.ts';
import { addGateway, addLines, GATEWAY, signedRequest } from './sms.ts';

export interface CopyReport {
  readonly payments: number;
  /** Texts about money of ours that no player paid. */
  readonly moves: number;
  readonly reported: number;
  readonly perSecond: number;
  readonly sumXaf: number;
  readonly repeats: number;
  /** Texts that came before the one they follow; later texts put them right. */
  readonly mended: number;
  readonly reversed: number;
}

const OPENS_WITH_XAF = 50_000;
const LINES = [
  { operator: 'orange', sender: 'OrangeMoney', line: '+237699000001', secondLine: '+237699000002' },
  { operator: 'mtn', sender: 'MobileMoney', line: '+237677000001', secondLine: '+237677000002' },
] as const;
const SPARE_GATEWAY = 'spare-phone';
const HANDS = 16;
const MOVES_PER_PAYMENT = 2;
/** A text may come so many texts too late, and each of its copies by itself. */
const MAX_LATE = 12;
/** One payment in 25 is reported only after so many later texts, more than all hands hold. */
const OVERTAKEN_BY = 30;

/**
 * Payments that are reported two to ten times, to two processes, by two gateways, with another id
 * and other spaces each time. Between them all other money of the lines moves: agents, purchases,
 * commissions, own lines, reversals. They overtake each other, so the balances have to be sorted.
 */
export async function copySms({ payments }: { readonly payments: number }): Promise<CopyReport> {
  const service = await startLiveService();
  const twin = await startTwin(service);
  const stories = await openLines(service);
  const till = createTill(service);
  const players = Array.from({ length: payments }, (_, index) =>
    till.player(storyOf(index).operator),
  );
  await inParallel(payments, HANDS, async (index) => {
    const msisdn = players[index] ?? '';
    const callback = { callback_url: 'https://example.com/hook' };
    const { line, operator } = storyOf(index);
    await till.deposit({ msisdn, line, operator, amount_xaf: amountOf(index), ...callback });
  });

  // Written when their time has come: a text says when its money moved, and some do not say it.
  const texts: ReportedText[] = [];
  const write = (payment: number) => {
    const story = storyOf(payment);
    const paid = story.pay({ payer: players[payment] ?? '', amount: amountOf(payment) });
    const moved = Array.from({ length: MOVES_PER_PAYMENT }, () => story.move());
    texts.push(...[paid, ...moved].map((text) => ({ ...text, sender: story.sender })));
  };
  const copies = copiesOf(payments);
  const started = performance.now();
  await inParallel(copies.length, HANDS, async (index) => {
    const { of, copy } = copies[index] ?? assert.fail();
    while (texts.length <= of) write(texts.length / TEXTS_PER_PAYMENT);
    await tellCopy(index % 2 === 0 ? service : twin, texts[of] ?? assert.fail(), copy);
  });
  const perSecond = Math.round((copies.length * 1_000) / (performance.now() - started));

  await eventually('no text is left to be read', () => isAllRead(service));
  await auditTexts(service, texts);
  for (const { line, balanceCents } of stories) await auditLine(service, line, balanceCents());
  const reversed = new Set(texts.flatMap(({ reversedTxId }) => reversedTxId ?? [])).size;
  const found = await auditMoney(service, { payments, reversed });
  await assertAllHolds(service, { isStopped: true });
  const moves = payments * MOVES_PER_PAYMENT;
  return { payments, moves, reported: copies.length, perSecond, reversed, ...found };

  function storyOf(payment: number) {
    return stories[payment % stories.length] ?? assert.fail();
  }
}

const TEXTS_PER_PAYMENT = 1 + MOVES_PER_PAYMENT;

interface ReportedText extends StoryText {
  readonly sender: string;
}

async function openLines({ database }: TestService) {
  for (const { operator, line } of LINES) await addLines(database, operator, [line]);
  const sims = Object.fromEntries(
    LINES.flatMap(({ operator, sender, line, secondLine }) => [
      [sender, { operator: operator satisfies Operator, line }],
      [secondLine, { operator, line: secondLine }],
    ]),
  );
  for (const id of [GATEWAY, SPARE_GATEWAY]) {
    await addGateway(database, { id, sims, opensWithXaf: OPENS_WITH_XAF });
  }
  return LINES.map((line) => ({
    ...line,
    ...createStory({ ...line, opensWithXaf: OPENS_WITH_XAF }),
  }));
}

function amountOf(index: number): number {
  return 500 + 10 * (index % 20);
}

/** Which text is sent when: in order but for its delay. */
function copiesOf(payments: number): readonly { readonly of: number; readonly copy: number }[] {
  return Array.from({ length: payments * TEXTS_PER_PAYMENT }, (_, of) => {
    const isPayment = of % TEXTS_PER_PAYMENT === 0;
    const payment = of / TEXTS_PER_PAYMENT;
    const times = 2 + (isPayment ? payment % 9 : of % 3);
    const leastLate = isPayment && payment % 25 === 5 ? OVERTAKEN_BY : 0;
    const latenessOf = (copy: number) =>
      Math.max(leastLate, (((of + 1) * 7_919 + copy * 104_729) % 101) % (MAX_LATE + 1));
    return Array.from({ length: times }, (_copy, copy) => ({
      of,
      copy,
      at: of + latenessOf(copy),
    }));
  })
    .flat()
    .toSorted((a, b) => a.at - b.at);
}

async function tellCopy(
  service: TestService,
  { text, sender }: ReportedText,
  copy: number,
): Promise<void> {
  const body = { id: randomUUID(), sim: sender, sender, text: `${text}${' '.repeat(copy)}` };
  const gateway = copy % 3 === 2 ? SPARE_GATEWAY : GATEWAY;
  const answer = await service.call('POST', `/internal/v1/sms/${gateway}`, signedRequest(body));
  assert.equal(answer.status, 200, answer.text);
}

async function isAllRead({ database }: TestService): Promise<boolean> {
  const rows = await database.query({ text: `select from sms_messages where state = 'stored'` });
  return rows.length === 0;
}

/** Every copy of a text that is no payment is filed as what it is, and none is a receipt. */
async function auditTexts(
  { database }: TestService,
  texts: readonly ReportedText[],
): Promise<void> {
  const rows = await database.query<{ readonly text: string; readonly states: string }>({
    text: `select rtrim(body) as text, string_agg(distinct state, ' ' order by state) as states
           from sms_messages group by 1`,
  });
  const statesOf = new Map(rows.map(({ text, states }) => [text, states]));
  for (const { text, state } of texts) {
    const states = statesOf.get(text)?.replace('receipt repeat', 'receipt');
    assert.equal(states, state, text);
  }
}

/** The chain of a line has taken in all that moved it. */
async function auditLine({ database }: TestService, line: string, cents: number): Promise<void> {
  const [row] = await database.query<{ readonly balance: number; readonly waiting: number }>({
    text: `select (select balance_cents from lines where line = $1) as balance,
                  (select count(*) from balance_steps
                   where line = $1 and state = 'waiting') as waiting`,
    values: [line],
  });
  assert.deepEqual(row, { balance: cents, waiting: 0 }, line);
}

async function auditMoney(
  { database }: TestService,
  { payments, reversed }: { readonly payments: number; readonly reversed: number },
) {
  const [row] = await database.query<Readonly<Record<string, number>>>({
    text: `select (select count(*) from transactions where state = 'succeeded') as succeeded,
                  (select count(*) from transactions) as deposits,
                  (select count(*) from transitions where to_state = 'succeeded') as moves,
                  (select count(*) from webhooks where event = 'payment.succeeded') as webhooks,
                  (select count(*) from receipts) as receipts,
                  (select count(*) from receipt_uses) as uses,
                  (select count(*) from contradictions) as contradictions,
                  (select sum(amount_xaf)::bigint from transactions
                   where state = 'succeeded') as credited,
                  (select sum(amount_xaf)::bigint from receipts where state = 'used') as received,
                  (select count(*) from sms_messages where state = 'repeat') as repeats,
                  (select count(*) from receipts where doubts <> '{}') as mended`,
  });
  const { repeats = 0, mended = 0, ...found } = row ?? assert.fail();
  const sumXaf = Array.from({ length: payments }, (_, index) => amountOf(index)).reduce(
    (sum, amount) => sum + amount,
    0,
  );
  assert.deepEqual(found, {
    succeeded: payments,
    deposits: payments,
    moves: payments,
    webhooks: payments,
    receipts: payments,
    uses: payments,
    contradictions: reversed,
    credited: sumXaf,
    received: sumXaf,
  });
  assert.ok(mended > 0, 'no text came before the one that it follows');
  return { sumXaf, repeats, mended };
}
