import { hash } from 'node:crypto';
import type { Queryable } from '../../db/client.ts';
import { insertEvidence, isOfErased } from '../../db/provider-requests/evidence.ts';
import {
  type HastenedRequest,
  hastenNamedRequest,
  hastenRequest,
} from '../../db/provider-requests/request-schedule.ts';
import { findCallbackAccount } from '../../db/providers/account-setup.ts';
import type { Adapter } from '../../providers/provider.ts';
import type { Throttle } from '../access/limits/throttle.ts';

export interface CallbackDeps {
  readonly database: Queryable;
  /** Until the secret of the address is known to be right, and a payment of ours is named. */
  readonly strangers: Queryable;
  readonly onHint: () => void;
}

export interface AccountCallbackDeps extends CallbackDeps {
  readonly adapters: readonly Adapter[];
  /** Counts the calls that name no payment of ours. */
  readonly strays: Throttle;
}

interface CallbackContent {
  readonly secret: string;
  readonly method: string;
  /** The beginning of the raw body. */
  readonly body: string;
}

export interface ProviderCallback extends CallbackContent {
  readonly reference: string;
}

export interface AccountCallback extends CallbackContent {
  readonly accountId: string;
  /** The arguments of the address. */
  readonly query: string;
  /** Where it comes from: others who have the address do not use up what the provider may call. */
  readonly network: string;
}

/**
 * Takes a call to the address of one request. Nothing in it is read or believed, whatever is
 * signed: it is stored as evidence and the provider is asked at once. `false` if the address is not
 * ours.
 */
export async function receiveProviderCallback(
  deps: CallbackDeps,
  { reference, ...content }: ProviderCallback,
): Promise<boolean> {
  const secretHash = digestOf(content.secret);
  const found = await hastenRequest(deps.strangers, { reference, secretHash });
  if (found === null) return false;
  await keep(deps, found, { ...content, said: content.body });
  return true;
}

export type AccountHint = 'asked' | 'names_nothing' | 'not_ours' | 'too_many_strays';

/**
 * Takes a call to the one address of an account. The adapter reads which payment is meant, and that
 * is a hint too: whatever the call says, the provider is asked.
 */
export async function receiveAccountCallback(
  deps: AccountCallbackDeps,
  { accountId, query, network, ...content }: AccountCallback,
): Promise<AccountHint> {
  const { strangers, adapters, strays } = deps;
  const secretHash = digestOf(content.secret);
  const account = await findCallbackAccount(strangers, { accountId, secretHash });
  if (account === null) return 'not_ours';
  const caller = `${accountId} ${network}`;
  if ((await strays.waitSeconds(caller)) > 0) return 'too_many_strays';
  const adapter = adapters.find(({ name }) => name === account.adapter);
  const named = adapter?.whichPayment?.({ query, body: content.body }) ?? null;
  const found =
    named !== null && UUID.test(named.reference)
      ? await hastenNamedRequest(strangers, { ...named, accountId })
      : null;
  if (found === null) {
    await strays.take(caller);
    return 'names_nothing';
  }
  await keep(deps, found, { ...content, said: content.body === '' ? query : content.body });
  return 'asked';
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function keep(
  { database, onHint }: CallbackDeps,
  found: HastenedRequest,
  { method, secret, said }: Omit<CallbackContent, 'body'> & { readonly said: string },
): Promise<void> {
  // A call may spell the number in any way.
  const isErased = await isOfErased(database, found.transactionId);
  await insertEvidence(database, [
    {
      ...found,
      kind: 'callback',
      request: `${method} callback`,
      status: null,
      answer: isErased ? null : said.replaceAll(secret, '***'),
      error: null,
      latencyMs: null,
    },
  ]);
  onHint();
}

/** The secret of an address as it is stored. */
function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}
