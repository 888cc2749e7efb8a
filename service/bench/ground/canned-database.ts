import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import type { Database, Statement } from '../../src/db/client.ts';
import type { StoredAccount } from '../../src/db/providers/provider-setup.ts';
import type { TransactionSummaryRow } from '../../src/db/transactions/player-transactions.ts';
import type { TransactionRow } from '../../src/db/transactions/transaction-row.ts';
import { NO_WRITES } from '../../src/domain/takes-writes.ts';
import { INITIAL_PROVIDERS } from '../../src/providers/registry.ts';
import { sampleInstructions } from './fill.ts';
import { playerId, TRANSACTIONS_PER_PLAYER, transactionId } from './ground.ts';

/**
 * Answers every query of the hot path in the next turn of the event loop with rows like those of
 * PostgreSQL: it costs nothing, but requests can still gather into batches.
 */
export function cannedDatabase(): Database {
  const query = async <Row extends object>({ name, values = [] }: Statement): Promise<Row[]> => {
    const answer = ANSWERS[name ?? ''];
    if (answer === undefined) throw new Error(`no canned answer for the query "${name}"`);
    await nextTurn();
    // The answers have the shape of the rows that these queries return.
    return answer(values) as Row[];
  };
  return {
    query,
    atomically: (work) => work({ query }),
    withConnection: (work) => work({ query }),
    waiting: () => 0,
    givenUp: () => 0,
    recentWrites: () => NO_WRITES,
    close: async () => {},
  };
}

const ACCOUNTS: readonly StoredAccount[] = INITIAL_PROVIDERS.sandbox.providers.map(
  ({ id, adapter, operators }) => ({
    providerId: id,
    accountId: id,
    adapter,
    operators,
    settings: {},
    secrets: '{}',
  }),
);

type Answer = (values: readonly unknown[]) => readonly object[];

const WINDOW_MS = 900_000;

const ANSWERS: Readonly<Record<string, Answer>> = {
  'insert-transactions': ([ids]) => {
    const now = new Date();
    const expiresAt = new Date(now.getTime() + WINDOW_MS);
    return idsOf(ids).map((id) => ({ id, created_at: now, expires_at: expiresAt }));
  },
  'find-transactions': ([ids]) => idsOf(ids).map(transactionRow),
  'update-states': ([ids]) => idsOf(ids).map((id) => ({ id })),
  'list-newest-of-players': ([, , , , , limits]) =>
    (limits as readonly number[]).flatMap((limit, index) =>
      Array.from({ length: limit }, (_, number) => ({
        ...summaryRow(number),
        total: TRANSACTIONS_PER_PLAYER,
        place: index,
      })),
    ),
  'list-key-hashes': () => [],
  'find-policy': () => [{ revision: 1, audited_revision: 1, content: {}, seal: null }],
  'find-catalogue-revision': () => [{ revision: 1 }],
  'list-providers': () =>
    INITIAL_PROVIDERS.sandbox.providers.map((provider) => ({
      ...provider,
      display_name: provider.displayName,
      deposit_fee_percent: provider.depositFeePercent,
      withdrawal_fee_percent: provider.withdrawalFeePercent,
      deposit_fee_message: provider.depositFeeMessage,
      is_primary: provider.isPrimary,
      flag_enabled: provider.flagEnabled,
    })),
  'list-provider-health': () => [],
  'find-quarantine': () => [],
  'find-oldest-release': () => [],
  'list-accounts': () => ACCOUNTS,
  'list-channels': () =>
    INITIAL_PROVIDERS.sandbox.channels.map((channel) => ({
      ...channel,
      provider_id: channel.providerId,
      collection_mode: channel.collectionMode,
      merchant_number: channel.merchantNumber,
      merchant_display_name: channel.merchantDisplayName,
      ussd_template: channel.ussdTemplate,
      illustration_url: channel.illustrationUrl,
      illustration_alt: channel.illustrationAlt,
      min_amount_xaf: channel.minAmountXaf,
      max_amount_xaf: channel.maxAmountXaf,
    })),
  'list-provider-figures': () => [],
};

function idsOf(value: unknown): readonly string[] {
  return value as readonly string[];
}

const INSTRUCTIONS = sampleInstructions();

/** Open, so that it can be settled as well as read; every other one is customer-initiated. */
function transactionRow(id: string, index: number): TransactionRow & { readonly now: Date } {
  const now = new Date();
  const customerInitiated = index % 2 === 1;
  return {
    id,
    application_id: DEFAULT_APPLICATION_ID,
    direction: 'deposit',
    reference: `bench-${id}`,
    player_id: id,
    operator: customerInitiated ? 'orange' : 'mtn',
    provider_id: customerInitiated ? 'orange-money' : 'mtn-momo',
    channel_id: customerInitiated ? 'orange-money-sandbox' : 'mtn-momo-sandbox',
    collection_mode: customerInitiated ? 'customer_initiated' : 'merchant_initiated',
    msisdn: customerInitiated ? '+237690000001' : '+237670000001',
    amount_xaf: 2_500,
    state: 'pending',
    state_reason: 'Waiting for the player to confirm.',
    state_updated_at: now,
    provider_tx_id: null,
    expires_at: new Date(now.getTime() + WINDOW_MS),
    callback_url: null,
    instructions: customerInitiated ? INSTRUCTIONS : null,
    created_at: now,
    updated_at: now,
    version: 1,
    reason_code: null,
    refund_of: null,
    now,
  };
}

function summaryRow(number: number): TransactionSummaryRow {
  const now = new Date();
  return {
    id: transactionId(number),
    reference: `bench-${number}-${playerId(0)}`,
    direction: 'deposit',
    operator: 'mtn',
    amount_xaf: 2_500,
    state: 'succeeded',
    provider_tx_id: `SANDBOX-${number}`,
    created_at: now,
    updated_at: now,
    msisdn: '+237670000001',
    reason_code: null,
    refund_of: null,
  };
}
