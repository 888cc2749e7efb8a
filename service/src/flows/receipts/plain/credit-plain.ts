import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../../../db/client.ts';
import { insertSteps, listWaitingLines } from '../../../db/lines/balance-steps.ts';
import { lockLines, updateChains } from '../../../db/lines/lines.ts';
import { findMoment } from '../../../db/receipts/match-candidates.ts';
import {
  insertUsedReceipts,
  listPaidWith,
  listToldBefore,
  lockCandidatesOf,
  nameOf,
} from '../../../db/receipts/plain-payments.ts';
import { claimUnread, finishSms, type Sms } from '../../../db/receipts/sms.ts';
import { lateWindowMs } from '../../../domain/access/policy.ts';
import { assert } from '../../../domain/assert.ts';
import { type Chain, joinSteps, type Step } from '../../../domain/lines/balance-chain.ts';
import { normaliseLine } from '../../../domain/lines/line.ts';
import { type MatchCandidate, matchReceipt } from '../../../domain/receipts/matching.ts';
import type { SmsPayment } from '../../../domain/receipts/sms/reading.ts';
import { stepsOf } from '../../../domain/receipts/sms-steps.ts';
import type { Remark } from '../../../domain/remarks/remark.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { decideSequence, type Move } from '../../../domain/transactions/transition.ts';
import { firstIdAt } from '../../../domain/uuid-time.ts';
import { recordTransitions } from '../../transactions/record-transition.ts';
import { bookUses } from '../booking/bind-payments.ts';
import { SETTLED_LATE_MS } from '../credit-receipt.ts';
import { factsOf } from '../follow-payment.ts';
import { ownLinesIn, parseStored } from '../parse-stored.ts';
import { type ReadSmsDeps, templateOf } from '../read-sms.ts';
import { samenessOf } from '../stand-of-text.ts';

/** More deposits than this for one batch: then each text is read alone. */
const MOST_CANDIDATES = 1_000;

/**
 * Credits the plain ones among texts that were just stored, all in one database transaction: a
 * payment that nobody told of before, whose balance follows from that of its line, and that fits
 * one deposit. Nearly all are plain. Returns for each whether it was; any other is left untouched
 * for `readSms`, which knows all the rest.
 */
export async function creditPlain(
  deps: ReadSmsDeps,
  ids: readonly string[],
): Promise<readonly boolean[]> {
  const credited = await deps.database.atomically((connection) => credit(deps, connection, ids));
  if (credited.size > 0) deps.onQueued();
  return ids.map((id) => credited.has(id));
}

async function credit(
  deps: ReadSmsDeps,
  connection: Queryable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const told = await readPayments(deps, connection, ids);
  if (told.length === 0) return new Set();
  const chains = await lockChains(connection, told);
  const fitting = await findFitting(deps, connection, told);
  const { plain, grown } = followChains(chains, fitting);
  if (plain.length === 0) return new Set();
  await write(connection, plain, grown);
  return new Set(plain.map(({ sms }) => sms.id));
}

/** A text that tells of a payment, on a line that a gateway vouches for. */
interface Told {
  readonly sms: Sms;
  readonly line: string;
  readonly payment: SmsPayment;
  readonly template: string | null;
}

async function readPayments(
  { templates }: ReadSmsDeps,
  connection: Queryable,
  ids: readonly string[],
): Promise<readonly Told[]> {
  const told: Told[] = [];
  const ownLinesOf = ownLinesIn(connection);
  for (const sms of await claimUnread(connection, ids)) {
    const reading = await parseStored(templates, connection, sms, ownLinesOf);
    const { trust, line, operator } = sms;
    if (trust !== 'trusted' || line === null || reading.kind !== 'payment') continue;
    if (reading.operator !== operator) continue;
    told.push({ sms, line, payment: reading, template: templateOf(reading) });
  }
  return told;
}

/** The chains of lines that tell balances and on which nothing waits. */
async function lockChains(
  connection: Queryable,
  told: readonly Told[],
): Promise<ReadonlyMap<string, Chain>> {
  const names = [...new Set(told.map(({ line }) => line))];
  const locked = await lockLines(connection, names);
  const waiting = new Set(await listWaitingLines(connection, names));
  return new Map(
    locked.flatMap(({ line, chain, tellsBalances }) =>
      chain === null || !tellsBalances || waiting.has(line) ? [] : [[line, chain] as const],
    ),
  );
}

/** With the deposit that it pays; null: there is none, or none without doubt. */
type Fitting = Told & { readonly use: Use | null };

interface Use {
  readonly transaction: Transaction;
  readonly moves: readonly Move[];
  readonly reason: Remark;
}

async function findFitting(
  { policy }: ReadSmsDeps,
  connection: Queryable,
  told: readonly Told[],
): Promise<readonly Fitting[]> {
  const windowMs = lateWindowMs(await policy.within(connection));
  const payments = told.map(({ payment }) => payment);
  const before = await listToldBefore(connection, payments);
  const { now, clock } = await findMoment(connection);
  const firstId = firstIdAt(new Date(clock.getTime() - windowMs - SETTLED_LATE_MS));
  const reach = { sinceMs: windowMs, firstId, most: MOST_CANDIDATES };
  const candidates = await lockCandidatesOf(connection, payments, reach);
  // Only now, with the deposits locked, a provider can no longer confirm one of them.
  const paid = await listPaidWith(connection, payments);
  const seen = new Set<string>();
  return told.map((one, index) => {
    const { payer, amountXaf, operator } = one.payment;
    const name = nameOf(one.payment);
    // The second of two texts about one payment, or of two that may be for one deposit, waits.
    const asked = `${operator} from ${payer}: ${amountXaf}`;
    const isFirst = !seen.has(asked) && !seen.has(name);
    seen.add(asked).add(name);
    const isNew = isFirst && !before.has(name) && !paid.has(name);
    const context = { at: now, lateWindowMs: windowMs };
    const use = isNew ? matchOne(one, candidates?.[index] ?? [], context) : null;
    return { ...one, use };
  });
}

function matchOne(
  { line, payment }: Told,
  candidates: readonly MatchCandidate[],
  context: { readonly at: Date; readonly lateWindowMs: number },
): Use | null {
  const match = matchReceipt(
    { ...payment, line: normaliseLine(line) },
    candidates.map(({ transaction, line }) => ({ transaction, line: normaliseLine(line) })),
    context,
  );
  if (match.kind !== 'matched') return null;
  const decision = decideSequence(match.transaction, match.triggers, context);
  if (decision.kind !== 'moved' || decision.transaction.state !== 'succeeded') return null;
  const reason: Remark = { code: 'completed_deposit', params: { deposit: match.transaction.id } };
  return { transaction: match.transaction, moves: decision.moves, reason };
}

interface Plain extends Told {
  readonly use: Use;
  readonly steps: readonly Step[];
}

/** In the order of the texts, up to the first of each line that is not plain. */
function followChains(chains: ReadonlyMap<string, Chain>, fitting: readonly Fitting[]) {
  const grown = new Map<string, Chain>();
  const stopped = new Set<string>();
  const plain: Plain[] = [];
  for (const one of fitting) {
    const { line, payment, sms, use } = one;
    const chain = grown.get(line) ?? chains.get(line);
    const joined = chain && joinSteps(chain, stepsOf(payment, sms));
    if (stopped.has(line) || use === null || joined === undefined || joined.joined.length === 0) {
      stopped.add(line);
    } else {
      grown.set(line, joined.chain);
      plain.push({ ...one, use, steps: joined.joined });
    }
  }
  return { plain, grown };
}

async function write(
  connection: Queryable,
  plain: readonly Plain[],
  grown: ReadonlyMap<string, Chain>,
): Promise<void> {
  const steps = plain.map(({ line, steps, sms }) => {
    return { line, steps, state: 'believed', sameness: samenessOf(sms) } as const;
  });
  const added = await insertSteps(connection, steps);
  if (added !== steps.flatMap(({ steps }) => steps).length) throw new NotPlain();
  await updateChains(
    connection,
    [...grown].map(([line, chain]) => ({ line, chain })),
  );
  const receipts = plain.map(({ sms, payment, use }) => ({
    ...factsOf(sms, payment, { balance: 'proven', doubt: null, released: [] }),
    id: randomUUIDv7(),
    transactionId: use.transaction.id,
    usedFor: use.reason,
  }));
  if ((await insertUsedReceipts(connection, receipts)) !== receipts.length) throw new NotPlain();
  const recorded = await recordTransitions(
    connection,
    plain.map(({ use, payment }, index) => ({
      ...use,
      actor: `receipt:${receipts[index]?.id}`,
      providerTxId: payment.operatorTxId,
    })),
  );
  assert(!recorded.includes(false), 'a locked deposit has moved');
  await bookUses(
    connection,
    receipts.map((receipt) => ({ receipts: [receipt], transactionId: receipt.transactionId })),
  );
  await finishSms(
    connection,
    plain.map(({ sms, template, use }) => {
      return { id: sms.id, state: 'receipt', reason: use.reason, template } as const;
    }),
  );
}

/** Somebody told of a payment, or read a text, between our look and our write. */
export class NotPlain extends Error {}
