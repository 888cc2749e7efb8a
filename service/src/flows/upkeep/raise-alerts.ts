import { randomUUIDv7 } from 'node:crypto';
import { isYes, listYeses } from '../../db/access/agreement-seals.ts';
import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { listContradictions } from '../../db/transactions/contradictions.ts';
import {
  clearAlert,
  type HeldChange,
  insertAlert,
  listHeldChanges,
  listOpenAlerts,
  listWaitingIds,
  listWaitingPayouts,
  sendAlert,
} from '../../db/upkeep/alerts.ts';
import {
  type BrokenSeal,
  type Condition,
  compareAlerts,
  findConditions,
} from '../../domain/upkeep/alert.ts';
import type { Vault } from '../../signing/sealed-text.ts';
import type { PolicySource } from '../access/policy.ts';
import { listWalletStandings } from '../finance/list-wallets.ts';
import { listLineProblems } from '../lines/list-line-problems.ts';
import { compareSeals } from '../transactions/compare-seals.ts';
import { listSealProblems } from './seal-rows.ts';

export interface RaiseAlertsDeps {
  readonly database: Queryable;
  readonly environment: 'sandbox' | 'live';
  readonly policy: Pick<PolicySource, 'recent' | 'trouble'>;
  readonly hasPager: boolean;
  /** Opens the key of the rows. */
  readonly vault: Vault;
}

/** A payout that waits for longer is worth waking a person. */
export const ALERT_PAYOUT_MINUTES = 30;
/** More are sent once those are closed. */
const MAX_CONTRADICTIONS = 100;
/** One table that was emptied by hand is one fault. */
const MAX_SEALS = 20;

/**
 * Compares the conditions with the open alerts, and writes a message for the pager about each
 * difference. Without a pager they are for the console alone; one that is set later gets the alerts
 * that are still open.
 */
export async function raiseAlerts(deps: RaiseAlertsDeps): Promise<number> {
  const { database, environment, hasPager } = deps;
  const facts = await readFacts(deps);
  const conditions = findConditions(facts);
  const { unsent, begun, ended } = compareAlerts(await listOpenAlerts(database), conditions);
  const at = facts.at.toISOString();
  const send = async (alertId: string, { facts: more, ...condition }: Condition) => {
    const body = { event: 'alert.raised', id: alertId, ...condition, environment, at, ...more };
    return hasPager && (await sendAlert(database, messageOf(alertId, body)));
  };
  let written = 0;
  for (const condition of begun) {
    const id = randomUUIDv7();
    if (!(await insertAlert(database, { id, ...condition }))) continue;
    await send(id, condition);
    written += 1;
  }
  for (const { alert, condition } of unsent) if (await send(alert.id, condition)) written += 1;
  for (const { id, kind, subject, isSent } of ended) {
    const body = { event: 'alert.cleared', id, kind, subject, environment, at };
    if (await clearAlert(database, messageOf(id, body), isSent)) written += 1;
  }
  return written;
}

function messageOf(alertId: string, body: object) {
  return { alertId, id: randomUUIDv7(), body: JSON.stringify(body) };
}

async function readFacts({ database, policy, vault }: RaiseAlertsDeps) {
  const { floatLowXaf } = await policy.recent();
  const wanted = { isOpen: true, transactionId: null, after: null, limit: MAX_CONTRADICTIONS };
  const [at, payouts, wallets, lines, contradictions, brokenSeals, sealProblems] =
    await Promise.all([
      findClock(database),
      listWaitingPayouts(database),
      listWalletStandings(database, floatLowXaf),
      listLineProblems(database),
      listContradictions(database, wanted),
      listBrokenSeals(database),
      listSealProblems({ connection: database, vault }),
    ]);
  return {
    at,
    payouts,
    payoutMinutes: ALERT_PAYOUT_MINUTES,
    policyProblem: policy.trouble(),
    brokenSeals,
    sealProblems: sealProblems.slice(0, MAX_SEALS),
    wallets,
    lines: lines.map((one) => ({ ...one, problem: one.problem?.code ?? null })),
    contradictions: contradictions.map(({ id, transaction_id, remark }) => ({
      id,
      transactionId: transaction_id,
      kind: remark.code,
    })),
  };
}

/** At most this many histories are compared before other work gets its turn. */
const SEALS_AT_ONCE = 200;

/** Each payment once: what waits is compared before anything is done about it. */
async function listBrokenSeals(database: Queryable): Promise<readonly BrokenSeal[]> {
  if (database.seal === undefined) return [];
  const held = await listHeldChanges(database);
  const broken = new Map<string, Pick<HeldChange, 'transactionId' | 'problem'>>();
  for (const one of held) if (!one.isOfCheckout) broken.set(one.transactionId, one);
  const payments = [...new Set([...broken.keys(), ...(await listWaitingIds(database))])];
  for (let start = 0; start < payments.length; start += SEALS_AT_ONCE) {
    const ids = payments.slice(start, start + SEALS_AT_ONCE);
    for (const { id: transactionId, problem } of await compareSeals(database, ids)) {
      if (problem !== null) broken.set(transactionId, { transactionId, problem });
    }
  }
  const yeses = await listYeses(database, { ofLastDays: YES_DAYS });
  return [
    ...broken.values().map(({ transactionId, problem }) => ({
      subject: `transaction:${transactionId}`,
      transactionId,
      problem,
    })),
    ...held
      .filter(({ isOfCheckout }) => isOfCheckout)
      .map(({ transactionId: id, problem }) => ({
        subject: `checkout:${id}`,
        transactionId: null,
        problem,
      })),
    ...yeses
      .filter((yes) => !isYes(database, yes))
      .map(({ id }) => ({
        subject: `agreement:${id}`,
        transactionId: null,
        problem: 'yes_changed' as const,
      })),
  ];
}

/** Longer than any yes counts. */
const YES_DAYS = 30;
