import { findStaffByEmail } from '../../db/access/staff.ts';
import { insertEntries } from '../../db/books/entries.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import {
  isBookedSince,
  listMendable,
  type MendableFinding,
} from '../../db/finance/mendable-proofs.ts';
import { insertTransfer } from '../../db/receipts/payout-transfers.ts';
import { insertGivenBack, lockMove } from '../../db/receipts/sent-money.ts';
import { findSms } from '../../db/receipts/sms.ts';
import { recordContradiction } from '../../db/transactions/contradictions.ts';
import { mayAgree } from '../../domain/access/agreement.ts';
import type { ChangedValues } from '../../domain/access/changed-values.ts';
import { assert } from '../../domain/assert.ts';
import { type BookFault, chooseFaults, postMend } from '../../domain/books/mending.ts';
import { type Posting, transactionCause } from '../../domain/books/posting.ts';
import type { SmsTemplate } from '../../domain/receipts/sms/template.ts';
import type { Actor } from '../access/actor.ts';
import { ONE_PERSON } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';
import { parseStored } from '../receipts/parse-stored.ts';
import { atOneMoment } from './verify-books.ts';

export interface RepairDeps {
  readonly database: Database;
  /** The operator's id of money out may be in its text alone. */
  readonly templates: readonly SmsTemplate[];
}

/** A fault of the books, and the entries that would turn it round. */
export interface Repair extends MendableFinding {
  readonly postings: readonly Posting[];
}

/** More than two people can look at; the rest is found by the next run. */
const MAX_REPAIRS = 200;

/** Finds what the books have wrong and the service knows how to mend. Nothing is written. */
export function lookForRepairs(deps: RepairDeps): Promise<readonly Repair[]> {
  return atOneMoment(deps.database, async (connection) => {
    const found = chooseFaults(await listMendable(connection, MAX_REPAIRS));
    const repairs: Repair[] = [];
    for (const one of found) {
      const fault = await completeFault(deps, connection, one.fault);
      if (fault !== null) repairs.push({ ...one, fault, postings: postMend(fault) });
    }
    return repairs;
  });
}

/** Reads the operator's id out of the text that alone has it; `null` if the text has none. */
async function completeFault(
  { templates }: RepairDeps,
  connection: Queryable,
  fault: BookFault,
): Promise<BookFault | null> {
  if (fault.kind !== 'failed_payout_paid' || fault.operatorTxId !== null) return fault;
  const sms = fault.smsId === null ? null : await findSms(connection, fault.smsId);
  if (sms === null) return null;
  const reading = await parseStored(templates, connection, sms);
  if (reading.kind !== 'sent' || reading.amountXaf !== fault.amountXaf) return null;
  const at = reading.operatorTime?.toISOString() ?? fault.at;
  return { ...fault, operatorTxId: reading.operatorTxId, at };
}

export type AskedRepair =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'nobody' }
  | (Waiting & { readonly repairs: readonly Repair[] });

/**
 * Requests, as one person, that the books be repaired as they were found. A second person approves
 * exactly these entries, in the console or on the machine.
 */
export async function askForRepair(
  deps: RepairDeps,
  actor: Actor,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<AskedRepair> {
  const foundAt = await findClock(deps.database);
  const repairs = await lookForRepairs(deps);
  if (repairs.length === 0) return { kind: 'nothing' };
  return deps.database.atomically(async (connection): Promise<AskedRepair> => {
    const person = await findStaffByEmail(connection, by);
    const mayAsk =
      person !== null && mayAgree({ ...person, disabled: person.disabled_at !== null }, 'repair');
    if (!mayAsk) return { kind: 'nobody' };
    const asker = { ...actor, actorId: person.id };
    const asked = await askForChange(connection, ONE_PERSON, asker, {
      kind: 'repair',
      subjectId: 'books',
      isSensitive: true,
      before: {},
      after: { repairs: writeRepairs({ foundAt, repairs }) },
      reason,
    });
    assert(asked !== null, 'a repair of the books takes two people');
    return { ...asked, repairs };
  });
}

interface StoredRepairs {
  readonly foundAt: string;
  readonly repairs: readonly { readonly subject: string; readonly fault: BookFault }[];
}

/** The faults are what two people agree to: the entries follow from them. */
function writeRepairs(found: { readonly foundAt: Date; readonly repairs: readonly Repair[] }) {
  const stored: StoredRepairs = {
    foundAt: found.foundAt.toISOString(),
    repairs: found.repairs.map(({ subject, fault }) => ({ subject, fault })),
  };
  return JSON.stringify(stored);
}

/** What the faults of a stored repair are about, in its order. */
export function listRepaired(after: ChangedValues): readonly string[] {
  const { repairs } = JSON.parse(String(after['repairs'])) as StoredRepairs;
  return repairs.map(({ subject }) => subject);
}

/** Books a repair as it was requested, unless something was booked about it since. */
export async function applyRepair(
  connection: Queryable,
  { after }: { readonly after: ChangedValues },
): Promise<'applied' | 'overtaken'> {
  const { foundAt, repairs } = JSON.parse(String(after['repairs'])) as StoredRepairs;
  const postings = repairs.flatMap(({ fault }) => postMend(fault));
  const causes = [...new Set(postings.map(({ cause }) => cause))].sort();
  // All that book money out take the same locks, and see what is booked here.
  for (const cause of causes) await lockMove(connection, cause);
  if (await isBookedSince(connection, { causes, since: new Date(foundAt) })) return 'overtaken';
  await insertEntries(connection, postings);
  for (const { fault } of repairs) await keepMeaning(connection, fault);
  return 'applied';
}

/** Keeps what a transfer was, so that its next report is not booked as something else. */
async function keepMeaning(connection: Queryable, fault: BookFault): Promise<void> {
  switch (fault.kind) {
    case 'payment_went_back':
      return insertGivenBack(connection, fault);
    case 'payout_left_twice': {
      const [transactionId] = fault.payouts;
      assert(transactionId !== undefined, 'a payout that left twice was found');
      return insertTransfer(connection, { ...toTransfer(fault), transactionId });
    }
    case 'failed_payout_paid': {
      const { payoutId: transactionId, smsId } = fault;
      const transfer = toTransfer(fault);
      await insertTransfer(connection, { ...transfer, transactionId });
      await insertGivenBack(connection, { ...transfer, cause: transactionCause(transactionId) });
      const evidence = `${smsId === null ? 'statement' : 'sms'}:${transfer.operatorTxId}`;
      const remark = { code: 'settled_failed_but_paid' } as const;
      await recordContradiction(connection, {
        remark,
        transactionId,
        receiptId: null,
        smsId,
        evidence,
      });
      return;
    }
    case 'forged_payment':
    case 'moved_twice':
    case 'payment_topped_up':
    case 'returned_though_credited':
    case 'other_wallet':
      return;
  }
}

function toTransfer(fault: Extract<BookFault, { readonly smsId: string | null }>) {
  const { operator, operatorTxId, wallet, smsId, at } = fault;
  assert(operatorTxId !== null, 'the transfer of a repair has its id');
  return { operator, operatorTxId, wallet, smsId, operatorTime: new Date(at) };
}
