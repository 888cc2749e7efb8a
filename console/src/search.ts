import {
  type AuditFilters,
  FIGURE_RANGES,
  type FigureRange,
  type TransactionFilters,
  type TransactionOrder,
} from './api/reads.ts';
import type { Direction, SmsState, State, WebhookState } from './api/types.ts';
import { SMS_TONES, STATE_TONES } from './ui/badges.tsx';

// The parameters in the address after the question mark. Anybody can write an address, so a value
// that means nothing is left out.

type Raw = Readonly<Record<string, unknown>>;

export function parseHomeSearch({ range }: Raw): { readonly range?: FigureRange | undefined } {
  return { range: oneOf(FIGURE_RANGES, range) };
}

export interface QueueSearch {
  readonly id?: string | undefined;
}

export function parseQueueSearch({ id }: Raw): QueueSearch {
  return { id: idOf(id) };
}

/**
 * The question that a screen opens with, such as one that a person chose in the search. It is
 * taken out of the address at once, and only its answer does anything.
 */
export interface AskSearch<Question extends string> {
  readonly ask?: Question | undefined;
}

export const DECISIONS_TO_ASK = ['approve', 'reject', 'confirm', 'refuse'] as const;
export interface DecisionSearch extends QueueSearch, AskSearch<(typeof DECISIONS_TO_ASK)[number]> {}

export function parseDecisionSearch({ id, ask }: Raw): DecisionSearch {
  return { id: idOf(id), ask: oneOf(DECISIONS_TO_ASK, ask) };
}

export interface LineSearch extends AskSearch<'balance'> {
  readonly line?: string | undefined;
}

export function parseLineSearch({ line, ask }: Raw): LineSearch {
  return { line: textOf(line), ask: oneOf(['balance'], ask) };
}

export function parseStaffSearch({ id, ask }: Raw): QueueSearch & AskSearch<'add'> {
  return { id: idOf(id), ask: oneOf(['add'], ask) };
}

export function parseStatementSearch({ only }: Raw): {
  readonly only?: 'differences' | undefined;
} {
  return { only: oneOf(['differences'], only) };
}

export function parseApplicationSearch({ ask }: Raw): AskSearch<'issue'> {
  return { ask: oneOf(['issue'], ask) };
}

export function parseLinkSearch({ ask }: Raw): AskSearch<'make'> {
  return { ask: oneOf(['make'], ask) };
}

export interface ReceiptSearch extends QueueSearch {
  /** The deposit that the payment is to complete. */
  readonly deposit?: string | undefined;
  readonly list?: ReceiptList | undefined;
}

/** Payments that no deposit used, or what payers paid above their deposits. */
export const RECEIPT_LISTS = ['unmatched', 'overpaid'] as const;
export type ReceiptList = (typeof RECEIPT_LISTS)[number];

export function parseReceiptSearch({ id, deposit, list }: Raw): ReceiptSearch {
  return { id: idOf(id), deposit: idOf(deposit), list: oneOf(RECEIPT_LISTS, list) };
}

export interface TransactionSearch extends Omit<TransactionFilters, 'operator'> {
  /** The service knows which operators there are. */
  readonly operator?: string | undefined;
}

export function parseTransactionSearch(raw: Raw): TransactionSearch {
  return {
    direction: oneOf(DIRECTIONS, raw['direction']),
    state: oneOf(STATES, raw['state']),
    operator: textOf(raw['operator']),
    q: textOf(raw['q']),
    from: dayOf(raw['from']),
    to: dayOf(raw['to']),
    order: oneOf(ORDERS, raw['order']),
  };
}

const ORDERS: readonly TransactionOrder[] = ['oldest', 'largest', 'smallest'];

export function parseWebhookSearch({ state }: Raw): { readonly state?: WebhookState | undefined } {
  return { state: oneOf(WEBHOOK_STATES, state) };
}

export type ContradictionChoice = 'open' | 'any';
export const CONTRADICTION_CHOICES: readonly ContradictionChoice[] = ['open', 'any'];

export function parseContradictionSearch({ state }: Raw): {
  readonly state?: ContradictionChoice | undefined;
} {
  return { state: oneOf(CONTRADICTION_CHOICES, state) };
}

export interface SmsSearch extends QueueSearch {
  readonly state?: SmsState | 'any' | undefined;
}

export function parseSmsSearch({ state, id }: Raw): SmsSearch {
  return { state: oneOf([...SMS_STATES, 'any'], state), id: idOf(id) };
}

export interface AuditSearch extends Omit<AuditFilters, 'kind'> {
  /** The words of the screen know which kinds there are. */
  readonly kind?: string | undefined;
}

export function parseAuditSearch({ q, person, kind, from, to }: Raw): AuditSearch {
  return {
    q: textOf(q),
    person: idOf(person),
    kind: textOf(kind),
    from: dayOf(from),
    to: dayOf(to),
  };
}

/** Which report of Finance is asked for. */
export interface FinanceSearch {
  readonly account?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function parseFinanceSearch({ account, from, to }: Raw): FinanceSearch {
  return { account: textOf(account), from: dayOf(from), to: dayOf(to) };
}

export const DIRECTIONS: readonly Direction[] = ['deposit', 'withdrawal'];
export const WEBHOOK_STATES: readonly WebhookState[] = [
  'pending',
  'delivered',
  'undelivered',
  'replayed',
];
// The tables of tones must name every state, or they do not compile.
export const STATES: readonly State[] = Object.keys(STATE_TONES) as State[];

export const SMS_STATES: readonly SmsState[] = Object.keys(SMS_TONES) as SmsState[];

/** Goes to a screen with what is searched for, which may be a number and is kept out of the address. */
export function hideSearched<To extends string, Search extends { readonly q?: string | undefined }>(
  to: To,
  search: Search,
) {
  return { to, search, mask: { to, search: { ...search, q: undefined } } };
}

export function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function idOf(value: unknown): string | undefined {
  return isId(value) ? value : undefined;
}

function dayOf(value: unknown): string | undefined {
  return isDay(value) ? value : undefined;
}

/** What the service calls a transaction, a payment, a player or a person. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}
