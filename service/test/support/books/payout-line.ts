import assert from 'node:assert/strict';
import { MTN_TEXTS } from '../../../src/domain/operators/mtn/texts.ts';
import { openBooks } from '../../../src/flows/finance/open-books.ts';
import {
  addMtn,
  createApproved,
  giveGoodPast,
  passTime,
  startLiveService,
  startMtn,
} from '../providers/live.ts';
import { mtnText } from '../providers/till.ts';
import { addGateway, tell } from '../receipts/sms.ts';

export interface SentPayout {
  readonly id: string;
  readonly msisdn: string;
  readonly reference: string;
}

/** A live service whose payouts and their texts go through one line with a known balance. */
export async function startPayoutLine(line: string) {
  const service = await startLiveService();
  const { database } = service;
  const operator = await startMtn({ decide: 'manual', floatXaf: 10_000_000 });
  await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: line } });
  await giveGoodPast(database, ['mtn-main']);
  let balanceXaf = 10_000_000;
  await addGateway(database, {
    sims: { 'sim-1': { operator: 'mtn', line } },
    opensWithXaf: balanceXaf,
  });
  await openBooks({ database }, new Map());
  let [shiftMs, numbers, ids] = [0, 670_300_000, 28_000_000_000];

  async function pass(ms: number): Promise<void> {
    shiftMs += ms;
    await passTime(database, ms);
  }

  async function ask(): Promise<void> {
    await database.query({
      text: 'update submissions set next_step_at = app_now() where next_step_at is not null',
    });
    await service.takeSteps();
  }

  const nextId = () => String((ids += 1));
  const now = () => new Date(Date.now() + shiftMs);
  await pass(60_000);
  return {
    service,
    operator,
    pass,
    ask,
    now,
    /** The operator's id in the text that was written last. */
    lastId: () => String(ids),
    nextNumber: () => `+237${(numbers += 1)}`,
    /** The balance after money moved. */
    move: (changeXaf: number) => (balanceXaf += changeXaf),

    /** Payouts of one amount to one new number, which the operator has not decided yet. */
    sendEqual: async (
      count: number,
      amountXaf: number,
    ): Promise<readonly [SentPayout, ...SentPayout[]]> => {
      numbers += 1;
      const msisdn = `+237${numbers}`;
      const made: SentPayout[] = [];
      for (let index = 0; index < count; index += 1) {
        const order = { operator: 'mtn', msisdn, amount_xaf: amountXaf };
        const id = await createApproved(service, order);
        while ((await service.takeSteps()) > 0);
        const [row] = await database.query<{ readonly reference: string }>({
          text: `select reference from submissions
                 where transaction_id = $1 and sent_at is not null`,
          values: [id],
        });
        made.push({ id, msisdn, reference: row?.reference ?? assert.fail('it was not sent') });
      }
      const [first, ...rest] = made;
      assert.ok(first !== undefined);
      return [first, ...rest];
    },

    succeed: async (
      payouts: readonly SentPayout[],
      { isNamed }: { readonly isNamed: boolean },
    ): Promise<void> => {
      for (const { reference } of payouts) {
        if (!isNamed) operator.faults.add('transfer_status', { kind: 'nameless' });
        operator.approve(reference);
        await ask();
        operator.faults.clear();
      }
    },

    /** The operator's text about a transfer, with the balance after it. */
    textOf: (msisdn: string, amountXaf: number, id = nextId()): string => {
      balanceXaf -= amountXaf;
      const whom = { number: msisdn.replace('+237', ''), name: 'NGO BIYONG ANNE', line: '' };
      return MTN_TEXTS.write.sent({ ...whom, at: now(), amountXaf, balanceXaf, id });
    },

    /** The text about a payment to us. */
    textFrom: (payer: string, amount: number, id = nextId()): string => {
      balanceXaf += amount;
      return mtnText({ payer, amount, balance: balanceXaf, id, at: now() });
    },

    report: (text: string): Promise<unknown> => tell(service, { sender: 'MobileMoney', text }),
  };
}
