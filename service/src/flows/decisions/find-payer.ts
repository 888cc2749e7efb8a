import type { Queryable } from '../../db/client.ts';
import { findPayoutWallet } from '../../db/finance/float.ts';
import { rankChannels } from '../../domain/providers/channel.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { FloatWatch } from '../finance/list-wallets.ts';
import { choiceFor } from '../provider-requests/send-request.ts';
import type { CatalogueSource } from '../providers/catalogue.ts';

export interface Payer {
  /** As people know the provider. */
  readonly name: string;
  /** What its account can still pay out, or `null` if nobody has reported it. */
  readonly leftXaf: number | null;
  /** When its balance was reported. */
  readonly at: Date | null;
}

interface PayerDeps {
  readonly database: Queryable;
  readonly catalogue: CatalogueSource;
  readonly floatWatch: Pick<FloatWatch, 'list'>;
}

/** Who would pay a payout if it was sent now: the provider that a new one was made for may be down. */
export async function findPayer(deps: PayerDeps, payout: Transaction): Promise<Payer | null> {
  const [route] = rankChannels(choiceFor(await deps.catalogue.current(), payout));
  if (route === undefined) return null;
  const [wallet, standings] = await Promise.all([
    findPayoutWallet(deps.database, route.channel.id),
    deps.floatWatch.list(),
  ]);
  const standing = standings.find((one) => one.wallet === wallet);
  const freeCents = standing?.freeCents ?? null;
  return {
    name: route.provider.displayName,
    leftXaf: freeCents === null ? null : Number(freeCents) / 100,
    at: standing?.reported?.reportedAt ?? null,
  };
}
