import type { State, Transaction } from '../../domain/transaction.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Connectors } from '../connectors.ts';

/** Whom the provider has under the number of a payout, for the person who decides about it. */
export interface PayeeNames {
  /** Null: there is nothing to decide, or the provider did not say in time. Never throws. */
  readonly find: (transaction: Payout) => Promise<string | null>;
}

type Payout = Pick<Transaction, 'direction' | 'state' | 'providerId' | 'channelId' | 'msisdn'>;

export interface PayeeNameDeps {
  readonly connectors: Pick<Connectors, 'find'>;
  readonly catalogue: () => Promise<Pick<Catalogue, 'channels'>>;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

/** A person waits no longer for a name; without it the page is still worth having. */
const LIMIT_MS = 2_500;
/** A number changes its owner within months, not within an afternoon. */
const NAME_LASTS_MS = 60 * 60_000;
/** A provider that is down does not slow down every look at a page. */
const FAILURE_LASTS_MS = 30_000;
const MOST_REMEMBERED = 500;
/** So slow a failure is the provider's and not the number's. */
const SLOW_MS = 2_000;

/** Where a name still helps: afterwards nothing is decided by it any more. */
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
  // Fifty payouts that are approved together do not each wait for a provider that hangs.
  const silentUntil = new Map<Transaction['providerId'], number>();

  return {
    find: (payout) => {
      if (payout.direction !== 'withdrawal' || !IS_OPEN[payout.state]) return NOBODY;
      const { providerId, msisdn } = payout;
      const key = `${providerId} ${msisdn}`;
      const known = remembered.get(key);
      if (known !== undefined && now() < known.until) return known.name;
      const askedAt = now();
      if (askedAt < (silentUntil.get(providerId) ?? 0)) return NOBODY;
      // Whoever opens the page meanwhile waits for the same answer.
      const name = withinLimit(askName(deps, payout));
      const entry: Remembered = { name, until: askedAt + NAME_LASTS_MS };
      remember(key, entry);
      void shortenFailure(entry, { providerId, askedAt });
      return name;
    },
  };

  async function shortenFailure(
    entry: Remembered,
    { providerId, askedAt }: { readonly providerId: string; readonly askedAt: number },
  ): Promise<void> {
    if ((await entry.name) !== null) return;
    entry.until = now() + FAILURE_LASTS_MS;
    if (now() - askedAt >= SLOW_MS) silentUntil.set(providerId, entry.until);
  }

  function remember(key: string, entry: Remembered): void {
    remembered.delete(key);
    remembered.set(key, entry);
    const [oldest] = remembered.keys();
    if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  }
}

interface Remembered {
  readonly name: Promise<string | null>;
  until: number;
}

const NOBODY: Promise<null> = Promise.resolve(null);

async function askName(
  { connectors, catalogue }: PayeeNameDeps,
  { providerId, channelId, msisdn }: Payout,
): Promise<string | null> {
  const [connected, { channels }] = await Promise.all([connectors.find(providerId), catalogue()]);
  const channel = channels.find(({ id }) => id === channelId);
  if (connected === null || channel === undefined) return null;
  if (!connected.adapter.abilities.payeeName) return null;
  const { merchantNumber } = channel;
  const answer = await connected.connector.findPayeeName(
    { msisdn, merchantNumber },
    // A name proves nothing about the payment, so it is no evidence.
    { timeoutMs: LIMIT_MS, keep: () => {} },
  );
  return answer.kind === 'found' ? answer.name : null;
}

/** Whatever becomes of the question, the page has its answer by then. */
function withinLimit(asked: Promise<string | null>): Promise<string | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), LIMIT_MS);
  return Promise.race([asked.catch(() => null), late.promise]).finally(() => clearTimeout(timer));
}
