import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/db/client.ts';
import { addPerson, scriptHeaders } from '../../test/support/access/staff.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { inParallel } from '../../test/support/in-parallel.ts';
import {
  addMtn,
  LIVE_KEY,
  startLiveProcess,
  startLiveService,
  startMtn,
} from '../../test/support/providers/live.ts';
import { pick, seeded } from '../../test/support/providers/provider-garbage.ts';
import { eventually, idOf, startServiceProcess } from '../../test/support/service-process.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  paymentBody,
  simulate,
  WITHDRAWALS,
} from '../../test/support/transactions/payments.ts';
import { untilQuiet } from '../../test/support/webhooks/delivery.ts';
import { startReceiver } from '../../test/support/webhooks/receiver.ts';
import { countFindings } from '../findings.ts';

const HANDS = 4;
const PATIENCE_MS = 120_000;
const MAX_TRIES = 20;

/** The same reference is posted many times at once, to several processes. */
export async function raceReferences(order: {
  readonly references: number;
  readonly posts: number;
  readonly processes: number;
}) {
  const { database, services } = await startServices(order.processes);
  const [ids, statuses] = [new Map<string, Set<string>>(), new Map<number, number>()];
  await inParallel(order.references, HANDS, async () => {
    const json = paymentBody();
    const answers = await Promise.all(
      Array.from({ length: order.posts }, async (_, n) =>
        services[n % services.length]?.call('POST', DEPOSITS, { json }),
      ),
    );
    const reported = new Set<string>();
    for (const answer of answers) {
      if (answer === undefined) continue;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 200) reported.add(idOf(answer));
    }
    ids.set(String(json['reference']), reported);
  });
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  const [rows] = await database.query<{ count: number }>({
    text: 'select count(*)::int as count from transactions',
  });
  const clients = [...ids].flatMap(([reference, reported]) =>
    [...reported].map((id) => ({ service_tx_id: id, reference })),
  );
  return {
    references_with_another_id: [...ids.values()].filter(({ size }) => size !== 1).length,
    rows_too_many: (rows?.count ?? 0) - order.references,
    answers_not_200: [...statuses]
      .filter(([status]) => status !== 200)
      .reduce((sum, [, count]) => sum + count, 0),
    findings: await countFindings(database, { isStopped: true, others: { clients } }),
    statuses: Object.fromEntries(statuses),
  };
}

async function startServices(count: number) {
  const { database, url } = await openTestDatabase();
  const env = { DATABASE_URL: url, LOG_LEVEL: 'warn' };
  const services = await Promise.all(
    Array.from({ length: count }, () => startServiceProcess({ env })),
  );
  return { database, services };
}

/** Four people decide on the same withdrawals at the same moment, at two processes. */
export async function raceDecisions(order: {
  readonly withdrawals: number;
  readonly seed: number;
}) {
  const setup = await startLiveService();
  const { database } = setup;
  const operator = await startMtn({ floatXaf: 1_000_000_000 });
  await addMtn(database, operator, { id: 'mtn-main' });
  const services = await Promise.all([startLiveProcess(setup), startLiveProcess(setup)]);
  const people: Record<string, string>[] = [];
  for (let n = 0; n < 4; n += 1) {
    people.push(await scriptHeaders(database, await addPerson(database, 'agent')));
  }
  const random = seeded(order.seed);
  let [notDecidedOnce, otherAnswers] = [0, 0];
  const key = { 'x-api-key': LIVE_KEY };
  await inParallel(order.withdrawals, HANDS, async (index) => {
    const msisdn = `+23767${String(index).padStart(7, '0')}`;
    const { service_tx_id: id } = await create(setup, WITHDRAWALS, { msisdn }, key);
    const rejecting = pick(random, [[], [0], [1], [2, 3], [0, 2], [1, 2, 3]]);
    const outcomes = await Promise.all(
      people.map(async (headers, n) => {
        const verb = rejecting.includes(n) ? 'reject' : 'approve';
        const json = verb === 'reject' ? { json: { reason: 'not this one' } } : {};
        const path = `/internal/v1/withdrawals/${id}/${verb}`;
        for (let tries = 0; ; tries += 1) {
          const answer = await services[n % 2]?.call('POST', path, { ...json, headers });
          if (answer?.status === 503 && tries < MAX_TRIES) continue;
          if (answer?.status !== 200) return answer?.status;
          const { outcome } = bodyOf(answer);
          // A person who got a 503 may have decided nevertheless, and clicks again.
          return outcome === 'already_done' && tries > 0 ? 'done' : outcome;
        }
      }),
    );
    if (outcomes.filter((outcome) => outcome === 'done').length !== 1) notDecidedOnce += 1;
    const others = outcomes.filter((outcome) => outcome !== 'done' && outcome !== 409);
    for (const other of others) console.log(`${id}: ${String(other)}`);
    otherAnswers += others.length;
  });
  const isOver = async () =>
    (await countStates(database, ['approved', 'provider_submitted'])) === 0;
  await eventually('every payout has an end', isOver, PATIENCE_MS);
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  const [twice] = await database.query<{ count: number }>({
    text: `select count(*)::int as count from (
             select transaction_id from transitions where trigger in ('approved', 'rejected')
             group by transaction_id having count(*) > 1) d`,
  });
  const moves = operator.ledger.moves();
  const paid = new Set(moves.map(({ msisdn }) => msisdn));
  return {
    not_decided_once: notDecidedOnce + (twice?.count ?? 0),
    losers_without_409: otherAnswers,
    paid_twice: moves.length - paid.size,
    paid_or_rejected_otherwise: (await countStates(database, ['succeeded'])) - paid.size,
    findings: await countFindings(database, { isStopped: true, others: { operators: moves } }),
    transfers: moves.length,
    rejected: await countStates(database, ['failed']),
  };
}

async function countStates(database: Database, states: readonly string[]): Promise<number> {
  const [row] = await database.query<{ count: number }>({
    text: 'select count(*)::int as count from transactions where state = any($1::text[])',
    values: [states],
  });
  return row?.count ?? 0;
}

/** Time between deposits that become due, so that each is confirmed at a moment of its own. */
const APART_MS = 20;
const AROUND_MS = 50;
const LEAD_MS = 3_000;

/** Deposits are confirmed within 50 ms of the moment at which they expire, at several processes. */
export async function raceExpiry(order: {
  readonly deposits: number;
  readonly processes: number;
  readonly seed: number;
}) {
  const { database, services } = await startServices(order.processes);
  const receiver = await startReceiver();
  const random = seeded(order.seed);
  const ids: string[] = [];
  await inParallel(order.deposits, HANDS, async (index) => {
    const at = services[index % services.length];
    if (at === undefined) return;
    ids.push((await create(at, DEPOSITS, { callback_url: receiver.url })).service_tx_id);
  });
  const [set] = await database.query<{ started: Date }>({
    text: `with due as (
             select id, n, app_now() as started
             from unnest($1::uuid[]) with ordinality as d (id, n)),
           moved as (
             update transactions t
             set expires_at = d.started + ($2 + $3 * d.n) * interval '1 millisecond'
             from due d where d.id = t.id returning d.started)
           select started from moved limit 1`,
    values: [ids, LEAD_MS, APART_MS],
  });
  const startedAt = performance.now() - (Date.now() - (set?.started.getTime() ?? 0));
  let otherAnswers = 0;
  await Promise.all(
    ids.map(async (id, index) => {
      const offset = Math.round((2 * random() - 1) * AROUND_MS);
      const dueAt = startedAt + LEAD_MS + APART_MS * (index + 1) + offset;
      await pause(Math.max(0, dueAt - performance.now()));
      const at = services[index % services.length];
      const answer = at && (await simulate(at, id, 'succeeded'));
      if (answer?.status === 200) return;
      otherAnswers += 1;
      console.log(`${id}: ${answer?.status} ${answer?.text}`);
    }),
  );
  await untilQuiet(database, PATIENCE_MS);
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  const paths = await database.query<{ path: string; count: number }>({
    text: `select path, count(*)::int as count from (
             select string_agg(to_state, ' ' order by seq) as path
             from transitions group by transaction_id) p group by path`,
  });
  const isRight = /^pending( expired)?( \w+)* succeeded$/;
  const receivers = receiver.received.map(({ body }) => body);
  return {
    not_credited_once: paths
      .filter(({ path }) => !isRight.test(path) || path.match(/succeeded/g)?.length !== 1)
      .reduce((sum, { count }) => sum + count, 0),
    other_answers: otherAnswers,
    findings: await countFindings(database, { isStopped: true, others: { receivers } }),
    paths: Object.fromEntries(paths.map(({ path, count }) => [path, count])),
  };
}
