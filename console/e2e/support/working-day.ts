import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../service/src/db/access/access.ts';
import { recordContradiction } from '../../../service/src/db/transactions/contradictions.ts';
import { insertReceipt } from '../../../service/test/support/receipts/receipts.ts';
import { addGateway, createOrangeLine, tell } from '../../../service/test/support/receipts/sms.ts';
import { simulate } from '../../../service/test/support/transactions/payments.ts';
import type { RunningConsole } from './running-console.ts';

// A console in the middle of a working day, for pictures: every payment at its own
// minute, of people with several numbers, beside the same weekday of the week before.

const WEEK_MS = 7 * 24 * 3_600_000;
const LINE = '+237699000001';

interface Person {
  readonly player_id: string;
  readonly operator: 'mtn' | 'orange';
  readonly msisdn: string;
}

const PEOPLE = {
  solange: person(1, 'mtn', '+237677214508'),
  ibrahim: person(2, 'mtn', '+237652890134'),
  chantal: person(3, 'orange', '+237694371260'),
  emile: person(4, 'mtn', '+237670558219'),
  fatou: person(5, 'orange', '+237655042687'),
  roger: person(6, 'mtn', '+237681467302'),
} as const;
type Name = keyof typeof PEOPLE;

type Outcome = 'succeeded' | 'failed' | 'expired';
/** Minutes ago, who, francs, what became of it, and after how many seconds. */
type Payment = readonly [number, Name, number, Outcome, number];

const DEPOSITS: readonly Payment[] = [
  [412, 'solange', 5_000, 'succeeded', 21],
  [398, 'chantal', 2_000, 'succeeded', 34],
  [377, 'ibrahim', 10_000, 'succeeded', 18],
  [351, 'emile', 1_500, 'expired', 900],
  [338, 'fatou', 25_000, 'succeeded', 52],
  [304, 'roger', 3_000, 'succeeded', 16],
  [287, 'solange', 12_500, 'succeeded', 27],
  [262, 'ibrahim', 500, 'failed', 41],
  [243, 'chantal', 7_500, 'succeeded', 30],
  [218, 'emile', 50_000, 'succeeded', 24],
  [196, 'fatou', 4_000, 'succeeded', 63],
  [171, 'roger', 15_000, 'succeeded', 19],
  [149, 'solange', 20_000, 'succeeded', 22],
  [122, 'emile', 2_500, 'succeeded', 17],
  [94, 'chantal', 30_000, 'succeeded', 38],
  [71, 'ibrahim', 6_000, 'failed', 29],
  [46, 'roger', 8_000, 'succeeded', 20],
  [18, 'fatou', 11_000, 'succeeded', 45],
];

const PAID_OUT: readonly Payment[] = [
  [366, 'emile', 18_000, 'succeeded', 95],
  [274, 'solange', 40_000, 'succeeded', 61],
  [183, 'chantal', 22_000, 'succeeded', 80],
  [108, 'roger', 9_500, 'succeeded', 54],
];

/** Minutes ago, who and francs: not decided yet. */
const TO_APPROVE: readonly (readonly [number, Name, number])[] = [
  [37, 'solange', 12_500],
  [31, 'emile', 250_000],
  [24, 'fatou', 5_000],
  [19, 'ibrahim', 75_000],
  [12, 'chantal', 18_000],
  [7, 'roger', 9_900],
  [3, 'solange', 30_000],
];

/** The path of each screen that has a picture. */
export type DayScreens = Readonly<
  Record<'home' | 'approvals' | 'held' | 'receipts' | 'transactions' | 'transaction', string>
>;

export async function liveThroughADay(running: RunningConsole): Promise<DayScreens> {
  const callback_url = await startReceiver();
  const found = { approval: '', settled: '', held: '' };
  let orders = 4_700;

  const create = (direction: Direction, name: Name, amount_xaf: number): Promise<string> => {
    orders += 1;
    const reference = `${direction === 'deposit' ? 'dep' : 'win'}-${orders}`;
    return running[direction]({ ...PEOPLE[name], amount_xaf, reference, callback_url });
  };
  const settle =
    (direction: Direction) =>
    ([minutesAgo, name, francs, outcome, seconds]: Payment): Happening => ({
      minutesAgo,
      act: async (shift) => {
        const id = await create(direction, name, francs);
        await shift(-seconds / 60);
        await simulate(running.service, id, outcome);
        if (direction === 'withdrawal') found.settled = id;
      },
    });
  const settled = [...DEPOSITS.map(settle('deposit')), ...PAID_OUT.map(settle('withdrawal'))];
  const waiting = TO_APPROVE.map(
    ([minutesAgo, name, francs]): Happening => ({
      minutesAgo,
      act: async () => {
        const id = await create('withdrawal', name, francs);
        found.approval ||= id;
      },
    }),
  );
  const held: Happening = {
    minutesAgo: 64,
    act: async (shift) => {
      found.held = await create('deposit', 'roger', 20_000);
      await shift(-15);
      await simulate(running.service, found.held, 'expired');
      await shift(-22);
      await simulate(running.service, found.held, 'held');
    },
  };
  await rememberLastWeek(running.database);
  const all = [...settled, ...waiting, held];
  for (const { minutesAgo, act } of all.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    await setClock(running, minutesAgo);
    await act((minutes) => setClock(running, minutesAgo + minutes));
  }
  await setClock(running, 0);
  await recordContradiction(running.database, {
    remark: { code: 'reversed_by_operator' },
    transactionId: found.settled,
    receiptId: null,
    smsId: null,
    evidence: 'provider:mtn-momo:failed',
  });
  const receipts = await payInParts(running, (francs) => create('deposit', 'fatou', francs));
  return {
    home: '/',
    approvals: `/approvals?id=${found.approval}`,
    held: `/held?id=${found.held}`,
    receipts,
    transactions: '/transactions',
    transaction: `/transactions/${found.settled}`,
  };
}

type Direction = 'deposit' | 'withdrawal';

/** Something that happens so many minutes before the picture is taken. */
interface Happening {
  readonly minutesAgo: number;
  /** Within it time passes by a change of the minutes. */
  readonly act: (shift: (minutes: number) => Promise<void>) => Promise<void>;
}

function person(number: number, operator: Person['operator'], msisdn: string): Person {
  return { player_id: `6f1c4a7e-58d2-4b9a-9e03-7d21c85a4b0${number}`, operator, msisdn };
}

/**
 * Two of three payments came a week ago too. Figures go by ids, which are made by the machine's
 * clock, so these are not asked for but stored as they would be.
 */
async function rememberLastWeek(database: RunningConsole['database']): Promise<void> {
  const rows = [
    ...DEPOSITS.map((payment) => ({ direction: 'deposit', payment }) as const),
    ...PAID_OUT.map((payment) => ({ direction: 'withdrawal', payment }) as const),
  ].filter((_, index) => index % 3 > 0);
  await database.withConnection(async (connection) => {
    // History and books of them are not there, which this database has to put up with.
    await connection.query({ text: 'set session_replication_role = replica' });
    for (const [index, { direction, payment }] of rows.entries()) {
      const [minutesAgo, name, francs, outcome, seconds] = payment;
      const at = Date.now() - WEEK_MS - minutesAgo * 60_000;
      const time = at.toString(16).padStart(12, '0');
      const { player_id, operator, msisdn } = PEOPLE[name];
      await connection.query({
        text: `insert into transactions (id, application_id, direction, reference, player_id,
                 reference_key, operator, provider_id, channel_id, collection_mode, msisdn,
                 amount_xaf, state, state_reason, state_updated_at, created_at, updated_at, version)
               select i.id, i.application, i.direction, i.reference, i.player,
                      reference_key(i.application, i.player, i.direction, i.reference), $7,
                      c.provider_id, c.id,
                      case i.direction when 'deposit' then c.collection_mode end,
                      $8, $9, $10, 'A week ago.', $11, $12, $11, 2
               from (select $1::uuid as id, $2::uuid as application, $3 as direction,
                            $4 as reference, $5::uuid as player) i
               join channels c on c.operator = $7 and c.id like '%' || $6
               limit 1`,
        values: [
          `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-00000000${4_600 + index}`,
          DEFAULT_APPLICATION_ID,
          direction,
          `old-${4_600 + index}`,
          player_id,
          'sandbox',
          operator,
          msisdn,
          francs,
          outcome,
          new Date(at + seconds * 1_000),
          new Date(at),
        ],
      });
    }
    await connection.query({ text: 'set session_replication_role = default' });
  });
}

/** The service takes this moment for now. */
async function setClock({ database }: RunningConsole, minutesAgo: number): Promise<void> {
  await database.query({
    text: `update installation set clock_shift = -$1::float8 * interval '1 minute'`,
    values: [minutesAgo],
  });
}

/** A deposit that was paid in two parts, and a line whose balance does not add up. */
async function payInParts(
  { database, service }: RunningConsole,
  deposit: (francs: number) => Promise<string>,
): Promise<string> {
  const payer = PEOPLE.fatou.msisdn;
  const id = await deposit(10_000);
  const first = await insertReceipt(database, { payer, amountXaf: 6_000 });
  await insertReceipt(database, { payer, amountXaf: 4_000 });
  await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
  const line = createOrangeLine(LINE);
  await tell(service, { text: line.pay({ payer: PEOPLE.chantal.msisdn, amount: 2_000 }) });
  line.takeSilently(5_000);
  await tell(service, { text: line.pay({ payer: PEOPLE.chantal.msisdn, amount: 3_500 }) });
  return `/receipts?id=${first}&deposit=${id}`;
}

/** The platform's: takes every webhook. */
async function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}
