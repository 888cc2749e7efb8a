import { hash } from 'node:crypto';
import {
  type CheckoutAttempt,
  countAttempts,
  insertCheckoutAttempt,
  listCheckoutAttempts,
} from '../../db/checkouts/checkout-attempts.ts';
import { lockCheckout } from '../../db/checkouts/checkouts.ts';
import type { Queryable } from '../../db/client.ts';
import type { NewTransaction } from '../../db/transactions/transactions.ts';
import { assert } from '../../domain/assert.ts';
import {
  type AttemptRefusal,
  attemptReference,
  type Checkout,
  decideCheckout,
  judgeAttempt,
  sealedCheckout,
} from '../../domain/checkouts/checkout.ts';
import { fitsSeal, NO_SEAL, type SealRow } from '../../domain/seals/seal.ts';
import { SealBroken } from '../../domain/seals/seal-broken.ts';
import type { Lang } from '../../domain/transactions/instructions.ts';
import {
  CHECKOUT_ACTOR,
  isOpenDeposit,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import {
  askPlayer,
  type CreateDeps,
  type Created,
  createDeposit,
} from '../transactions/create-transaction.ts';

export interface AttemptRequest {
  /** E.164 with plus. */
  readonly msisdn: string;
  readonly operator: string;
  readonly lang: Lang;
}

export type StartedAttempt =
  | { readonly kind: 'started'; readonly transaction: Transaction }
  | { readonly kind: 'refused'; readonly refusal: AttemptRefusal }
  | Exclude<Created, { readonly transaction: unknown }>;

/** Each lost race is another buyer's attempt of the same checkout, which has at most ten. */
const MAX_TRIES = 12;

/**
 * Begins to pay a checkout: an ordinary deposit, made together with the line that says whose
 * attempt it is. An open attempt of the same number is answered as it is.
 */
export async function startAttempt(
  deps: CreateDeps,
  checkout: Checkout,
  request: AttemptRequest,
): Promise<StartedAttempt> {
  const { seal = NO_SEAL } = deps.database;
  // Nobody is asked for an amount that was changed behind the service's back.
  if (!fitsSeal(seal, sealedCheckout(checkout), checkout.seal)) {
    throw new SealBroken(`the seal of a checkout is broken: ${checkout.id}`);
  }
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const attempts = await listCheckoutAttempts(deps.database, checkout.id);
    const open = openOf(attempts, request);
    if (open !== undefined) return continueAttempt(deps, open);
    const number = nextNumber(attempts) + tries;
    const started = await tryNumber(deps, { checkout, number }, request);
    if (started !== 'taken') return started;
  }
  throw new Error(`the attempts of checkout ${checkout.id} changed ${MAX_TRIES} times`);
}

async function continueAttempt(deps: CreateDeps, { id }: CheckoutAttempt): Promise<StartedAttempt> {
  const found = await deps.ledger.find(id);
  assert(found !== null, 'a transaction has vanished');
  return { kind: 'started', transaction: await askPlayer(deps, found) };
}

function openOf(
  attempts: readonly CheckoutAttempt[],
  { msisdn }: Pick<AttemptRequest, 'msisdn'>,
): CheckoutAttempt | undefined {
  return attempts.find((one) => one.msisdn === msisdn && isOpenDeposit(one));
}

function nextNumber(attempts: readonly CheckoutAttempt[]): number {
  return Math.max(0, ...attempts.map(({ number }) => number)) + 1;
}

/** `taken` if another attempt, or another deposit of the application, has the number. */
async function tryNumber(
  deps: CreateDeps,
  { checkout, number }: { readonly checkout: Checkout; readonly number: number },
  { msisdn, operator, lang }: AttemptRequest,
): Promise<StartedAttempt | 'taken'> {
  const { applicationId, amountXaf } = checkout;
  const { seal = NO_SEAL } = deps.database;
  const seen: { judged: Judged } = { judged: { kind: 'free' } };
  const created = await createDeposit(deps, {
    applicationId,
    playerId: checkout.playerId ?? buyerId(seal, applicationId, msisdn),
    msisdn,
    amountXaf,
    operator,
    reference: attemptReference(checkout, number),
    callbackUrl: null,
    actor: CHECKOUT_ACTOR,
    isOverRate: false,
    lang,
    admission: {
      mayInsert: async (connection, transaction) => {
        seen.judged = await judge(connection, { checkout, number }, transaction);
        return seen.judged.kind === 'free';
      },
      afterInsert: (connection, { id: transactionId }) =>
        insertCheckoutAttempt(connection, { transactionId, checkoutId: checkout.id, number }),
    },
  });
  if (created.kind === 'created') return { kind: 'started', transaction: created.transaction };
  const { judged } = seen;
  if (judged.kind === 'refused') return judged;
  if (judged.kind === 'open') return continueAttempt(deps, judged.attempt);
  if (judged.kind === 'taken' || 'transaction' in created) return 'taken';
  return created;
}

type Judged =
  | { readonly kind: 'free' | 'taken' }
  /** Another tab was faster: the number has an open attempt by now. */
  | { readonly kind: 'open'; readonly attempt: CheckoutAttempt }
  | { readonly kind: 'refused'; readonly refusal: AttemptRefusal };

/** Under the checkout's lock, with what its attempts mean for it by now. */
async function judge(
  connection: Queryable,
  { checkout: { id }, number }: { readonly checkout: Checkout; readonly number: number },
  { operator, msisdn, amountXaf, collectionMode }: NewTransaction,
): Promise<Judged> {
  const found = await lockCheckout(connection, id);
  assert(found !== null, 'a checkout has vanished');
  const { checkout, now } = found;
  const attempts = await listCheckoutAttempts(connection, id);
  const attempt = openOf(attempts, { msisdn });
  if (attempt !== undefined) return { kind: 'open', attempt };
  const { state } = decideCheckout(checkout, attempts, now);
  const counts = await countAttempts(connection, { checkoutId: id, operator, msisdn, amountXaf });
  const isDialled = collectionMode === 'customer_initiated';
  const refusal = judgeAttempt({ ...checkout, state }, counts, { now, isDialled });
  if (refusal !== null) return { kind: 'refused', refusal };
  return { kind: attempts.some((one) => one.number === number) ? 'taken' : 'free' };
}

/**
 * One buyer is one player for the matching: a UUIDv8 of application and number. It takes the key of
 * the rows, so that it does not say a number that was erased; without one there are no secrets.
 */
function buyerId(seal: SealRow, applicationId: string, msisdn: string): string {
  const text = JSON.stringify(['buyer', applicationId, msisdn]);
  const digest = Buffer.from(seal(text) ?? hash('sha256', text), 'hex');
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [0, 8, 12, 16, 20].map((from, at) => hex.slice(from, [8, 12, 16, 20, 32][at])).join('-');
}
