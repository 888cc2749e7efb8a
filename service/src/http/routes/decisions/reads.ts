import {
  listAuditSchema,
  listReceiptsSchema,
  listWebhooksSchema,
  overviewSchema,
  readPlayerSchema,
} from '../../../contract/decisions/reads-api.ts';
import { listAudit } from '../../../db/access/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { findPlayerFacts, listPlayerSums } from '../../../db/decisions/overview.ts';
import {
  listCandidates,
  listReceipts,
  type ReceiptRow,
} from '../../../db/receipts/staff-receipts.ts';
import { listTransactionsBySearch } from '../../../db/transactions/staff-transactions.ts';
import { listWebhooksWithAttempts } from '../../../db/transactions/transaction-detail.ts';
import { lineOf } from '../../../domain/lines/line.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import { differencesBetween } from '../../../domain/receipts/receipt-differences.ts';
import { loadOverview, type Volume } from '../../../flows/decisions/overview.ts';
import type { Catalogue } from '../../../flows/providers/catalogue.ts';
import type { App } from '../../app.ts';
import { toHealthEntry } from '../providers/provider-health.ts';
import { toLine, toReceiptLine, toWebhookLine } from './lines.ts';

const viewer = { role: 'viewer' } as const;

interface ReadDeps {
  readonly database: Queryable;
  readonly loadCatalogue: () => Promise<Catalogue>;
}

export function staffReadRoutes(app: App, deps: ReadDeps): void {
  overviewRoute(app, deps);
  listRoutes(app, deps);
  playerRoute(app, deps);
}

function overviewRoute(app: App, deps: ReadDeps): void {
  app.get('/internal/v1/overview', { schema: overviewSchema, config: viewer }, async () => {
    const overview = await loadOverview(deps);
    return {
      at: overview.at.toISOString(),
      queues: overview.queues.map(({ name, count, oldest_at }) => ({
        name,
        count,
        oldest_at: oldest_at?.toISOString() ?? null,
      })),
      today: {
        deposit: toVolume(overview.today.deposit),
        withdrawal: toVolume(overview.today.withdrawal),
      },
      operators: overview.operators.map(({ operator, direction, volume }) => ({
        operator,
        direction,
        ...toVolume(volume),
      })),
      hours: overview.hours.map(({ hour, depositXaf, withdrawalXaf, succeeded, failed }) => ({
        hour: hour.toISOString(),
        deposit_xaf: depositXaf,
        withdrawal_xaf: withdrawalXaf,
        succeeded,
        failed,
      })),
      providers: overview.providers.map(toHealthEntry),
    };
  });
}

function listRoutes(app: App, { database }: ReadDeps): void {
  app.get(
    '/internal/v1/receipts',
    { schema: listReceiptsSchema, config: viewer },
    async ({ query }) => {
      const { state, cursor = null, limit } = query;
      const rows = await listReceipts(database, { state, after: cursor, limit });
      const items = await Promise.all(
        rows.map(async (row) => ({
          ...toReceiptLine(row),
          candidates: await candidatesFor(database, row),
        })),
      );
      return { items, next_cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
  );

  app.get(
    '/internal/v1/webhooks',
    { schema: listWebhooksSchema, config: viewer },
    async ({ query }) => {
      const { state = null, limit } = query;
      const rows = await listWebhooksWithAttempts(database, { transactionId: null, state, limit });
      return { items: rows.map(toWebhookLine) };
    },
  );

  app.get('/internal/v1/audit', { schema: listAuditSchema, config: viewer }, async ({ query }) => {
    const { q = null, cursor = null, limit } = query;
    const rows = await listAudit(database, { q, before: cursor, limit });
    return {
      items: rows.map(({ id, at, actor, action, subject, reason, ip, before, after }) => ({
        id,
        at: at.toISOString(),
        actor,
        action,
        subject,
        reason,
        ip,
        before,
        after,
      })),
      next_cursor: rows.length < limit ? null : String(rows.at(-1)?.id ?? ''),
    };
  });
}

function playerRoute(app: App, { database }: ReadDeps): void {
  app.get(
    '/internal/v1/players/:player_id',
    { schema: readPlayerSchema, config: viewer },
    async ({ params }) => {
      const { player_id } = params;
      const search = { id: player_id, msisdn: null, text: player_id };
      const [sums, facts, recent] = await Promise.all([
        listPlayerSums(database, player_id),
        findPlayerFacts(database, player_id),
        listTransactionsBySearch(database, search, { after: null, limit: 20 }),
      ]);
      const deposits = sums.find(({ direction }) => direction === 'deposit');
      const withdrawals = sums.find(({ direction }) => direction === 'withdrawal');
      return {
        player_id,
        deposits_succeeded: deposits?.count ?? 0,
        deposits_xaf: deposits?.amount_xaf ?? 0,
        withdrawals_succeeded: withdrawals?.count ?? 0,
        withdrawals_xaf: withdrawals?.amount_xaf ?? 0,
        first_seen_at: facts.first_seen_at?.toISOString() ?? null,
        numbers_masked: facts.numbers.map(maskMsisdn),
        recent: recent.map(toLine),
      };
    },
  );
}

export async function candidatesFor(database: Queryable, receipt: ReceiptRow) {
  const rows = await listCandidates(database, receipt);
  const payment = {
    operator: receipt.operator,
    payerMsisdn: receipt.payer_msisdn,
    line: lineOf(receipt.line),
    amountXaf: receipt.amount_xaf,
    receivedAt: receipt.received_at,
  };
  return rows.map((row) => ({
    transaction: toLine(row),
    differences: [
      ...differencesBetween(payment, {
        operator: row.operator,
        msisdn: row.msisdn,
        merchantNumber: lineOf(row.merchant_number),
        amountXaf: row.amount_xaf,
        state: row.state,
        collectionMode: row.collection_mode,
        createdAt: row.created_at,
      }),
    ],
  }));
}

function toVolume({ count, succeeded, failed, expired, amountSucceededXaf }: Volume) {
  return { count, succeeded, failed, expired, amount_succeeded_xaf: amountSucceededXaf };
}
