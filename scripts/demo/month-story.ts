import { setTimeout as pause } from 'node:timers/promises';
import { createDice } from '../../service/simulation/seeded.ts';
import { closeWhenDue } from '../../service/src/flows/finance/close-books.ts';
import { importStatement } from '../../service/src/flows/finance/import-statement.ts';
import { askNow } from '../../service/src/flows/provider-requests/follow-requests.ts';
import { loadStatementMappings } from '../../service/src/settings/statement-mappings.ts';
import { MTN_NUMBER } from '../dev-live-orders.ts';
import { askFor } from './month-customers.ts';
import type { SimPhone } from './month-line.ts';
import {
  type Customer,
  DAY_MS,
  HOUR_MS,
  type MonthPlan,
  type PlannedPayment,
} from './month-plan.ts';
import { actorOf, SILENT } from './month-staff.ts';
import { FRESH_MS, type MonthWorld } from './month-world.ts';

const MINUTE_MS = 60_000;
const DIFFERENCE_XAF = 300;

interface Story {
  readonly world: MonthWorld;
  readonly phone: SimPhone;
  readonly plan: MonthPlan;
  readonly seed: number;
}

/** Everything that is planned by hand, besides the payments of every day. */
export function tellStory(story: Story): void {
  keepHours(story);
  haveAnOutage(story);
  sendTexts(story);
  haveTrouble(story);
  leaveWork(story);
}

/** What the service does by the clock, as often as a person would notice the difference. */
function keepHours({ world, plan }: Story): void {
  const { database, seal } = world;
  const look = async () => {
    for (const name of ['escalate', 'lapse', 'probe', 'roll'] as const) await world.run(name);
    await world.alert();
  };
  // Ten past two in the night of Douala, when the day before is closed.
  const firstNight = Math.ceil(plan.from / DAY_MS) * DAY_MS + HOUR_MS + 10 * MINUTE_MS;
  for (let night = firstNight; night < plan.until; night += DAY_MS) {
    world.at(night, async () => {
      await world.run('file');
      await closeWhenDue({ database, seal });
    });
    for (const hours of [4, 8, 12, 16, 20]) world.at(night + hours * HOUR_MS, look);
  }
  for (const minutes of [90, 30, 3]) world.at(plan.until - minutes * MINUTE_MS, look);
}

/** The first provider is away on a Tuesday: customers dial the code of our SIM meanwhile. */
function haveAnOutage({ world, plan, phone }: Story): void {
  const { from, until } = plan.outage;
  const { mtn } = world.operators;
  const look = async () => {
    await phone.isAlive();
    await world.run('probe');
  };
  // Nobody asks before everybody has noticed.
  const change = async (turn: () => Promise<void>) => {
    await turn();
    await look();
    await pause(FRESH_MS);
  };
  world.at(from, () => change(mtn.goOffline));
  world.at(until, () => change(mtn.goOnline));
  for (let at = from - MINUTE_MS; at < until + 10 * MINUTE_MS; at += 4 * MINUTE_MS) {
    world.at(at, look);
  }
}

/** Payments that nobody announced, and texts that no operator wrote. */
function sendTexts({ world, plan, phone, seed }: Story): void {
  const ofMtn = plan.customers.filter(({ operator }) => operator === 'mtn');
  for (let number = 0; number < 14; number += 1) {
    const dice = createDice(seed, `text ${number}`);
    const at = plan.from + DAY_MS + dice.below(plan.until - plan.from - DAY_MS - HOUR_MS);
    const customer = dice.pick(ofMtn);
    const amountXaf = dice.pick([1_500, 2_500, 4_000, 6_500, 12_000]);
    world.at(at, async () => {
      await phone.isAlive();
      await (number % 3 === 2
        ? phone.forge(customer, 3 * amountXaf)
        : phone.pay(customer, amountXaf));
    });
  }
}

/** A payment that the operator takes back, a statement that differs, a server that is away. */
function haveTrouble({ world, plan, phone }: Story): void {
  const { mtn } = world.operators;
  world.at(plan.until - 4 * DAY_MS, async () => {
    const [found] = await world.database.query<{ readonly id: string; readonly reference: string }>(
      {
        text: `select t.id, s.reference
             from transactions t join submissions s on s.transaction_id = t.id
             where t.state = 'succeeded' and t.direction = 'deposit' and t.operator = 'mtn'
             order by t.id desc limit 1`,
      },
    );
    if (found === undefined) return;
    mtn.reverse(found.reference);
    await askNow({ database: world.database, onSubmitted: () => {} }, found.id);
    await world.work();
  });
  world.at(plan.until - 2 * DAY_MS, () => readStatement(world));
  const away = plan.until - DAY_MS - 2 * HOUR_MS;
  world.at(away, async () => void world.receivers.away.add('shop'));
  const [customer] = plan.customers;
  for (const minutes of [20, 75, 130]) {
    const at = away + minutes * MINUTE_MS;
    const order = { at, application: 'shop', direction: 'deposit', amountXaf: 7_500 } as const;
    if (customer === undefined) break;
    const planned = { ...order, customer, fate: 'paid', afterMs: 25_000 } as const;
    world.at(at, () => askFor(world, phone, planned, `away-${minutes}`));
  }
  world.at(away + 3 * HOUR_MS, async () => void world.receivers.away.delete('shop'));
}

/** The portal's export, in which one payment has 300 francs more than ours. */
async function readStatement(world: MonthWorld): Promise<void> {
  const { mtn } = world.operators;
  const answer = await fetch(`${mtn.url}/_emulator/statement/collection/${MTN_NUMBER}`);
  const lines = (await answer.text()).split('\r\n');
  const at = lines.findLastIndex((line) => line.includes('"Successful"'));
  // The amount, and the balance after it.
  lines[at] = (lines[at] ?? '').replaceAll(/"(\d+)\.00"/g, (cell, francs: string) =>
    francs === '0' ? cell : `"${Number(francs) + DIFFERENCE_XAF}.00"`,
  );
  const wallet = `mtn:${MTN_NUMBER}`;
  const imported = await importStatement(world, actorOf(world, 'finance'), {
    wallet,
    operator: 'mtn',
    fileName: 'mtn-collection.csv',
    content: Buffer.from(lines.join('\r\n')),
    mappings: loadStatementMappings('mtn', null),
  });
  if (imported.kind !== 'imported') throw new Error(`the statement: ${JSON.stringify(imported)}`);
}

/** What is open when the story ends, for those who look at it. */
function leaveWork({ world, plan, phone }: Story): void {
  const { until, customers } = plan;
  const [regular, second, third] = customers.filter(({ operator }) => operator === 'mtn');
  const inOrange = customers.find(({ operator }) => operator === 'orange');
  if (!regular || !second || !third || !inOrange) throw new Error('there are too few customers');
  const stranger = (digits: string, operator: 'mtn' | 'orange' = 'mtn'): Customer => ({
    ...regular,
    operator,
    playerId: `00000000-0000-4000-8000-00000${digits}`,
    msisdn: `+2376${operator === 'mtn' ? '7' : '9'}${digits}`,
  });
  const silent = stranger(SILENT);
  const greedy = stranger('4411229');
  const unknown = stranger('7788990', 'orange');
  const asks: readonly (readonly [minutesAgo: number, Customer, amountXaf: number])[] = [
    [171, regular, 10_000],
    [118, second, 15_000],
    [96, unknown, 240_000],
    [74, greedy, 45_000],
    [66, greedy, 45_000],
    [57, greedy, 45_000],
    [43, inOrange, 7_500],
    [21, third, 300_000],
    [9, regular, 5_000],
  ];
  const ask = (
    minutesAgo: number,
    one: Partial<PlannedPayment> & { readonly customer: Customer },
  ) => {
    const at = until - minutesAgo * MINUTE_MS;
    const usual = { application: 'platform', amountXaf: 2_500, afterMs: 0, fate: 'open' } as const;
    const planned: PlannedPayment = { direction: 'withdrawal', at, ...usual, ...one };
    world.at(at, () => askFor(world, phone, planned, `late-${minutesAgo}-${planned.amountXaf}`));
  };
  for (const [minutesAgo, customer, amountXaf] of asks) ask(minutesAgo, { customer, amountXaf });
  // Approved three hours ago, and the operator says nothing.
  ask(190, { customer: silent, amountXaf: 20_000, fate: 'paid', afterMs: 4 * MINUTE_MS });
  ask(2, { customer: second, direction: 'deposit', amountXaf: 3_500, application: 'shop' });
  ask(1, { customer: inOrange, direction: 'deposit', amountXaf: 2_000 });
}
