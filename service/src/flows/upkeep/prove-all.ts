import { isDeepStrictEqual } from 'node:util';
import { isYes, listYeses } from '../../db/access/agreement-seals.ts';
import { listAuditedPolicies, listPolicyRows } from '../../db/access/policy.ts';
import { listCheckoutsAfter } from '../../db/checkouts/checkouts.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { referenceKey } from '../../db/transactions/transactions.ts';
import { listHistoryMonths } from '../../db/upkeep/months.ts';
import { ROW_PROOF_NAMES, runRowProof, streamTransactions } from '../../db/upkeep/row-proofs.ts';
import type { AuditAnchor } from '../../domain/access/audit-anchor.ts';
import { findCheckoutProblem } from '../../domain/checkouts/checkout.ts';
import { isExplained } from '../../domain/finance/wallet.ts';
import { mustHave, NO_SEAL } from '../../domain/seals/seal.ts';
import { storedText } from '../../domain/transactions/sealed-transaction.ts';
import {
  createFindings,
  type Finding,
  type Findings,
  PROOFS_OF_ROWS,
} from '../../domain/upkeep/finding.ts';
import { type ReadHistory, readHistory } from '../../domain/upkeep/history.ts';
import { judgeTransaction, type StoredTransaction } from '../../domain/upkeep/judge-transaction.ts';
import { createRowSeal } from '../../signing/row-seal.ts';
import type { Vault } from '../../signing/sealed-text.ts';
import { isAsSealed } from '../access/policy.ts';
import { verifyAudit } from '../access/verify-audit.ts';
import {
  type IsArchived,
  openDaySums,
  readArchived,
  type StoredSums,
} from '../finance/sum-days.ts';
import { atOneMoment, atThatMoment, proveBooks } from '../finance/verify-books.ts';
import { openRowKey, openRowSeal } from '../row-key.ts';
import { compareOthers, type Others } from './compare-others.ts';
import { createLineProof } from './prove-lines.ts';
import { listSealProblems } from './seal-rows.ts';

export interface ProofReport {
  readonly holds: boolean;
  /** The moment of everything that was judged, by the database's own clock. */
  readonly at: Date;
  readonly transactions: number;
  /** `false` if there is no key, so amounts and numbers were not compared with their seals. */
  readonly sealsChecked: boolean;
  readonly proofs: readonly { readonly name: string; readonly count: number }[];
  readonly findings: readonly Finding[];
  /** How long each part took; some run at the same time. */
  readonly seconds: Readonly<Record<string, number>>;
}

export interface ProofDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly scrub: (line: string) => string;
}

export interface ProofOrder {
  /** The service is stopped, so what is due waits for the next start. */
  readonly isStopped?: boolean;
  readonly anchors?: readonly AuditAnchor[];
  /** Lines and yeses of an earlier release have no seals yet. */
  readonly isBeforeSeals?: boolean;
  readonly others?: Others;
}

/**
 * Finds everything in the database that must never happen, as it is at one moment: in every
 * transaction, the books, the audit log, and against the records of other systems.
 */
export function proveAll(deps: ProofDeps, order: ProofOrder = {}): Promise<ProofReport> {
  const { vault, scrub } = deps;
  return atOneMoment(deps.database, async (connection) => {
    const findings = createFindings();
    for (const name of Object.keys(PROOFS_OF_ROWS)) findings.looked(name);
    const at = await findClock(connection);
    const seconds: Record<string, number> = {};
    const timed = async <T>(part: string, work: () => Promise<T>): Promise<T> => {
      const started = performance.now();
      const result = await work();
      seconds[part] = Math.round(performance.now() - started) / 1_000;
      return result;
    };
    const isArchived = await readArchived(connection);
    const seal = await openRowSeal({ database: connection, vault });
    const sums = await openDaySums(connection, { seal, isArchived });
    const anchors = [...(order.anchors ?? []), ...sums.anchors];
    const proving = { connection, vault, findings, at, isArchived, sums };
    const [judged] = await Promise.all([
      timed('transactions', () => proveTransactions(proving, order)),
      // The database works alone on these, while this process works on the transactions.
      atThatMoment(deps.database, connection, async (other) => {
        await timed('rows', () => proveRows(other, findings, order));
        await timed('books', () => proveBooksToo(other, findings));
        await timed('audit', () => proveAudit(other, findings, anchors));
        await timed('policy', () => provePolicy(other, vault, findings));
        await timed('agreements', () => proveAgreements(other, vault, findings, order));
        await timed('checkouts', () => proveCheckouts(other, vault, findings, order));
        await timed('seals', () => proveSeals(other, vault, findings));
        await timed('days', () => sums.readTables(other));
      }),
    ]);
    for (const { day, problem } of sums.compare()) {
      findings.add({ proof: 'days_are_as_summed', subject: `day:${day}`, problem });
    }
    await timed('others', () => compareOthers({ connection, findings, scrub }, order.others ?? {}));
    const proofs = findings.counts();
    const holds = proofs.every(({ count }) => count === 0);
    return { holds, at, ...judged, proofs, findings: findings.listed(), seconds };
  });
}

/** What waits for the next start while the service is stopped. */
const OF_RUNNING: ReadonlySet<string> = new Set(['outbox_moves', 'checkouts_are_settled']);

async function proveRows(
  connection: Queryable,
  findings: Findings,
  { isStopped = false }: ProofOrder,
): Promise<void> {
  for (const name of ROW_PROOF_NAMES) {
    if (isStopped && OF_RUNNING.has(name)) continue;
    const { count, findings: some } = await runRowProof(connection, name);
    findings.addAll(name, count, some);
  }
}

async function proveAudit(
  connection: Queryable,
  findings: Findings,
  anchors: readonly AuditAnchor[],
): Promise<void> {
  const { broken } = await verifyAudit(connection, anchors);
  for (const { line, problem } of broken) {
    findings.add({ proof: 'audit_log_is_whole', subject: `audit:${line}`, problem });
  }
}

/** Every revision has its seal, and agrees with the audit log up to it. */
async function provePolicy(connection: Queryable, vault: Vault, findings: Findings): Promise<void> {
  const seal = await openRowSeal({ database: connection, vault });
  const rows = (await listPolicyRows(connection, { limit: null })).toReversed();
  const audited = await listAuditedPolicies(connection);
  const blame = (revision: number, problem: string) =>
    findings.add({ proof: 'policy_is_as_decided', subject: `policy:${revision}`, problem });
  const firstSealed = rows.find((row) => row.seal !== null)?.revision ?? Infinity;
  const content: Record<string, unknown> = {};
  for (const { after } of audited) {
    const { revision, ...changes } = after;
    Object.assign(content, changes);
    const row = rows.find((one) => one.revision === Number(revision));
    if (row === undefined) blame(Number(revision), 'the audit log knows it, and it is not there');
    else if (!isDeepStrictEqual(row.content, content)) {
      blame(row.revision, 'it says something else than the audit log');
    } else if (row.revision >= firstSealed && !isAsSealed(row, seal)) {
      blame(row.revision, 'it was changed after it was written');
    }
  }
  const known = new Set(audited.map(({ after }) => Number(after['revision'])));
  for (const { revision } of rows) {
    if (!known.has(revision)) blame(revision, 'the audit log does not know it');
  }
}

/** Each yes is as the person gave it. */
async function proveAgreements(
  connection: Queryable,
  vault: Vault,
  findings: Findings,
  { isBeforeSeals = false }: ProofOrder,
): Promise<void> {
  if (isBeforeSeals) return;
  const seal = await openRowSeal({ database: connection, vault });
  const problem = 'it is not the yes that the service wrote';
  for (const yes of await listYeses(connection, { ofLastDays: null })) {
    if (isYes({ ...connection, seal }, yes)) continue;
    findings.add({ proof: 'seals_hold', subject: `agreement:${yes.id}`, problem });
  }
}

const CHECKOUTS_AT_ONCE = 500;
const NO_CHECKOUT = '00000000-0000-0000-0000-000000000000';

/** Each checkout, its state and what counts are as the service wrote them. */
async function proveCheckouts(
  connection: Queryable,
  vault: Vault,
  findings: Findings,
  { isBeforeSeals = false }: ProofOrder,
): Promise<void> {
  if (isBeforeSeals) return;
  const seal = await openRowSeal({ database: connection, vault });
  let after = NO_CHECKOUT;
  while (true) {
    const part = { after, onlyUnsealed: false, limit: CHECKOUTS_AT_ONCE };
    const some = await listCheckoutsAfter(connection, part);
    for (const { checkout, attempts } of some) {
      const broken = findCheckoutProblem(seal, checkout, attempts);
      if (broken === null) continue;
      const problem = `it is not as the service wrote it: ${broken}`;
      findings.add({ proof: 'seals_hold', subject: `checkout:${checkout.id}`, problem });
    }
    after = some.at(-1)?.checkout.id ?? NO_CHECKOUT;
    if (some.length < CHECKOUTS_AT_ONCE) return;
  }
}

async function proveSeals(connection: Queryable, vault: Vault, findings: Findings): Promise<void> {
  for (const { subject, problem } of await listSealProblems({ connection, vault })) {
    findings.add({ proof: 'seals_hold', subject: `seal:${subject}`, problem });
  }
}

interface Proving {
  readonly connection: Queryable;
  readonly vault: Vault;
  readonly findings: Findings;
  readonly at: Date;
  readonly isArchived: IsArchived;
  readonly sums: StoredSums;
}

/** While a release without seals is replaced, its processes still create transactions. */
const ROLLOVER_MS = 3_600_000;

async function proveTransactions(
  { connection, vault, findings, at, isArchived, sums }: Proving,
  { isStopped = false, isBeforeSeals = false }: ProofOrder,
): Promise<Pick<ProofReport, 'transactions' | 'sealsChecked'>> {
  const rowKey = await openRowKey({ database: connection, vault });
  const seal = rowKey === null ? NO_SEAL : createRowSeal(rowKey.key, rowKey.former);
  const sealedFrom = rowKey === null ? null : new Date(rowKey.since.getTime() + ROLLOVER_MS);
  const readOnce = createHistoryReader();
  let transactions = 0;
  const lines =
    rowKey === null || isBeforeSeals
      ? null
      : createLineProof(rowKey, await listHistoryMonths(connection));
  for await (const rows of streamTransactions(connection, { withLines: lines !== null })) {
    for (const row of rows) {
      transactions += 1;
      sums.addTransaction(row);
      const broken = judgeTransaction(row, {
        now: at,
        history: readOnce(row),
        seal: row.seal === null ? null : mustHave(seal, storedText(row), row.seal),
        isArchived: isArchived('transitions', row.id),
        referenceKey: referenceKey(row),
        sealedFrom,
      });
      const problem = lines?.judge(row) ?? null;
      if (problem !== null) findings.add({ proof: 'seals_hold', subject: subjectOf(row), problem });
      for (const { proof, problem } of broken) {
        if (proof === 'deadlines_are_kept' && isStopped) continue;
        findings.add({ proof, subject: subjectOf(row), problem });
      }
    }
  }
  for (const finding of lines?.finish() ?? []) findings.add(finding);
  return { transactions, sealsChecked: rowKey !== null };
}

function subjectOf({ id }: StoredTransaction): string {
  return `transaction:${id}`;
}

/** There are few different histories: a thousand is more than any tables allow in practice. */
const MAX_HISTORIES = 1_000;

function createHistoryReader(): (row: StoredTransaction) => ReadHistory {
  const known = new Map<string, ReadHistory>();
  return (row) => {
    const path = row.path ?? '';
    const key = `${row.direction} ${row.collectionMode} ${path}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const read = readHistory(row, path);
    if (known.size < MAX_HISTORIES) known.set(key, read);
    return read;
  };
}

async function proveBooksToo(connection: Queryable, findings: Findings): Promise<void> {
  const books = await proveBooks(connection);
  for (const { name, count } of books.proofs) {
    findings.addAll(
      name,
      count,
      books.findings.filter(({ proof }) => proof === name),
    );
  }
  findings.looked('closings_stay');
  for (const { day, problem } of books.closings) {
    findings.add({ proof: 'closings_stay', subject: `closing:${day}`, problem });
  }
  findings.looked('wallets_agree');
  for (const compared of books.wallets) {
    if (isExplained(compared)) continue;
    const { wallet, differenceCents } = compared;
    const problem = `the operator reports ${differenceCents} cents more or less, for no known cause`;
    findings.add({ proof: 'wallets_agree', subject: `wallet:${wallet}`, problem });
  }
}
