import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTwin, type TestService } from '../harness.ts';
import { inParallel } from '../in-parallel.ts';
import { startLiveService } from '../providers/live.ts';
import { createTill } from '../providers/till.ts';
import { addGateway, addLines, createOrangeLine, GATEWAY, signedRequest } from './sms.ts';

export interface CopyReport {
  readonly payments: number;
  readonly told: number;
  readonly perSecond: number;
  readonly sumXaf: number;
  readonly repeats: number;
  /** Texts that came before the one they follow; later texts put them right. */
  readonly mended: number;
}

const LINE = '+237699000001';
const SPARE_GATEWAY = 'spare-phone';
const HANDS = 16;

/**
 * Payments that are told from two to ten times, to two processes, by two gateways, with another id
 * and other spaces each time. They overtake each other, so the balances have to be put in order.
 */
export async function copySms({ payments }: { readonly payments: number }): Promise<CopyReport> {
  const service = await startLiveService();
  const twin = await startTwin(service);
  const { database } = service;
  await addLines(database, 'orange', [LINE]);
  const sims = { 'sim-1': { operator: 'orange', line: LINE } } as const;
  await addGateway(database, { sims });
  await addGateway(database, { id: SPARE_GATEWAY, sims });
  const till = createTill(service);

  const players = Array.from({ length: payments }, () => till.player());
  await inParallel(payments, HANDS, async (index) => {
    const msisdn = players[index] ?? '';
    const callback = { callback_url: 'https://example.com/hook' };
    await till.deposit({ msisdn, line: LINE, amount_xaf: amountOf(index), ...callback });
  });

  const line = createOrangeLine(LINE);
  const texts = players.map((payer, index) => line.pay({ payer, amount: amountOf(index) }));
  const copies = texts.flatMap((text, index) =>
    Array.from({ length: 2 + (index % 9) }, (_, copy) => ({ text, copy })),
  );
  const started = performance.now();
  await inParallel(copies.length, HANDS, async (index) => {
    const { text, copy } = copies[index] ?? assert.fail();
    await tellCopy(index % 2 === 0 ? service : twin, text, copy);
  });
  const perSecond = Math.round((copies.length * 1_000) / (performance.now() - started));
  return { payments, told: copies.length, perSecond, ...(await audit(service, payments)) };
}

function amountOf(index: number): number {
  return 500 + (index % 200);
}

async function tellCopy(service: TestService, text: string, copy: number): Promise<void> {
  const body = {
    id: randomUUID(),
    sim: 'sim-1',
    sender: 'OrangeMoney',
    text: `${text}${' '.repeat(copy)}`,
  };
  const gateway = copy % 3 === 2 ? SPARE_GATEWAY : GATEWAY;
  const answer = await service.call('POST', `/internal/v1/sms/${gateway}`, signedRequest(body));
  assert.equal(answer.status, 200, answer.text);
}

async function audit({ database }: TestService, payments: number) {
  const [row] = await database.query<Readonly<Record<string, number>>>({
    text: `select (select count(*) from transactions where state = 'succeeded') as succeeded,
                  (select count(*) from transactions) as deposits,
                  (select count(*) from transitions where to_state = 'succeeded') as moves,
                  (select count(*) from webhooks where event = 'payment.succeeded') as webhooks,
                  (select count(*) from receipts) as receipts,
                  (select count(*) from receipt_uses) as uses,
                  (select sum(amount_xaf)::bigint from transactions
                   where state = 'succeeded') as credited,
                  (select sum(amount_xaf)::bigint from receipts where state = 'used') as received,
                  (select balance_cents - start_cents from lines) as arrived,
                  (select count(*) from sms_messages where state = 'repeat') as repeats,
                  (select count(*) from balance_steps where state = 'waiting') as open,
                  (select count(*) from receipts where doubts <> '{}') as mended`,
  });
  const found = row ?? assert.fail();
  const { deposits, succeeded, moves, webhooks, receipts, uses } = found;
  assert.deepEqual(
    { deposits, succeeded, moves, webhooks, receipts, uses, open: found['open'] },
    {
      deposits: payments,
      succeeded: payments,
      moves: payments,
      webhooks: payments,
      receipts: payments,
      uses: payments,
      open: 0,
    },
  );
  const sumXaf = Array.from({ length: payments }, (_, index) => amountOf(index)).reduce(
    (sum, amount) => sum + amount,
    0,
  );
  const { credited, received, arrived } = found;
  assert.deepEqual([credited, received, arrived], [sumXaf, sumXaf, sumXaf * 100]);
  return { sumXaf, repeats: found['repeats'] ?? 0, mended: found['mended'] ?? 0 };
}
