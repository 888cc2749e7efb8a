import {
  type CheckoutAttempt,
  listCheckoutAttempts,
  updateOutcomes,
} from '../../db/checkouts/checkout-attempts.ts';
import {
  type CheckoutOutboxEntry,
  insertCheckoutEvents,
  listDueCheckouts,
  lockCheckout,
  updateCheckoutState,
} from '../../db/checkouts/checkouts.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { assert } from '../../domain/assert.ts';
import { type Checkout, decideCheckout } from '../../domain/checkouts/checkout.ts';
import { checkoutEventBody } from '../../domain/checkouts/checkout-event.ts';
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

/** Settles the checkouts that have something to settle, and returns how many there were. */
export async function settleCheckouts(deps: SettleDeps): Promise<number> {
  const due = await listDueCheckouts(deps.database, BATCH);
  for (const id of due) await settleCheckout(deps, id);
  return due.length;
}

/** Counts every new success and the end of its time, once, also if others do the same. */
export async function settleCheckout(
  { database, onQueued }: SettleDeps,
  id: string,
): Promise<SettledCheckout> {
  const settled = await database.atomically((connection) => settleLocked(connection, id));
  if (settled.hasQueued) onQueued();
  return settled;
}

export type Cancelled =
  | (SettledCheckout & { readonly kind: 'cancelled' })
  | (SettledCheckout & { readonly kind: 'not_open' });

/** An open checkout is paid by nothing any more; a payment under way becomes a surplus. */
export async function cancelCheckout(
  { database, onQueued }: SettleDeps,
  id: string,
): Promise<Cancelled> {
  const cancelled = await database.atomically(async (connection) => {
    const settled = await settleLocked(connection, id);
    const { checkout } = settled;
    if (checkout.state === 'cancelled') return { kind: 'cancelled' as const, ...settled };
    if (checkout.state !== 'open') return { kind: 'not_open' as const, ...settled };
    const state = 'cancelled' as const;
    await updateCheckoutState(connection, { id, state });
    return { kind: 'cancelled' as const, ...settled, checkout: { ...checkout, state } };
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
  const { state, counted } = decideCheckout(checkout, attempts, now);
  const hasMoved = state !== checkout.state;
  if (!hasMoved && counted.length === 0) return { checkout, attempts, now, hasQueued: false };
  if (hasMoved) await updateCheckoutState(connection, { id, state });
  await updateOutcomes(connection, counted);
  const outcomes = new Map(counted.map((one) => [one.id, one.outcome]));
  const events = counted.map((one) => toSuccessEvent(checkout, attempts, one));
  if (hasMoved && state === 'expired') events.push(toExpiryEvent(checkout));
  await insertCheckoutEvents(connection, checkout, events);
  return {
    checkout: { ...checkout, state },
    attempts: attempts.map((one) => ({ ...one, outcome: outcomes.get(one.id) ?? one.outcome })),
    now,
    hasQueued: checkout.callbackUrl !== null,
  };
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
