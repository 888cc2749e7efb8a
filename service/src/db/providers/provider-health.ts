import { type Message, readMessage, writeMessage } from '../../domain/messages/message.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import type { RefusedDirections } from '../../domain/providers/provider-health.ts';
import type { Queryable } from '../client.ts';

/** The result of the last health check and of the last calls to a provider. */
export interface StoredProviderHealth {
  readonly providerId: string;
  readonly isUp: boolean;
  readonly problem: Message | null;
  /** Directions in which a provider that is up does not accept our credentials. */
  readonly refusals: RefusedDirections;
  readonly balanceXaf: number | null;
  readonly checkedAt: Date;
}

export async function listProviderHealth(database: Queryable): Promise<StoredProviderHealth[]> {
  const rows = await database.query<
    Omit<StoredProviderHealth, 'problem' | 'refusals'> & {
      readonly problem: string | null;
      readonly refusals: Readonly<Partial<Record<Direction, string>>>;
    }
  >({
    name: 'list-provider-health',
    text: `select provider_id as "providerId", is_up as "isUp", problem, refusals,
                  balance_xaf as "balanceXaf", checked_at as "checkedAt"
           from provider_health`,
  });
  return rows.map((row) => ({
    ...row,
    problem: row.problem === null ? null : readMessage(row.problem),
    refusals: mapRefusals(row.refusals, readMessage),
  }));
}

function mapRefusals<From, To>(
  refusals: Readonly<Partial<Record<Direction, From>>>,
  map: (message: From) => To,
): Partial<Record<Direction, To>> {
  return Object.fromEntries(
    Object.entries(refusals).map(([direction, message]) => [direction, map(message)]),
  );
}

/**
 * Claims the providers that were not checked for a while; their rows then belong to the caller, so
 * that several processes check as often as one.
 */
export async function claimProvidersToCheck(
  database: Queryable,
  { everyMs }: { readonly everyMs: number },
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly provider_id: string }>({
    name: 'claim-providers-to-check',
    text: `insert into provider_health (provider_id, is_up, checked_at)
           select p.id, true, app_now() from providers p
           left join provider_health h on h.provider_id = p.id
           where h.provider_id is null
              or h.checked_at <= app_now() - $1 * interval '1 millisecond'
           order by p.id
           on conflict (provider_id) do update set checked_at = excluded.checked_at
             where provider_health.checked_at
                   <= excluded.checked_at - $1 * interval '1 millisecond'
           returning provider_id`,
    values: [everyMs],
  });
  return rows.map(({ provider_id }) => provider_id);
}

export async function recordCheck(
  database: Queryable,
  check: {
    readonly providerId: string;
    readonly isUp: boolean;
    readonly problem: Message | null;
    readonly refusals?: RefusedDirections;
    readonly balanceXaf: number | null;
  },
): Promise<void> {
  await database.query({
    name: 'record-check',
    text: `update provider_health
           set is_up = $2, problem = $3, refusals = $5, balance_xaf = coalesce($4, balance_xaf),
               balance_at = case when $4::bigint is null then balance_at else app_now() end,
               failures_in_row = case when $2 then 0 else failures_in_row end
           where provider_id = $1`,
    values: [
      check.providerId,
      check.isUp,
      check.problem && writeMessage(check.problem),
      check.balanceXaf,
      mapRefusals(check.refusals ?? {}, writeMessage),
    ],
  });
}

/** A call that broke off for a reason other than the payment; several in a row mean "down". */
export async function recordBrokenCall(
  database: Queryable,
  call: { readonly providerId: string; readonly problem: Message; readonly mostInRow: number },
): Promise<void> {
  await database.query({
    name: 'record-broken-call',
    text: `update provider_health
           set failures_in_row = failures_in_row + 1,
               is_up = is_up and failures_in_row + 1 < $3,
               problem = case when failures_in_row + 1 < $3 then problem else $2 end
           where provider_id = $1`,
    values: [call.providerId, writeMessage(call.problem), call.mostInRow],
  });
}

/** A good call ends the series of broken ones; usually there is none and nothing is written. */
export async function recordGoodCall(database: Queryable, providerId: string): Promise<void> {
  await database.query({
    name: 'record-good-call',
    text: `update provider_health set failures_in_row = 0
           where provider_id = $1 and failures_in_row > 0`,
    values: [providerId],
  });
}
