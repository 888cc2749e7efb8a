import { toNullableMessageBody } from '../../../contract/message.ts';
import type { Queryable } from '../../../db/client.ts';
import type { MoneyChoice } from '../../../domain/decisions/resolution.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import { whyNotPlaced } from '../../../flows/decisions/why-not-placed.ts';
import type { CatalogueSource } from '../../../flows/providers/catalogue.ts';

interface Deps {
  readonly database: Queryable;
  readonly catalogue: Pick<CatalogueSource, 'current'>;
  readonly policy: Pick<PolicySource, 'recent'>;
}

/** Why the payments of a held deposit cannot go this way if it is refused. */
export async function refuseMoney({ database, catalogue, policy }: Deps, deposit: Transaction) {
  if (deposit.state !== 'requires_manual_resolution') return null;
  const rules = { policy: await policy.recent(), catalogue: await catalogue.current() };
  const why = async (becomes: MoneyChoice) =>
    toNullableMessageBody(await whyNotPlaced(database, deposit, { becomes, rules }));
  return { returned: await why('returned'), sent_back: await why('sent_back') };
}
