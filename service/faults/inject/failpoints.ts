import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/db/client.ts';
import type { Acknowledged } from '../../src/domain/upkeep/others.ts';
import type { Failpoint } from '../../src/settings/setting-readers.ts';
import { addPerson, scriptHeaders } from '../../test/support/access/staff.ts';
import { type Answer, type CallOptions, call } from '../../test/support/call.ts';
import { freePort } from '../../test/support/process/rolling-restarts.ts';
import { untilSettled } from '../../test/support/provider-requests/kill-payouts.ts';
import {
  addMtn,
  LIVE_KEY,
  liveEnv,
  passTime,
  startLiveProcess,
  startLiveService,
  startMtn,
} from '../../test/support/providers/live.ts';
import {
  eventually,
  idOf,
  launch,
  type RunningProcess,
} from '../../test/support/service-process.ts';
import { DEPOSITS, paymentBody, WITHDRAWALS } from '../../test/support/transactions/payments.ts';
import { untilQuiet } from '../../test/support/webhooks/delivery.ts';
import { startReceiver } from '../../test/support/webhooks/receiver.ts';
import { countFindings } from '../findings.ts';

const STATEMENT_SIDES = ['before', 'after', 'committed'] as const;
const CALL_SIDES = ['before', 'after'] as const;
const ACTIONS = ['kill', 'hang', 'error'] as const;

/** What a deposit, a payout and their webhooks go through, from the first row to the last. */
const POINTS: Readonly<Record<string, readonly Failpoint['side'][]>> = {
  'insert-transactions': STATEMENT_SIDES,
  'insert-provider-request': STATEMENT_SIDES,
  'claim-provider-requests': STATEMENT_SIDES,
  prepare: CALL_SIDES,
  'mark-sent': STATEMENT_SIDES,
  send: CALL_SIDES,
  'insert-evidence': STATEMENT_SIDES,
  'finish-step': STATEMENT_SIDES,
  ask: CALL_SIDES,
  'update-states': STATEMENT_SIDES,
  'claim-webhooks': STATEMENT_SIDES,
  post: CALL_SIDES,
  'record-attempts': STATEMENT_SIDES,
};

/** Every point and way in which a process can be made to fail. */
export const FAILURES = Object.entries(POINTS).flatMap(([point, sides]) =>
  sides.flatMap((side) => ACTIONS.map((action) => ({ point, side, action }))),
);

/** Longer than every lease, by the clock of the database. */
const BEYOND_LEASE_MS = 45_000;
/** From the start of the process, which takes long on a busy machine. */
const MET_WITHIN_MS = 180_000;
const PATIENCE_MS = 120_000;
const PAUSE_MS = 40;
const CLIENTS = 3;

/**
 * One process after the other is made to fail at some point while payments go through it; the next
 * one takes over what it left, and one that stood still goes on beside it.
 */
export async function failEverywhere(order: { readonly failures: number; readonly seed: number }) {
  const setup = await startLiveService();
  const { database } = setup;
  const receiver = await startReceiver();
  const operator = await startMtn({ floatXaf: 1_000_000_000 });
  await addMtn(database, operator, { id: 'mtn-main' });
  const agent = await addPerson(database, 'agent');
  let staff = await scriptHeaders(database, agent);
  let url: string | null = null;
  const clients = startClients(() => url, { callbackUrl: receiver.url, staff: () => staff });
  const notMet: string[] = [];
  let frozen: RunningProcess | null = null;
  for (let n = 0; n < order.failures; n += 1) {
    // A smaller size meets points all over the list, and another seed meets others.
    const spread = Math.floor((n * FAILURES.length) / order.failures) + order.seed;
    const { point, side, action } = FAILURES[spread % FAILURES.length] ?? FAILURES[0] ?? never();
    const nth = 1 + (Math.floor(n / FAILURES.length) % 5);
    const FAILPOINT = [point, side, nth, action].join(':');
    // It may fail before it says that it is ready, so its address is known before.
    const port = await freePort();
    const armed = launch({ env: { ...liveEnv(setup), PORT: String(port), FAILPOINT } });
    url = `http://127.0.0.1:${port}`;
    await goOn(frozen);
    frozen = null;
    // Hours pass, and sessions end. If another session is in the way, the last one is still good.
    staff = await scriptHeaders(database, agent).catch(() => staff);
    const isMet = () => armed.output().includes(`failpoint ${point} ${side} ${action}`);
    await eventually(FAILPOINT, isMet, MET_WITHIN_MS).catch(() => notMet.push(FAILPOINT));
    url = null;
    // It may still come to its point while it stops.
    if (!isMet()) await armed.end('SIGKILL');
    else if (action === 'error') await armed.end('SIGTERM');
    else if (action === 'hang') frozen = armed;
    else await armed.ended;
    await passTime(database, BEYOND_LEASE_MS);
  }
  const last = await startLiveProcess(setup);
  url = last.url;
  await goOn(frozen);
  await clients.stop();
  await untilSettled(setup);
  await untilQuiet(database, PATIENCE_MS);
  await last.end('SIGTERM');
  for (const name of notMet) console.log(`not met: ${name}`);
  for (const line of clients.strange.slice(0, 20)) console.log(line);
  const moves = operator.ledger.moves();
  const paid = moves.filter(({ direction }) => direction === 'transfer');
  const others = {
    clients: clients.acknowledged,
    receivers: receiver.received.map(({ body }) => body),
    operators: moves,
  };
  return {
    paid_twice: paid.length - new Set(paid.map(({ msisdn }) => msisdn)).size,
    left_open: await countOpen(database),
    strange_answers: clients.strange.length,
    not_met: notMet.length,
    findings: await countFindings(database, { isStopped: true, others }),
    payments: clients.acknowledged.length,
    transfers: paid.length,
    webhooks: receiver.received.length,
  };
}

/** It writes what it still had in mind, beside the process that has replaced it. */
async function goOn(frozen: RunningProcess | null): Promise<void> {
  if (frozen === null) return;
  process.kill(frozen.pid, 'SIGCONT');
  await pause(500);
  await frozen.end('SIGTERM');
}

async function countOpen(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>({
    text: `select count(*)::int as count from open_transactions
           where state in ('approved', 'provider_submitted')`,
  });
  return row?.count ?? 0;
}

/** Platforms and staff that repeat whatever was not answered. */
function startClients(
  urlNow: () => string | null,
  of: { readonly callbackUrl: string; readonly staff: () => Readonly<Record<string, string>> },
) {
  const acknowledged: Acknowledged[] = [];
  const strange: string[] = [];
  let [stopping, made] = [false, 0];
  const client = async () => {
    while (!stopping) {
      const direction = (made += 1) % 2 === 0 ? 'deposit' : 'withdrawal';
      const msisdn = `+23767${String(made).padStart(7, '0')}`;
      const json = paymentBody({ msisdn, callback_url: of.callbackUrl });
      const path = direction === 'deposit' ? DEPOSITS : WITHDRAWALS;
      const answer = await insist(path, { json, headers: { 'x-api-key': LIVE_KEY } });
      if (answer === null) return;
      if (answer.status !== 200) {
        strange.push(`${answer.status} ${answer.text}`);
        continue;
      }
      const { callback_url: _url, ...facts } = json;
      const id = idOf(answer);
      acknowledged.push({ ...facts, direction, service_tx_id: id });
      if (direction === 'deposit') continue;
      const approve = `/internal/v1/withdrawals/${id}/approve`;
      const approved = await insist(approve, { headers: of.staff() });
      if (approved !== null && ![200, 409].includes(approved.status)) {
        strange.push(`${approved.status} ${approved.text}`);
      }
    }
  };
  async function insist(path: string, options: CallOptions): Promise<Answer | null> {
    while (!stopping) {
      await pause(PAUSE_MS);
      const limit = AbortSignal.timeout(2_000);
      const given = new Promise<null>((resolve) => {
        limit.addEventListener('abort', () => resolve(null));
      });
      const url = urlNow();
      const asked = url === null ? null : call(url, 'POST', path, options).catch(() => null);
      // A process that stands still answers nobody; who asked goes to the next one.
      const answer = await Promise.race([asked, given]);
      if (answer !== null && answer.status !== 503) return answer;
    }
    return null;
  }
  const all = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    acknowledged,
    strange,
    stop: async () => {
      stopping = true;
      await all;
    },
  };
}

function never(): never {
  throw new Error('there are no failures');
}
