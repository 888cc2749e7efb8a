import type { Checkout, CheckoutRequest, CreatedCheckout, Replay } from '../types.ts';
import { type CheckedRequest, Refused, replayed } from './fake-checks.ts';
import type { FakeState, RouteContext } from './fake-routes.ts';
import { reportExpiry } from './fake-webhooks.ts';
import { decideCheckout, findCheckoutDifferences, type StoredCheckout } from './service-rules.ts';

export interface FakeCheckout extends Omit<StoredCheckout, 'seal' | 'stateSeal'> {
  readonly url: string;
}

/** Nobody can pay on the page of a fake: a test reads, cancels and lets expire what it created. */
export function createCheckout(
  { checkouts }: FakeState,
  { body }: CheckedRequest,
  { origin, setHeader }: RouteContext,
): CreatedCheckout {
  const asked = body as Required<CheckoutRequest>;
  const existing = [...checkouts.values()].find(({ reference }) => reference === asked.reference);
  const checkout = existing ?? newCheckout(asked, origin);
  checkouts.set(checkout.id, checkout);
  const differs = findCheckoutDifferences(asked, checkout);
  return {
    ...shortOf(checkout),
    ...replayed(existing ? 'existing' : 'created', differs, setHeader),
  };
}

function newCheckout(asked: Required<CheckoutRequest>, origin: string): FakeCheckout {
  const now = new Date();
  const token = crypto.randomUUID();
  return {
    id: crypto.randomUUID(),
    applicationId: 'default',
    reference: asked.reference,
    token,
    url: `${origin}/pay/${token}`,
    amountXaf: asked.amount_xaf,
    description: asked.description,
    playerId: asked.player_id,
    operators: asked.operators,
    lang: asked.lang,
    returnUrl: asked.return_url,
    cancelUrl: asked.cancel_url,
    callbackUrl: asked.callback_url,
    createdBy: 'api',
    createdAt: now,
    expiresAt: new Date(now.getTime() + asked.expires_in * 1_000),
    state: 'open',
    stateUpdatedAt: now,
  };
}

function shortOf({ id, url, state, expiresAt }: FakeCheckout): CreatedCheckout {
  return { checkout_id: id, url, state, expires_at: expiresAt.toISOString() };
}

export function readCheckout(state: FakeState, { params }: CheckedRequest): Checkout {
  return bodyOf(findSettled(state, params));
}

function bodyOf(checkout: FakeCheckout): Checkout {
  return {
    ...shortOf(checkout),
    reference: checkout.reference,
    amount_xaf: checkout.amountXaf,
    created_at: checkout.createdAt.toISOString(),
    attempts: [],
    paid_by: null,
    surplus: [],
  };
}

export function cancelCheckout(state: FakeState, { params }: CheckedRequest): Checkout {
  const checkout = findSettled(state, params);
  if (checkout.state !== 'open' && checkout.state !== 'cancelled') {
    throw new Refused({ code: 'checkout_not_open', params: { state: checkout.state } });
  }
  const cancelled = { ...checkout, state: 'cancelled' } as const;
  state.checkouts.set(checkout.id, cancelled);
  return bodyOf(cancelled);
}

/** Lets time pass for those that are open. */
export function advanceCheckouts(state: FakeState, seconds: number): void {
  for (const one of state.checkouts.values()) {
    if (one.state !== 'open') continue;
    const expiresAt = new Date(one.expiresAt.getTime() - seconds * 1_000);
    settle(state, { ...one, expiresAt });
  }
}

/** Sends the event of an expired checkout again, or returns `null` if the id is of none. */
export function replayExpiry(
  state: FakeState,
  { params }: CheckedRequest,
): Omit<Replay, 'dispatched' | 'message'> | null {
  const { service_tx_id: id } = params as { readonly service_tx_id: string };
  const checkout = state.checkouts.get(id);
  const { callbackUrl } = checkout ?? { callbackUrl: null };
  if (checkout?.state !== 'expired' || callbackUrl === null) return null;
  reportExpiry(state, checkout, { isReplay: true });
  const about = { service_tx_id: id, state: 'expired', event: 'checkout.expired' } as const;
  return { ...about, callback_url: callbackUrl };
}

/** As it is now: its time may be over. */
function findSettled(
  state: FakeState,
  { checkout_id: id }: { readonly checkout_id: string },
): FakeCheckout {
  const found = state.checkouts.get(id);
  if (found === undefined) throw new Refused({ code: 'checkout_not_found' });
  return settle(state, found);
}

function settle(state: FakeState, before: FakeCheckout): FakeCheckout {
  const after = { ...before, state: decideCheckout(before, [], new Date()).state };
  state.checkouts.set(after.id, after);
  if (before.state === 'open' && after.state === 'expired') {
    reportExpiry(state, after, { isReplay: false });
  }
  return after;
}
