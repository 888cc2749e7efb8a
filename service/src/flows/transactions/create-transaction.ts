import { randomUUIDv7 } from 'node:crypto';
import type { NewTransaction, TimedTransaction } from '../../db/transactions/transactions.ts';
import type { Policy } from '../../domain/access/policy.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import { type Message, sentenceOf } from '../../domain/messages/message.ts';
import { contradictingOperator } from '../../domain/msisdn.ts';
import { OPERATORS, type Operator } from '../../domain/operators/operator.ts';
import { type Direction } from '../../domain/payment-kinds.ts';
import type { AmountBound, Channel } from '../../domain/providers/channel.ts';
import type { SealRow } from '../../domain/seals/seal.ts';
import {
  buildInstructions,
  type Instructions,
  type Lang,
} from '../../domain/transactions/instructions.ts';
import type { RefundRefusal } from '../../domain/transactions/payment-limits.ts';
import { sealedText, type Transaction } from '../../domain/transactions/transaction.ts';
import { type Catalogue, type CatalogueSource, pickChannel } from '../providers/catalogue.ts';
import { type Admission, insertWithinLimits, type LimitDeps } from './insert-within-limits.ts';
import type { Ledger } from './ledger.ts';

export interface CreateDeps extends LimitDeps {
  readonly ledger: Ledger;
  readonly catalogue: CatalogueSource;
  /** What happens by itself to payments of some numbers in the sandbox, or `null` in live. */
  readonly play: Play | null;
  /** Seals the immutable facts of a new transaction. */
  readonly seal: SealRow;
  /** Starts the collection of a merchant-initiated deposit, once, and returns its new state. */
  readonly collect: (transaction: Transaction) => Promise<Transaction>;
}

/** The sandbox plays player, operator and staff for numbers that stand for an outcome. */
export interface Play {
  /** Waits as long as the answer takes, then says whether any provider is available. */
  readonly begin: (msisdn: string) => Promise<'available' | 'unavailable'>;
  /** Plays a new payment, and returns it as the platform sees it. */
  readonly finish: (created: Transaction) => Promise<Transaction>;
}

export interface PaymentRequest {
  readonly applicationId: string;
  readonly playerId: string;
  /** E.164 with plus. */
  readonly msisdn: string;
  readonly amountXaf: number;
  /** As sent: any text. */
  readonly operator: string;
  readonly reference: string;
  readonly callbackUrl: string | null;
  /** Who asks: `api` for the platform, `staff:<id>` for a person at the console. */
  readonly actor: string;
  /** The application makes too many requests: only existing transactions are answered. */
  readonly isOverRate: boolean;
  readonly admission?: Admission;
}

export interface DepositRequest extends PaymentRequest {
  readonly lang: Lang;
}

export type CreateProblem =
  | {
      readonly code:
        | 'unknown_operator'
        | 'too_many_requests'
        | 'too_many_prompts'
        | 'no_provider_available'
        | 'transaction_not_found'
        | 'reference_taken';
    }
  | RefundRefusal
  | { readonly code: 'prefix_mismatch'; readonly params: { readonly operator: Operator } };

export type Created =
  | (TimedTransaction & { readonly kind: 'created' | 'existing' })
  | {
      readonly kind: 'amount_refused';
      readonly amountXaf: number;
      readonly bound: AmountBound;
    }
  | { readonly kind: 'problem'; readonly problem: CreateProblem };

/** How often a page that waits for the player should ask (interface, "instructions"). */
const POLLING_INTERVAL_SECONDS = 5;

export async function createDeposit(deps: CreateDeps, request: DepositRequest): Promise<Created> {
  const policy = await deps.policy.recent();
  const created = await create(deps, policy, 'deposit', request, (channel) => ({
    collectionMode: channel.collectionMode,
    state: 'pending',
    remark: {
      code:
        channel.collectionMode === 'customer_initiated'
          ? 'waits_for_payment_by_code'
          : 'waits_for_confirmation',
    },
    instructions: instructionsFor(deps, request, channel),
    windowMs: policy.depositWindowSeconds * 1_000,
    line: lineFor(channel),
  }));
  if (created.kind !== 'created' && created.kind !== 'existing') return created;
  return play(deps, { ...created, transaction: await askPlayer(deps, created) });
}

/**
 * If the first request died before the player was asked, its repeat asks now; `collect` never asks
 * twice.
 */
export function askPlayer(
  { collect }: Pick<CreateDeps, 'collect'>,
  found: TimedTransaction,
): Promise<Transaction> | Transaction {
  return isToCollect(found) ? collect(found.transaction) : found.transaction;
}

/** A code that the player got stays valid; a prompt is paid at the provider that sends it. */
function lineFor({ collectionMode, merchantNumber }: Channel): string | null {
  return collectionMode === 'customer_initiated' ? normaliseLine(merchantNumber) : null;
}

async function play(deps: CreateDeps, created: Created): Promise<Created> {
  if (deps.play === null || created.kind !== 'created') return created;
  return { ...created, transaction: await deps.play.finish(created.transaction) };
}

/** The other mode sends nothing to the player's phone. */
function isToCollect({ transaction, now }: TimedTransaction): boolean {
  const { collectionMode, state, expiresAt } = transaction;
  const isOpen = state === 'pending' && expiresAt !== null && now < expiresAt;
  return isOpen && collectionMode === 'merchant_initiated';
}

export async function createWithdrawal(
  deps: CreateDeps,
  request: PaymentRequest,
  refund: Refund | null = null,
): Promise<Created> {
  const policy = await deps.policy.recent();
  const start = () =>
    waitingPayout(refund?.remark ?? { code: 'waits_for_approval' }, refund?.shown);
  const created = await create(deps, policy, 'withdrawal', request, start, refund);
  return play(deps, created);
}

function waitingPayout(remark: Message, shown: Message = remark): Start {
  const none = { collectionMode: null, instructions: null, windowMs: null, line: null };
  return { ...none, state: 'pending_approval', remark, shown };
}

/** A withdrawal that gives a deposit back: it is decided in the transaction that inserts it. */
export interface Refund {
  readonly of: string;
  readonly remark: Message;
  /** What the platform reads instead. */
  readonly shown?: Message;
  readonly insert: (transaction: NewTransaction) => Promise<Transaction | null | RefundRefusal>;
}

type Start = Pick<
  NewTransaction,
  'collectionMode' | 'state' | 'remark' | 'instructions' | 'windowMs' | 'line'
> & { readonly shown?: Message };

interface Attempt {
  readonly direction: Direction;
  readonly operator: Operator;
  readonly request: PaymentRequest;
  readonly start: (channel: Channel) => Start;
  readonly catalogue: Catalogue;
  readonly refund: Refund | null;
}

/** The order of the checks is part of the interface ("Order of checks"). */
async function create(
  deps: CreateDeps,
  policy: Policy,
  direction: Direction,
  request: PaymentRequest,
  start: (channel: Channel) => Start,
  refund: Refund | null = null,
): Promise<Created> {
  const named = readOperator(request, policy, refund);
  if (request.amountXaf > policy.amountMaxXaf) {
    // An existing transaction is returned, whatever the limit is today.
    const existing =
      named.kind === 'operator'
        ? await deps.ledger.findByReference({ ...request, direction })
        : null;
    if (existing !== null) return { kind: 'existing', ...existing };
    const bound = { kind: 'at_most', amountXaf: policy.amountMaxXaf } as const;
    return { kind: 'amount_refused', amountXaf: request.amountXaf, bound };
  }
  if (named.kind === 'problem') return named;
  const { operator } = named;
  const played = await deps.play?.begin(request.msisdn);
  if (request.isOverRate || played === 'unavailable') {
    const existing = await deps.ledger.findByReference({ ...request, direction });
    if (existing !== null) return { kind: 'existing', ...existing };
    const code = request.isOverRate ? 'too_many_requests' : 'no_provider_available';
    return { kind: 'problem', problem: { code } };
  }
  let outdated: Catalogue | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const catalogue = await deps.catalogue.recent(outdated);
    const attempt = { direction, operator, request, start, catalogue, refund };
    const created = await createFrom(deps, attempt);
    if (created !== 'outdated') return created;
    outdated = catalogue;
  }
  throw new Error(`providers or channels changed ${MAX_TRIES} times while a payment was created`);
}

function readOperator(
  { operator: text, msisdn }: PaymentRequest,
  { operatorPrefixes }: Policy,
  refund: Refund | null,
):
  | { readonly kind: 'operator'; readonly operator: Operator }
  | Extract<Created, { readonly kind: 'problem' }> {
  const operator = OPERATORS.find((known) => known === text);
  if (operator === undefined) return { kind: 'problem', problem: { code: 'unknown_operator' } };
  // A refund goes to where the money came from, whatever the prefixes say by now.
  const other = refund === null ? contradictingOperator(operatorPrefixes, msisdn, operator) : null;
  if (other === null) return { kind: 'operator', operator };
  return { kind: 'problem', problem: { code: 'prefix_mismatch', params: { operator: other } } };
}

/** Each try that finds the catalogue outdated means that it was changed since. */
const MAX_TRIES = 10;

/** Creates the transaction in a channel of this catalogue, unless the catalogue is outdated. */
async function createFrom(
  deps: CreateDeps,
  { direction, operator, request, start, catalogue, refund }: Attempt,
): Promise<Created | 'outdated'> {
  const { amountXaf } = request;
  const view = catalogue.seenBy(request.applicationId);
  const fitting = pickChannel(view, { operator, direction, amountXaf });
  // A prompt for an amount that the operator does not take is refused at initiation, and the
  // platform gets `failed`; a code for such an amount is not given out at all.
  const choice =
    direction === 'deposit' && fitting.kind === 'amount_refused'
      ? pickChannel(view, { operator, direction, mode: 'merchant_initiated' })
      : fitting;
  let refused: CreateProblem | null = null;
  if (choice.kind === 'chosen') {
    const { provider, channel } = choice;
    const transaction = newTransaction(deps, {
      facts: { ...identity(direction, operator, request), refundOf: refund?.of ?? null },
      begun: start(channel),
      route: { providerId: provider.id, channelId: channel.id, revision: catalogue.revision },
    });
    const created =
      refund === null
        ? await insertWithinLimits(deps, transaction, request.admission)
        : await refund.insert(transaction);
    if (created === 'too_many_prompts') refused = { code: created };
    else if (created !== null && 'code' in created) refused = created;
    else if (created !== null) {
      return { kind: 'created', transaction: created, now: created.createdAt };
    }
  }
  // The reference exists, or there is no such channel now; an existing transaction is returned.
  const existing = await deps.ledger.findByReference({ ...request, direction });
  if (existing !== null) return { kind: 'existing', ...existing };
  if (refused !== null) return { kind: 'problem', problem: refused };
  // What would be refused may have been switched on meanwhile.
  const { revision } = await deps.catalogue.current();
  if (choice.kind === 'chosen' || catalogue.revision !== revision) return 'outdated';
  if (fitting.kind === 'amount_refused') return { ...fitting, amountXaf };
  return { kind: 'problem', problem: { code: 'no_provider_available' } };
}

/** What is stored of a transaction, with the seal over what never changes. */
function newTransaction(
  { seal }: Pick<CreateDeps, 'seal'>,
  { facts, begun: { shown, ...begun }, route }: Begun,
): NewTransaction {
  const instructions = begun.instructions && JSON.stringify(begun.instructions);
  const sealed = { ...facts, ...begun, instructions, createdBy: facts.actor };
  return {
    ...facts,
    ...begun,
    ...route,
    stateReason: sentenceOf(shown ?? begun.remark),
    seal: seal(sealedText(sealed)),
  };
}

interface Begun {
  readonly facts: ReturnType<typeof identity> & Pick<NewTransaction, 'refundOf'>;
  readonly begun: Start;
  readonly route: Pick<NewTransaction, 'providerId' | 'channelId' | 'revision'>;
}

/** A withdrawal that the caller stores, or `null` if this catalogue has no channel for it. */
export function newWithdrawal(
  deps: Pick<CreateDeps, 'seal'>,
  catalogue: Catalogue,
  request: Omit<PaymentRequest, 'operator'> & { readonly operator: Operator },
  refund: Pick<Refund, 'remark'> & { readonly of: string | null },
): NewTransaction | null {
  const { applicationId, operator, amountXaf } = request;
  const wanted = { operator, direction: 'withdrawal', amountXaf } as const;
  const choice = pickChannel(catalogue.seenBy(applicationId), wanted);
  if (choice.kind !== 'chosen') return null;
  const { provider, channel } = choice;
  return newTransaction(deps, {
    facts: { ...identity('withdrawal', operator, request), refundOf: refund.of },
    begun: waitingPayout(refund.remark),
    route: { providerId: provider.id, channelId: channel.id, revision: catalogue.revision },
  });
}

function identity(direction: Direction, operator: Operator, request: PaymentRequest) {
  const { applicationId, playerId, msisdn, amountXaf, reference, callbackUrl, actor } = request;
  return {
    id: randomUUIDv7(),
    applicationId,
    direction,
    reference,
    playerId,
    operator,
    msisdn,
    amountXaf,
    callbackUrl,
    actor,
    providerTxId: null,
  };
}

function instructionsFor(
  deps: CreateDeps,
  request: DepositRequest,
  channel: Channel,
): Instructions | null {
  if (channel.collectionMode !== 'customer_initiated') return null;
  return buildInstructions({
    channel,
    amountXaf: request.amountXaf,
    lang: request.lang,
    pollingIntervalSeconds: POLLING_INTERVAL_SECONDS,
    sandbox: deps.play !== null,
  });
}
