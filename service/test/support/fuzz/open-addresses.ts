import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { updateCallbackHash } from '../../../src/db/providers/account-setup.ts';
import { insertProviders } from '../../../src/db/providers/channels.ts';
import { createCheckout, pay } from '../checkouts/checkouts.ts';
import type { TestService } from '../harness.ts';
import { nextOrangeId, orangeText, tell } from '../receipts/sms.ts';
import { bodyOf } from '../transactions/payments.ts';
import { askRefund, paidDeposit } from '../transactions/refunds.ts';

/** The addresses that are open to who knows them, by the path that a route is registered with. */
export type OpenAddresses = ReadonlyMap<string, string[]>;

const ACCOUNT = 'callback-account';
const ACCOUNT_SECRET = 'the-secret-of-an-account-in-its-address';
const REQUEST_SECRET = 'the-secret-of-a-request-in-its-address';
/** No answer of any route may have them. */
export const ADDRESS_SECRETS = [ACCOUNT_SECRET, REQUEST_SECRET];

const MAX_PAGES = 12;
/** Each takes ten attempts. */
const PAGES = 10;
export const PAID_XAF = 900;

/**
 * Pages of checkouts, one with an attempt of a buyer, a phone of the sandbox, and the addresses for
 * callbacks of an account and of a request; a deposit with a refund, and a payment of nobody.
 */
export async function openAddresses(
  { database, ...service }: TestService,
  { line, holdsXaf, buyer, headers }: AddressesOf,
): Promise<Opened> {
  const call: TestService['call'] = (method, path, options = {}) =>
    service.call(method, path, { headers, ...options });
  const own = { ...service, database, call };
  const begun = await createCheckout(own, { description: 'Two shirts' });
  const attempt = await pay(own, begun.id, { msisdn: `+237${buyer}`, operator: 'mtn' });
  const more = await Promise.all(Array.from({ length: PAGES }, () => createCheckout(own)));
  const opened = await call('POST', '/api/v1/sandbox/phones', {
    json: { msisdn: '+237670000001' },
  });
  const { service_tx_id: deposit } = await paidDeposit(own);
  const refund = bodyOf(await askRefund(own, deposit, { amount_xaf: 200 }))['service_tx_id'];
  const balance = String(holdsXaf + PAID_XAF);
  const payment = { payer: buyer, payee: line.slice(4), amount: PAID_XAF, balance };
  await tell(own, { text: orangeText({ ...payment, id: nextOrangeId() }) });
  const reference = await addCallbackAccount(own, attempt);
  const addresses = new Map([
    ['/pay/:token', []],
    ['/sandbox/phones/:token', []],
    [
      '/internal/v1/callbacks/providers/:account/:secret',
      [`/internal/v1/callbacks/providers/${ACCOUNT}/${ACCOUNT_SECRET}`],
    ],
    [
      '/internal/v1/callbacks/:reference/:secret',
      [`/internal/v1/callbacks/${reference}/${REQUEST_SECRET}`],
    ],
  ]);
  for (const answer of [begun.url, ...more.map(({ url }) => url), opened.text]) {
    learnAddresses(addresses, answer);
  }
  assert.ok([...addresses.values()].every(({ length }) => length > 0));
  const ids = [begun.id, attempt, deposit, String(refund), reference, 'default', 'other', ACCOUNT];
  return { addresses, reference, ids };
}

interface Opened {
  readonly addresses: OpenAddresses;
  /** Of the request that callbacks may name. */
  readonly reference: string;
  readonly ids: readonly string[];
}

interface AddressesOf {
  /** Our number, which a payment of nobody comes to. */
  readonly line: string;
  readonly holdsXaf: number;
  /** The nine digits of a buyer's number. */
  readonly buyer: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Switches on whatever administrators have switched off: otherwise nothing would be paid soon. */
export async function switchOn({ database }: Pick<TestService, 'database'>): Promise<void> {
  await database.query({
    text: `update providers set flag_enabled = true where id <> $1 and not flag_enabled`,
    values: [ACCOUNT],
  });
  await database.query({
    text: `update channels set enabled = true, min_amount_xaf = null, max_amount_xaf = null
           where not enabled or num_nonnulls(min_amount_xaf, max_amount_xaf) > 0`,
  });
}

/** One more page that is open: the clock of the sandbox ends those of before. */
export async function openPage(
  { call }: Pick<TestService, 'call'>,
  addresses: OpenAddresses,
  headers: AddressesOf['headers'],
): Promise<void> {
  const own = {
    call: (method: string, path: string, options = {}) =>
      call(method, path, { headers, ...options }),
  };
  learnAddresses(addresses, (await createCheckout(own)).url);
}

/** Pages and phones that an answer names are asked from then on, in place of the first ones. */
export function learnAddresses(addresses: OpenAddresses, answer: string): void {
  for (const [address, folder] of answer.matchAll(/(\/pay|\/sandbox\/phones)\/[\w.-]{22,}/g)) {
    const known = addresses.get(`${folder}/:token`);
    if (known === undefined || known.includes(address)) continue;
    known.push(address);
    if (known.length > MAX_PAGES) known.shift();
  }
}

/** An account that one address for callbacks is for, and a request of it; returns its reference. */
async function addCallbackAccount(
  { database }: Pick<TestService, 'database'>,
  transactionId: string,
): Promise<string> {
  await insertProviders(database, [
    {
      id: ACCOUNT,
      adapter: 'pawapay',
      displayName: ACCOUNT,
      description: ACCOUNT,
      logo: 'mtn',
      operators: ['mtn'],
      directions: ['deposit'],
      depositFeePercent: 0,
      withdrawalFeePercent: 0,
      depositFeeMessage: '',
      isPrimary: false,
      priority: 9,
      flagEnabled: false,
    },
  ]);
  const secretHash = hash('sha256', ACCOUNT_SECRET, 'hex');
  await updateCallbackHash(database, { accountId: ACCOUNT, secretHash });
  const reference = randomUUID();
  await database.query({
    text: `insert into submissions (transaction_id, provider_id, channel_id, reference, handle,
                                    callback_secret, sent_at, created_at)
           select id, $2, channel_id, $3::uuid, $3::text, $4, app_now(), app_now()
           from transactions where id = $1`,
    values: [transactionId, ACCOUNT, reference, REQUEST_SECRET],
  });
  return reference;
}
