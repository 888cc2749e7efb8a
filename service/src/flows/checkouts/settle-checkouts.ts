import {
  type CheckoutAttempt,
  listCheckoutAttempts,
  updateOutcomes,
} from '../../db/checkouts/checkout-attempts.ts';
import {
  type CheckoutOutboxEntry,
  findCheckout,
  insertCheckoutEvents,
  listDueCheckouts,
  lockCheckout,
  updateCheckoutState,
} from '../../db/checkouts/checkouts.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { assert } from '../../domain/assert.ts';
import {
  type Checkout,
  type CheckoutState,
  decideCheckout,
  findCheckoutProblem,
  sealedCheckoutState,
  sealedOutcome,
} from '../../domain/checkouts/checkout.ts';
import { checkoutEventBody } from '../../domain/checkouts/checkout-event.ts';
import { NO_SEAL } from '../../domain/seals/seal.ts';
import { SealBroken } from '../../domain/seals/seal-broken.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';

export interface SettleDeps {
  readonly database: Database;
  readonly onQueued: OnWebhooksQueued;
}

/** A checkout with all that its attempts and the time mean for it. */
export interface SettledCheckout {
  readonly checkout: Checkout;
  readonly attempts: readonly CheckoutAttempt[];
  readonly now: Date;
}

const BATCH = 50;

/** Before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Settles the checkouts that have something to settle, and returns how many there were. */
export async function settleCheckouts(deps: SettleDeps): Promise<number> {
  const troubles: unknown[] = [];
  let count = 0;
  let after: string | undefined = FIRST;
  while (after !== undefined) {
    const due = await listDueCheckouts(deps.database, { after, limit: BATCH });
    for (const id of due) {
      try {
        await settleCheckout(deps, id);
      } catch (error) {
        // One that cannot be settled keeps none behind it from being settled.
        troubles.push(error);
      }
    }
    count += due.length;
    after = due.at(-1);
  }
  if (troubles.length > 0) throw new AggregateError(troubles, `checkouts are not settled`);
  return count;
}

/** Counts every new success and the end of its time, once, also if others do the same. */
export async function settleCheckout(
  { database, onQueued }: SettleDeps,
  id: string,
): Promise<SettledCheckout> {
  const read = await findSettled(database, id);
  if (read !== null) return read;
  const settled = await database.atomically((connection) => settleLocked(connection, id));
  if (settled.hasQueued) onQueued();
  return settled;
}

/** Without a lock, if there is nothing to count; two reads may see two moments. */
async function findSettled(database: Queryable, id: string): Promise<SettledCheckout | null> {
  const found = await findCheckout(database, { id });
  assert(found !== null, 'a checkout has vanished');
  const { checkout, now } = found;
  const attempts = await listCheckoutAttempts(database, id);
  const isPaid = attempts.some(({ outcome }) => outcome === 'paid');
  if ((checkout.state === 'paid') !== isPaid) return null;
  const { state, counted } = decideCheckout(checkout, attempts, now);
  if (state !== checkout.state || counted.length > 0) return null;
  refuseChanged(database, { checkout, attempts });
  return { checkout, attempts, now };
}

/** Nothing is said or decided about a checkout that was changed behind the service's back. */
function refuseChanged(
  { seal = NO_SEAL }: Queryable,
  { checkout, attempts }: Pick<SettledCheckout, 'checkout' | 'attempts'>,
): void {
  const problem = findCheckoutProblem(seal, checkout, attempts);
  if (problem === null) return;
  throw new SealBroken(`the seal of a checkout is broken: ${checkout.id} (${problem})`);
}

export type Cancelled =
  | (SettledCheckout & { readonly kind: 'cancelled' })
  | (SettledCheckout & { readonly kind: 'not_open' });

/** An open checkout is paid by nothing any more; a payment under way becomes a surplus. */
export async function cancelCheckout(
  { database, onQueued }: SettleDeps,
  id: string,
  onCancelled?: (connection: Queryable, checkout: Checkout) => Promise<void>,
): Promise<Cancelled> {
  const cancelled = await database.atomically(async (connection) => {
    const settled = await settleLocked(connection, id);
    const { checkout } = settled;
    if (checkout.state === 'cancelled') return { kind: 'cancelled' as const, ...settled };
    if (checkout.state !== 'open') return { kind: 'not_open' as const, ...settled };
    const moved = await moveTo(connection, settled, 'cancelled');
    await onCancelled?.(connection, moved);
    return { kind: 'cancelled' as const, ...settled, checkout: moved };
  });
  if (cancelled.hasQueued) onQueued();
  return cancelled;
}

async function settleLocked(
  connection: Queryable,
  id: string,
): Promise<SettledCheckout & { readonly hasQueued: boolean }> {
  const found = await lockCheckout(connection, id);
  assert(found !== null, 'a checkout has vanished');
  const { checkout, now } = found;
  const attempts = await listCheckoutAttempts(connection, id);
  refuseChanged(connection, { checkout, attempts });
  const { seal = NO_SEAL } = connection;
  const { state, counted } = decideCheckout(checkout, attempts, now);
  const hasMoved = state !== checkout.state;
  if (!hasMoved && counted.length === 0) return { checkout, attempts, now, hasQueued: false };
  const moved = hasMoved ? await moveTo(connection, { checkout, now }, state) : checkout;
  const outcomes = new Map(counted.map((one) => [one.id, one.outcome]));
  const outcomeOf = (one: CheckoutAttempt) => outcomes.get(one.id) ?? one.outcome;
  const sealed = counted.map(({ id, outcome }) => {
    const succeededAt = attempts.find((one) => one.id === id)?.succeededAt ?? null;
    return { id, outcome, seal: seal(sealedOutcome(checkout, { id, outcome, succeededAt })) };
  });
  await updateOutcomes(connection, sealed);
  const events = counted.map((one) => toSuccessEvent(checkout, attempts, one));
  if (hasMoved && state === 'expired') events.push(toExpiryEvent(checkout));
  await insertCheckoutEvents(connection, checkout, events);
  return {
    checkout: moved,
    attempts: attempts.map((one) => ({ ...one, outcome: outcomeOf(one) })),
    now,
    hasQueued: checkout.callbackUrl !== null,
  };
}

async function moveTo(
  connection: Queryable,
  { checkout, now: stateUpdatedAt }: Pick<SettledCheckout, 'checkout' | 'now'>,
  state: CheckoutState,
): Promise<Checkout> {
  const { seal = NO_SEAL } = connection;
  const stateSeal = seal(sealedCheckoutState({ id: checkout.id, state, stateUpdatedAt }));
  const moved = { ...checkout, state, stateUpdatedAt, stateSeal };
  await updateCheckoutState(connection, moved);
  return moved;
}

function toSuccessEvent(
  checkout: Checkout,
  attempts: readonly CheckoutAttempt[],
  { id, outcome }: { readonly id: string; readonly outcome: 'paid' | 'surplus' },
): CheckoutOutboxEntry {
  const deposit = attempts.find((one) => one.id === id);
  const at = deposit?.succeededAt ?? null;
  assert(deposit !== undefined && at !== null, 'a success that is no attempt');
  const event = `checkout.${outcome}` as const;
  return { event, eventId: id, body: checkoutEventBody(checkout, { event, deposit, at }) };
}

function toExpiryEvent(checkout: Checkout): CheckoutOutboxEntry {
  const event = 'checkout.expired';
  const body = checkoutEventBody(checkout, { event, deposit: null, at: checkout.expiresAt });
  return { event, eventId: checkout.id, body };
}
