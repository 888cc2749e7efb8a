import type { Checkout, CheckoutRequest, CreatedCheckout } from '../types.ts';
import { type CheckedRequest, Refused } from './fake-checks.ts';
import type { FakeState, RouteContext } from './fake-routes.ts';
import { findCheckoutDifferences } from './service-rules.ts';

export interface FakeCheckout extends Checkout {
  readonly callback_url: string | null;
}

/** Nobody can pay on the page of a fake: a test reads and cancels what it created. */
export function createCheckout(
  { checkouts }: FakeState,
  { body }: CheckedRequest,
  { origin, setHeader }: RouteContext,
): CreatedCheckout {
  const asked = body as Required<CheckoutRequest>;
  const existing = [...checkouts.values()].find(({ reference }) => reference === asked.reference);
  if (existing === undefined) {
    const checkout = newCheckout(asked, origin);
    checkouts.set(checkout.checkout_id, checkout);
    return shortOf(checkout);
  }
  setHeader('idempotent-replayed', 'true');
  const { amount_xaf: amountXaf, callback_url: callbackUrl } = existing;
  const differs = findCheckoutDifferences(asked, { amountXaf, callbackUrl });
  return { ...shortOf(existing), ...(differs.length > 0 && { differs }) };
}

function newCheckout(asked: Required<CheckoutRequest>, origin: string): FakeCheckout {
  const now = Date.now();
  const id = crypto.randomUUID();
  return {
    checkout_id: id,
    url: `${origin}/pay/${id}`,
    state: 'open',
    expires_at: new Date(now + asked.expires_in * 1_000).toISOString(),
    reference: asked.reference,
    amount_xaf: asked.amount_xaf,
    created_at: new Date(now).toISOString(),
    attempts: [],
    paid_by: null,
    surplus: [],
    callback_url: asked.callback_url,
  };
}

function shortOf({ checkout_id, url, state, expires_at }: FakeCheckout): CreatedCheckout {
  return { checkout_id, url, state, expires_at };
}

export function readCheckout({ checkouts }: FakeState, { params }: CheckedRequest): Checkout {
  const { callback_url: _, ...checkout } = findCheckout(checkouts, params);
  return checkout;
}

export function cancelCheckout(state: FakeState, request: CheckedRequest): Checkout {
  const checkout = findCheckout(state.checkouts, request.params);
  state.checkouts.set(checkout.checkout_id, { ...checkout, state: 'cancelled' });
  return readCheckout(state, request);
}

function findCheckout(
  checkouts: FakeState['checkouts'],
  { checkout_id: id }: { readonly checkout_id: string },
): FakeCheckout {
  const found = checkouts.get(id);
  if (found === undefined) throw new Refused({ code: 'checkout_not_found' });
  return found;
}
