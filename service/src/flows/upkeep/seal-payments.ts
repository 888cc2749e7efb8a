import { listYeses, sealAgreements } from '../../db/access/agreement-seals.ts';
import { appendAudit } from '../../db/access/audit.ts';
import { listCheckoutsAfter, updateCheckoutSeals } from '../../db/checkouts/checkouts.ts';
import { type Database, inLongTransaction, type Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { findSealed } from '../../db/transactions/sealed-transactions.ts';
import { type NewSeals, updateSeals } from '../../db/transactions/transitions.ts';
import { listHistoryMonths, type SealedMonth, updateMonthSeals } from '../../db/upkeep/months.ts';
import {
  hasSealedPayments,
  listAuditedYeses,
  listMovable,
  listUnauditedApprovals,
  lockSealing,
  streamUnsealedLines,
} from '../../db/upkeep/unsealed-payments.ts';
import { withSeals } from '../../domain/checkouts/checkout-event.ts';
import type { SealRow } from '../../domain/seals/seal.ts';
import {
  type SealedTransaction,
  sealedLine,
  storedText,
} from '../../domain/transactions/sealed-transaction.ts';
import { PROOFS_OF_ROWS } from '../../domain/upkeep/finding.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';
import { createRowSeal, type RowKey } from '../../signing/row-seal.ts';
import type { Vault } from '../../signing/sealed-text.ts';
import { COMMAND_LINE } from '../access/actor.ts';
import { openRowKey } from '../row-key.ts';
import { proveAll } from './prove-all.ts';
import { createMonthSums } from './prove-lines.ts';

export interface SealDeps {
  readonly database: Database;
  readonly vault: Vault;
}

/** What was sealed, and what stays without a seal, so that it is not used. */
export interface SealedPayments {
  readonly payments: number;
  readonly checkouts: number;
  readonly months: number;
  readonly yeses: number;
  /** What disagrees with what else is stored: `transaction:<id>`, `checkout:<id>`. */
  readonly disputed: readonly string[];
}

/** At most this many are sealed in one query. */
const BATCH = 500;
const NO_ID = '00000000-0000-0000-0000-000000000000';
/** A deposit may be paid for some days after it has expired. */
const LATE_MS = 7 * 86_400_000;

/**
 * Seals what an earlier release has stored of payments, once: each that can still move by itself,
 * the histories of the others by one seal a month. What the proofs or the audit log contradict gets
 * none. Returns `null` if it was done before, or there is no key.
 */
export async function sealPayments({ database, vault }: SealDeps): Promise<SealedPayments | null> {
  const rowKey = await openRowKey({ database, vault });
  if (rowKey === null || (await hasSealedPayments(database))) return null;
  const disputed = await listDisputed({ database, vault });
  return inLongTransaction(database, async (opened) => {
    const { isDone } = await lockSealing(opened);
    if (isDone) return null;
    const connection = { ...opened, seal: createRowSeal(rowKey.key) };
    const unaudited = await listUnauditedApprovals(connection);
    for (const id of unaudited) disputed.add(`transaction:${id}`);
    const payments = await sealMovable(connection, disputed);
    const checkouts = await sealCheckouts(connection, disputed);
    const months = await sealMonths(connection, rowKey);
    const yeses = await sealYeses(connection, disputed);
    const sealed = { payments, checkouts, months, yeses, disputed: [...disputed] };
    await appendAudit(connection, {
      ...COMMAND_LINE,
      action: 'seal.payments',
      subject: 'payments:stored',
      before: null,
      after: { ...sealed, disputed: sealed.disputed.length },
      reason: null,
    });
    return sealed;
  });
}

/** Nothing is sealed where the audit log is not whole, or too much is wrong to name it. */
export class SealingRefused extends Error {
  override readonly name = 'SealingRefused';
}

/** What `momo audit all` names now, while no history has a seal. */
async function listDisputed(deps: SealDeps): Promise<Set<string>> {
  const report = await proveAll(
    { ...deps, scrub: (line) => line },
    { isStopped: true, isBeforeSeals: true },
  );
  // Books may not be open yet; they move nothing by themselves.
  const proofs = report.proofs.filter(({ name }) => Object.hasOwn(PROOFS_OF_ROWS, name));
  const findings = report.findings.filter(({ proof }) => Object.hasOwn(PROOFS_OF_ROWS, proof));
  const isLogBroken = findings.some(({ proof }) => proof === 'audit_log_is_whole');
  const found = proofs.reduce((sum, { count }) => sum + count, 0);
  if (isLogBroken || found > findings.length) {
    throw new SealingRefused(
      'payments are not sealed, so none is sent: see `momo audit all`, and repair what it names',
    );
  }
  const subjects = findings.map(({ subject }) => subject);
  return new Set(subjects.filter((subject) => /^(transaction|checkout):/.test(subject)));
}

async function sealMovable(
  connection: Queryable & { readonly seal: SealRow },
  disputed: ReadonlySet<string>,
): Promise<number> {
  const movable = await listMovable(connection, { lateWindowMs: LATE_MS });
  const ids = movable.filter((id) => !disputed.has(`transaction:${id}`));
  for (let start = 0; start < ids.length; start += BATCH) {
    await resealPayments(connection, ids.slice(start, start + BATCH));
  }
  return ids.length;
}

/** Those of before the key: without a seal nobody could pay or read them. */
async function sealCheckouts(
  connection: Queryable & { readonly seal: SealRow },
  disputed: ReadonlySet<string>,
): Promise<number> {
  let count = 0;
  let after = NO_ID;
  while (true) {
    const part = { after, onlyUnsealed: true, limit: BATCH };
    const unsealed = await listCheckoutsAfter(connection, part);
    for (const one of unsealed) {
      const isDisputed = one.attempts.some(({ id }) => disputed.has(`transaction:${id}`));
      if (isDisputed || disputed.has(`checkout:${one.checkout.id}`)) continue;
      await updateCheckoutSeals(connection, withSeals(connection.seal, one));
      count += 1;
    }
    after = unsealed.at(-1)?.checkout.id ?? NO_ID;
    if (unsealed.length < BATCH) return count;
  }
}

/**
 * Seals a payment as it is stored now, after two people have accepted it. Its lines leave the seal
 * of their month, which is made anew only if nothing else of the month was changed.
 */
export async function acceptPayment(
  connection: Queryable & { readonly seal: SealRow },
  { key, former }: Pick<RowKey, 'key' | 'former'>,
  id: string,
): Promise<void> {
  const months = (await listHistoryMonths(connection)).filter(
    ({ fromId, toId, seal, isArchived }) =>
      seal !== null && !isArchived && id >= fromId && id < toId,
  );
  const before = await sumMonths(connection, { key, former }, months);
  const whole = before.filter(({ seal, sum }) => seal?.replaceAll('-', '') === sum);
  await resealPayments(connection, [id]);
  await updateMonthSeals(connection, await sumMonths(connection, { key, former: [] }, whole));
}

/** Gives payments and all lines of their histories the seals of what is stored now. */
async function resealPayments(
  connection: Queryable & { readonly seal: SealRow },
  ids: readonly string[],
): Promise<void> {
  const found = await findSealed(connection, ids);
  await updateSeals(
    connection,
    [...found.values()].map((row) => sealsOf(connection.seal, row)),
  );
}

function sealsOf(seal: SealRow, row: SealedTransaction): NewSeals {
  // The first line is under the seal of a transaction that says who created it.
  const own = row.lines.filter(({ seq }) => seq > 1 || row.createdBy === null);
  return {
    id: row.id,
    seal: seal(storedText(row)),
    lines: own.map((line) => ({ seq: line.seq, seal: seal(sealedLine(row, line)) })),
  };
}

/** The histories of what has ended have one seal a month. */
async function sealMonths(connection: Queryable, { key }: RowKey): Promise<number> {
  const next = firstIdAt(await findClock(connection));
  const begun = (await listHistoryMonths(connection)).filter(
    ({ fromId, isArchived }) => fromId <= next && !isArchived,
  );
  await updateMonthSeals(connection, await sumMonths(connection, { key, former: [] }, begun));
  return begun.length;
}

async function sumMonths(
  connection: Queryable,
  keys: Pick<RowKey, 'key' | 'former'>,
  months: readonly SealedMonth[],
) {
  const sums = createMonthSums(keys, months);
  if (months.length === 0) return [];
  for await (const lines of streamUnsealedLines(connection)) {
    for (const line of lines) sums.add(line.id, sealedLine(line, line));
  }
  return sums.list();
}

async function sealYeses(connection: Queryable, disputed: Set<string>): Promise<number> {
  const audited = await listAuditedYeses(connection);
  const all = await listYeses(connection, { ofLastDays: null });
  const yeses = all.filter(({ yes_seal }) => yes_seal === null);
  for (const { id } of yeses) if (!audited.has(id)) disputed.add(`agreement:${id}`);
  const agreed = yeses.filter(({ id }) => audited.has(id));
  await sealAgreements(connection, agreed);
  return agreed.length;
}
