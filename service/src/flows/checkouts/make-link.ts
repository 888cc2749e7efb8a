import { randomBytes } from 'node:crypto';
import { listSellers, type Seller } from '../../db/access/access.ts';
import { appendAudit } from '../../db/access/audit.ts';
import { findCheckout, listLinks, type StoredLink } from '../../db/checkouts/checkouts.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { assert } from '../../domain/assert.ts';
import {
  type Checkout,
  findPagesProblem,
  type PagesProblem,
} from '../../domain/checkouts/checkout.ts';
import { isLink, linkReference } from '../../domain/checkouts/link.ts';
import type { AmountBound } from '../../domain/providers/channel.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { type CheckoutRequest, createCheckout } from './create-checkout.ts';
import { cancelCheckout, type SettleDeps } from './settle-checkouts.ts';

export interface LinkDeps {
  readonly database: Database;
  readonly policy: Pick<PolicySource, 'within'>;
  readonly environment: 'sandbox' | 'live';
  readonly publicUrl: string | null;
}

export interface LinkRequest
  extends Pick<CheckoutRequest, 'amountXaf' | 'description' | 'lang' | 'expiresInSeconds'> {
  /** Its name. */
  readonly application: string;
  /** `null` makes one. */
  readonly reference: string | null;
}

export type MadeLink =
  | { readonly kind: 'made'; readonly link: StoredLink }
  | { readonly kind: 'application_not_found' | 'link_reference_taken' | PagesProblem }
  | { readonly kind: 'amount_refused'; readonly bound: AmountBound };

/** A person makes a checkout for an application; the same once more is the same link. */
export async function makeLink(
  deps: LinkDeps,
  actor: Actor,
  asked: LinkRequest,
): Promise<MadeLink> {
  const sellers = await listSellers(deps.database);
  const seller = sellers.find(({ name }) => name === asked.application);
  if (seller === undefined) return { kind: 'application_not_found' };
  const problem = findPagesProblem(deps, seller);
  if (problem !== null) return { kind: problem };
  return deps.database.atomically(async (connection): Promise<MadeLink> => {
    const policy = { recent: () => deps.policy.within(connection) };
    const request = toCheckoutRequest(actor, seller, asked);
    const created = await createCheckout({ database: connection, policy }, request);
    if (created.kind === 'amount_refused') return created;
    const { kind, checkout } = created;
    if (kind === 'existing' && !isSameLink(checkout, request)) {
      return { kind: 'link_reference_taken' };
    }
    if (kind === 'created') await note(connection, actor, 'link.create', checkout);
    return { kind: 'made', link: await findStored(connection, checkout.id) };
  });
}

function toCheckoutRequest(
  { actor, actorId }: Actor,
  { id: applicationId, callbackUrl }: Seller,
  { amountXaf, description, lang, expiresInSeconds, reference }: LinkRequest,
): CheckoutRequest {
  return {
    applicationId,
    reference: linkReference(reference ?? randomBytes(6).toString('hex')),
    amountXaf,
    description,
    lang,
    expiresInSeconds,
    callbackUrl,
    playerId: null,
    operators: null,
    returnUrl: null,
    cancelUrl: null,
    createdBy: actorId === null ? actor : `staff:${actorId}`,
  };
}

/** Otherwise its buyer would be asked for something else, or for nothing. */
function isSameLink(checkout: Checkout, asked: CheckoutRequest): boolean {
  return (
    isLink(checkout) &&
    checkout.state === 'open' &&
    checkout.amountXaf === asked.amountXaf &&
    checkout.description === asked.description
  );
}

export type CancelledLink =
  | { readonly kind: 'cancelled'; readonly link: StoredLink }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_open'; readonly state: Checkout['state'] };

/** Only a link: the checkouts of platforms are cancelled by them. */
export async function cancelLink(
  deps: SettleDeps,
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<CancelledLink> {
  const found = await findCheckout(deps.database, { id });
  if (found === null || !isLink(found.checkout)) return { kind: 'not_found' };
  const cancelled = await cancelCheckout(deps, id, (connection, checkout) =>
    note(connection, actor, 'link.cancel', checkout, reason),
  );
  const { kind, checkout } = cancelled;
  if (kind === 'not_open') return { kind, state: checkout.state };
  return { kind, link: await findStored(deps.database, id) };
}

async function findStored(database: Queryable, id: string): Promise<StoredLink> {
  const [link] = await listLinks(database, { id });
  assert(link !== undefined, 'a link has vanished');
  return link;
}

function note(
  connection: Queryable,
  actor: Actor,
  action: 'link.create' | 'link.cancel',
  { id, reference, amountXaf, description, expiresAt }: Checkout,
  reason: string | null = null,
): Promise<void> {
  const facts = { reference, amount_xaf: amountXaf, description, expires_at: expiresAt };
  const [before, after] =
    action === 'link.create' ? [null, facts] : [{ state: 'open' }, { state: 'cancelled' }];
  return appendAudit(connection, {
    ...actor,
    action,
    subject: `checkout:${id}`,
    before,
    after,
    reason,
  });
}
