import { createDice, type Dice } from '../../service/simulation/seeded.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;
export const DAYS = 30;
/** Douala is an hour ahead of UTC all year. */
const DOUALA_MS = HOUR_MS;

export interface Customer {
  readonly playerId: string;
  readonly operator: 'mtn' | 'orange';
  readonly msisdn: string;
}

/** Operators write numbers with and without the country. */
export function numberAt(operator: Customer['operator'], msisdn: string): string {
  return operator === 'mtn' ? msisdn.slice(1) : msisdn.slice(4);
}

/** What the person with the phone, or the operator, does with a payment. */
export type Fate = 'paid' | 'refused' | 'no_money' | 'ignored' | 'open';

export interface PlannedPayment {
  readonly at: number;
  readonly application: 'platform' | 'shop';
  readonly direction: 'deposit' | 'withdrawal';
  readonly customer: Customer;
  readonly amountXaf: number;
  readonly fate: Fate;
  /** From the request to the person's answer, or to the approval of a payout. */
  readonly afterMs: number;
}

export interface MonthPlan {
  readonly from: number;
  readonly until: number;
  readonly payments: readonly PlannedPayment[];
  readonly customers: readonly Customer[];
  /** The Tuesday on which the first provider was down. */
  readonly outage: { readonly from: number; readonly until: number };
}

/** How busy each hour of the day is, from midnight in Douala. */
const RHYTHM = [
  2, 1, 1, 0.5, 0.5, 1, 2, 4, 6, 7, 7, 8, 10, 9, 7, 7, 8, 10, 13, 14, 13, 10, 7, 4,
] as const;
const WEEKEND = 1.35;
const CUSTOMERS = 180;
const DEPOSITS_XAF = {
  500: 10,
  1000: 20,
  1500: 8,
  2000: 18,
  2500: 8,
  5000: 18,
  10000: 11,
  25000: 4,
};
const BASKETS_XAF = { 3500: 12, 4900: 14, 7500: 12, 12500: 9, 18000: 6, 29900: 4 };
const PAYOUTS_XAF = {
  1000: 14,
  2000: 20,
  5000: 26,
  10000: 14,
  15000: 5,
  25000: 3,
  50000: 1,
  300000: 0.1,
};
/** Payments by dialled code that every month has. */
const DIALLED = 4;
const FATES = { paid: 83, refused: 5, no_money: 7, ignored: 5 } as const;
const KINDS = { platform_in: 56, platform_out: 18, shop_in: 26 } as const;

/** Who asks for what, when, and how it ends; all of it from the seed. */
export function planMonth(seed: number, until: number, size: number): MonthPlan {
  const from = until - DAYS * DAY_MS;
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => planCustomer(seed, index));
  const payments: PlannedPayment[] = [];
  for (let number = 0; number < size; number += 1) {
    const dice = createDice(seed, `payment ${number}`);
    payments.push(planPayment(dice, { at: drawTime(dice, from, until), customers }));
  }
  const outage = lastTuesday(until);
  for (let number = 0; number < DIALLED; number += 1) {
    payments.push(planDialled(createDice(seed, `dialled ${number}`), { outage, customers }));
  }
  const sorted = payments.toSorted((a, b) => a.at - b.at);
  return { from, until, payments: sorted, customers, outage };
}

/** While a provider is down, also in a month so small that nobody would happen to pay then. */
function planDialled(
  dice: Dice,
  { outage, customers }: Pick<MonthPlan, 'outage' | 'customers'>,
): PlannedPayment {
  return {
    at: outage.from + HOUR_MS + dice.below(HOUR_MS),
    application: 'shop',
    direction: 'deposit',
    customer: dice.pick(customers.filter(({ operator }) => operator === 'mtn')),
    amountXaf: Number(dice.weighted(BASKETS_XAF)),
    fate: 'paid',
    afterMs: 40_000,
  };
}

function planPayment(
  dice: Dice,
  { at, customers }: { readonly at: number; readonly customers: readonly Customer[] },
): PlannedPayment {
  const kind = dice.weighted(KINDS);
  // A few customers pay most often.
  const customer = customers[Math.floor(customers.length * dice.next() ** 1.7)];
  if (customer === undefined) throw new Error('there are no customers');
  const fate = dice.weighted(FATES);
  if (kind === 'platform_out') {
    const amountXaf = Number(dice.weighted(PAYOUTS_XAF));
    const afterMs = untilStaffWork(at, (3 + dice.below(45)) * MINUTE_MS);
    return {
      at,
      application: 'platform',
      direction: 'withdrawal',
      customer,
      amountXaf,
      fate,
      afterMs,
    };
  }
  const application = kind === 'shop_in' ? 'shop' : 'platform';
  const amountXaf = Number(dice.weighted(application === 'shop' ? BASKETS_XAF : DEPOSITS_XAF));
  const afterMs = 6_000 + dice.below(70_000);
  return { at, application, direction: 'deposit', customer, amountXaf, fate, afterMs };
}

function planCustomer(seed: number, index: number): Customer {
  const dice = createDice(seed, `customer ${index}`);
  const operator = dice.chance(0.58) ? 'mtn' : 'orange';
  const digits = (count: number) => Array.from({ length: count }, () => dice.below(10)).join('');
  const prefix = operator === 'mtn' ? dice.pick(['67', '68']) : '69';
  const hex = (count: number) =>
    Array.from({ length: count }, () => dice.below(16).toString(16)).join('');
  return {
    playerId: `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    operator,
    msisdn: `+237${prefix}${digits(7)}`,
  };
}

/** More at noon and in the evening, more on Saturdays and Sundays. */
function drawTime(dice: Dice, from: number, until: number): number {
  const most = Math.max(...RHYTHM) * WEEKEND;
  for (;;) {
    const at = from + dice.below(until - from);
    const inDouala = new Date(at + DOUALA_MS);
    const isWeekend = [0, 6].includes(inDouala.getUTCDay());
    const weight = (RHYTHM[inDouala.getUTCHours()] ?? 1) * (isWeekend ? WEEKEND : 1);
    if (dice.next() * most < weight) return at;
  }
}

/** Those who approve begin at eight and go home at ten in the evening. */
function untilStaffWork(at: number, afterMs: number): number {
  const hour = new Date(at + afterMs + DOUALA_MS).getUTCHours();
  if (hour >= 8 && hour < 22) return afterMs;
  return afterMs + ((32 - hour) % 24) * HOUR_MS;
}

/** From one o'clock until ten past four in the afternoon, some days ago. */
function lastTuesday(until: number): MonthPlan['outage'] {
  for (let daysAgo = 4; ; daysAgo += 1) {
    const day = Math.floor((until + DOUALA_MS) / DAY_MS) * DAY_MS - daysAgo * DAY_MS;
    if (new Date(day).getUTCDay() !== 2) continue;
    const from = day - DOUALA_MS + 13 * HOUR_MS;
    return { from, until: from + 3 * HOUR_MS + 10 * MINUTE_MS };
  }
}
