import { appendAudit } from '../../db/access/audit.ts';
import {
  hasSettlement,
  listApplicationMoney,
  lockApplicationMoney,
  updateCredit,
} from '../../db/books/application-money.ts';
import { insertEntries } from '../../db/books/entries.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { type ChangedValues, isAsBefore } from '../../domain/access/changed-values.ts';
import {
  findUnpromisedXaf,
  loosensCredit,
  settlementCause,
} from '../../domain/books/application-money.ts';
import { postSettlement } from '../../domain/books/posting.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';

interface MoneyDeps {
  readonly database: Database;
  readonly policy: Pick<PolicySource, 'within'>;
}

type Done = { readonly kind: 'done' } | { readonly kind: 'no_application' } | Waiting;

export interface CreditLine {
  /** The name of the application. */
  readonly application: string;
  /** How far its payouts may go beyond what it has, or `null` for no limit. */
  readonly creditXaf: number | null;
  readonly reason: string;
}

/** Sets an application's credit line; a larger one waits for a second person. */
export function setCredit(
  { database, policy }: MoneyDeps,
  actor: Actor,
  { application, creditXaf, reason }: CreditLine,
): Promise<Done> {
  return database.atomically(async (connection): Promise<Done> => {
    const [money] = await listApplicationMoney(connection, { names: [application] });
    if (money === undefined) return { kind: 'no_application' };
    const [before, after] = [{ creditXaf: money.creditXaf }, { creditXaf }];
    const isSensitive = loosensCredit(money.creditXaf, creditXaf);
    const change = { kind: 'credit_line', subjectId: application, before, after } as const;
    const asked = { ...change, isSensitive, reason };
    const waiting = await askForChange(connection, policy, actor, asked);
    if (waiting !== null) return waiting;
    await updateCredit(connection, { name: application, creditXaf });
    const what = { action: 'books.credit', subject: `application:${application}` } as const;
    await appendAudit(connection, { ...actor, ...what, before, after, reason });
    return { kind: 'done' };
  });
}

/** Sets a credit line as it was requested, unless it was changed since. */
export async function applyCredit(
  connection: Queryable,
  { subject_id: name, before, after }: AgreedChange,
): Promise<'applied' | 'overtaken'> {
  const [money] = await listApplicationMoney(connection, { names: [name] });
  if (money === undefined) return 'overtaken';
  if (!isAsBefore(before, { creditXaf: money.creditXaf })) return 'overtaken';
  const creditXaf = after['creditXaf'] === null ? null : Number(after['creditXaf']);
  await updateCredit(connection, { name, creditXaf });
  return 'applied';
}

interface AgreedChange {
  readonly subject_id: string;
  readonly before: ChangedValues;
  readonly after: ChangedValues;
}

export interface Settlement {
  /** The name of the application. */
  readonly application: string;
  readonly amountXaf: number;
  /** The bank's or operator's reference: one settlement of an application for each. */
  readonly reference: string;
  /** The bank account or the number that was paid. */
  readonly paidTo: string;
  readonly reason: string;
}

export type Settled = Done | { readonly kind: SettlementRefusal };
export type SettlementRefusal = 'more_than_owed' | 'settled_already';

/** Records that an application was paid what it is owed, or stores it for a second person. */
export function settleApplication(
  { database, policy }: MoneyDeps,
  actor: Actor,
  { reason, ...settlement }: Settlement,
): Promise<Settled> {
  return database.atomically(async (connection): Promise<Settled> => {
    const [found] = await listApplicationMoney(connection, { names: [settlement.application] });
    if (found === undefined) return { kind: 'no_application' };
    const refusal = await refuseSettlement(connection, found.id, settlement);
    if (refusal !== null) return { kind: refusal };
    const subject = settlementCause(found.id, settlement.reference);
    const subjectId = `${found.id}:${settlement.reference}`;
    const asked = { subjectId, before: {}, after: settlement, isSensitive: true, reason };
    const change = { ...asked, kind: 'settlement' } as const;
    const waiting = await askForChange(connection, policy, actor, change);
    if (waiting !== null) return waiting;
    await insertEntries(connection, [postSettlement({ id: found.id, ...settlement })]);
    const what = { action: 'books.settle', subject } as const;
    await appendAudit(connection, { ...actor, ...what, before: null, after: settlement, reason });
    return { kind: 'done' };
  });
}

/** Books a settlement as it was requested, unless the application is owed less by now. */
export async function applySettlement(
  connection: Queryable,
  { after }: AgreedChange,
): Promise<'applied' | 'overtaken'> {
  const [application, reference] = [String(after['application']), String(after['reference'])];
  const settlement = { reference, amountXaf: Number(after['amountXaf']) };
  const [found] = await listApplicationMoney(connection, { names: [application] });
  if (found === undefined) return 'overtaken';
  if ((await refuseSettlement(connection, found.id, settlement)) !== null) return 'overtaken';
  await insertEntries(connection, [postSettlement({ id: found.id, ...settlement })]);
  return 'applied';
}

/** Under a lock of the application's money, which its payouts wait for when they are approved. */
export async function refuseSettlement(
  connection: Queryable,
  id: string,
  { amountXaf, reference }: Pick<Settlement, 'amountXaf' | 'reference'>,
): Promise<SettlementRefusal | null> {
  await lockApplicationMoney(connection, id);
  if (await hasSettlement(connection, { id, reference })) return 'settled_already';
  const [money] = await listApplicationMoney(connection, { ids: [id] });
  const isOwed = money !== undefined && amountXaf <= findUnpromisedXaf(money);
  return isOwed ? null : 'more_than_owed';
}
