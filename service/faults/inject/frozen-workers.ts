import { setTimeout as pause } from 'node:timers/promises';
import { untilSettled } from '../../test/support/provider-requests/kill-payouts.ts';
import {
  addMtn,
  createApproved,
  passTime,
  startLiveProcess,
  startLiveService,
  startMtn,
} from '../../test/support/providers/live.ts';
import { eventually } from '../../test/support/service-process.ts';
import { untilQuiet } from '../../test/support/webhooks/delivery.ts';
import { startReceiver } from '../../test/support/webhooks/receiver.ts';
import { countFindings } from '../findings.ts';

/** Longer than the lease of a step, by the clock of the database. */
const BEYOND_LEASE_MS = 45_000;
const PAYOUTS = 6;
/** The answer is there when the worker goes on, so that it has something to write. */
const SLOW = { kind: 'slow', when: 'after', ms: 800 } as const;
const PATIENCE_MS = 60_000;

/**
 * Of two workers one stands still in the middle of sending payouts, for longer than its lease; the
 * other one takes over; then the first goes on as if nothing had happened.
 */
export async function freezeWorkers({ freezes }: { readonly freezes: number }) {
  // The receiver of the events is on this machine.
  const service = await startLiveService({ ACCEPTED_RISKS: 'testing' });
  const { database } = service;
  const receiver = await startReceiver();
  const operator = await startMtn({ floatXaf: 1_000_000_000 });
  await addMtn(database, operator, { id: 'mtn-main' });
  let [created, metSending] = [0, 0];
  for (let n = 0; n < freezes; n += 1) {
    operator.faults.clear('transfer');
    operator.faults.add('transfer', SLOW, { times: 2 });
    const frozen = await startLiveProcess(service, { ROLE: 'worker' });
    const before = operator.ledger.payments().length;
    for (let index = 0; index < PAYOUTS; index += 1) {
      const msisdn = `+23767${String((created += 1)).padStart(7, '0')}`;
      await createApproved(service, { msisdn, callback_url: receiver.url });
    }
    const isTaken = () => operator.ledger.payments().length > before;
    await eventually('a payout is taken', isTaken, PATIENCE_MS);
    process.kill(frozen.pid, 'SIGSTOP');
    const [claimed] = await database.query<{ count: number }>({
      text: 'select count(*)::int as count from submissions where claim is not null',
    });
    metSending += Math.min(1, claimed?.count ?? 0);
    operator.faults.clear('transfer');
    await passTime(database, BEYOND_LEASE_MS);
    const other = await startLiveProcess(service, { ROLE: 'worker' });
    await untilSettled(service);
    process.kill(frozen.pid, 'SIGCONT');
    // It answers to what it had under way, and finds that it was replaced.
    await pause(500);
    await untilQuiet(database, PATIENCE_MS);
    await Promise.all([frozen.end('SIGTERM'), other.end('SIGTERM')]);
  }
  const moves = operator.ledger.moves();
  const numbers = new Set(moves.map(({ msisdn }) => msisdn));
  const others = { operators: moves, receivers: receiver.received.map(({ body }) => body) };
  const [late] = await database.query<{ count: number }>({
    text: `select count(*)::int as count from (
             select transaction_id from transitions
             where trigger in ('transfer_sent', 'transfer_succeeded')
             group by transaction_id, trigger having count(*) > 1) d`,
  });
  return {
    paid_twice: moves.length - numbers.size,
    moved_twice: late?.count ?? 0,
    findings: await countFindings(database, { isStopped: true, others }),
    freezes_that_met_a_step: metSending,
    payouts: created,
    transfers: moves.length,
  };
}
