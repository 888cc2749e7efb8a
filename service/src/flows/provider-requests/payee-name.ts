import type { State, Transaction } from '../../domain/transactions/transaction.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import type { Connectors } from '../providers/connectors.ts';

/** The provider's name for the number of a payout, for the person who decides about it. */
export interface PayeeNames {
  /** `null` if there is nothing to decide. Never throws. */
  readonly find: (transaction: Payout) => Promise<Payee | null>;
}

/** Money to a number without an account is lost or returned; if there is no answer, ask again. */
export type Payee =
  | { readonly kind: 'found'; readonly name: string }
  | { readonly kind: 'no_account' }
  | { readonly kind: 'no_answer' };

type Payout = Pick<Transaction, 'direction' | 'state' | 'providerId' | 'channelId' | 'msisdn'>;

export interface PayeeNameDeps {
  readonly connectors: Pick<Connectors, 'find'>;
  readonly catalogue: { readonly recent: () => Promise<Pick<Catalogue, 'channels'>> };
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** A person waits no longer than this for a name; the page is useful without it. */
const LIMIT_MS = 2_500;
/** A number changes its owner within months, not within an afternoon. */
const NAME_LASTS_MS = 60 * 60_000;
/** A provider that is down must not slow down every view of a page. */
const FAILURE_LASTS_MS = 30_000;
const MAX_REMEMBERED = 500;
/** A failure as slow as this is caused by the provider, not by the number. */
const SLOW_MS = 2_000;

/** Where a name still helps the decision. */
const IS_OPEN: Readonly<Record<State, boolean>> = {
  pending: false,
  provider_acknowledged: false,
  pending_approval: true,
  approved: true,
  provider_submitted: true,
  succeeded: false,
  failed: false,
  expired: false,
  requires_manual_resolution: true,
};

export function createPayeeNames(deps: PayeeNameDeps): PayeeNames {
  const { now = () => performance.now() } = deps;
  const remembered = new Map<string, Remembered>();
  // Fifty payouts approved at once do not each wait for a provider that hangs.
  const silentUntil = new Map<Transaction['providerId'], number>();

  return {
    find: (payout) => {
      if (payout.direction !== 'withdrawal' || !IS_OPEN[payout.state]) return NOTHING;
      const { providerId, msisdn } = payout;
      const key = `${providerId} ${msisdn}`;
      const known = remembered.get(key);
      if (known !== undefined && now() < known.until) return known.payee;
      const askedAt = now();
      if (askedAt < (silentUntil.get(providerId) ?? 0)) return NO_ANSWER;
      // Other people who open the page meanwhile wait for the same answer.
      const asked = withinLimit(askPayee(deps, payout));
      const payee = asked.then((answer) => answer.payee);
      const entry: Remembered = { payee, until: askedAt + NAME_LASTS_MS };
      remember(key, entry);
      void shorten(entry, asked, { providerId, askedAt });
      return payee;
    },
  };

  async function shorten(
    entry: Remembered,
    asked: Promise<Answer>,
    { providerId, askedAt }: { readonly providerId: string; readonly askedAt: number },
  ): Promise<void> {
    const { payee, isOwnLine } = await asked;
    // A name that a SIM has read since replaces this one: it is in our own database.
    if (isOwnLine) entry.until = askedAt;
    if (isOwnLine || payee.kind === 'found') return;
    entry.until = now() + FAILURE_LASTS_MS;
    if (now() - askedAt >= SLOW_MS) silentUntil.set(providerId, entry.until);
  }

  function remember(key: string, entry: Remembered): void {
    remembered.delete(key);
    remembered.set(key, entry);
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  }
}

interface Remembered {
  readonly payee: Promise<Payee>;
  until: number;
}

const NOTHING: Promise<null> = Promise.resolve(null);
const NO_ANSWER: Promise<Payee> = Promise.resolve({ kind: 'no_answer' });

interface Answer {
  readonly payee: Payee;
  readonly isOwnLine: boolean;
}

async function askPayee(
  { connectors, catalogue }: PayeeNameDeps,
  { providerId, channelId, msisdn }: Payout,
): Promise<Answer> {
  const [connected, { channels }] = await Promise.all([
    connectors.find(providerId),
    catalogue.recent(),
  ]);
  const channel = channels.find(({ id }) => id === channelId);
  if (connected === null || channel === undefined) return UNANSWERED;
  const { payeeName, ownLines: isOwnLine } = connected.adapter.abilities;
  if (!payeeName) return UNANSWERED;
  const { merchantNumber } = channel;
  const answer = await connected.connector.findPayeeName(
    { msisdn, merchantNumber },
    // A name proves nothing about the payment, so it is no evidence.
    { timeoutMs: LIMIT_MS, keep: () => {} },
  );
  switch (answer.kind) {
    case 'found':
      return { payee: answer, isOwnLine };
    case 'not_found':
      return { payee: { kind: 'no_account' }, isOwnLine };
    case 'unknown':
      return { ...UNANSWERED, isOwnLine };
  }
}

const UNANSWERED: Answer = { payee: { kind: 'no_answer' }, isOwnLine: false };

/** Whatever happens to the question, the page gets an answer within the limit. */
function withinLimit(asked: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => late.resolve(UNANSWERED), LIMIT_MS);
  const answered = asked.catch(() => UNANSWERED);
  return Promise.race([answered, late.promise]).finally(() => clearTimeout(timer));
}
