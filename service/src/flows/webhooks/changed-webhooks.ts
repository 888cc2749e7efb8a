import type { Queryable } from '../../db/client.ts';
import type {
  AttemptRecord,
  ClaimedWebhookRow,
  RecordedAttempt,
} from '../../db/webhooks/webhooks.ts';
import { SEAL_BROKEN } from '../../domain/seals/seal.ts';
import { isReportOf } from '../../domain/transactions/webhook-event.ts';
import { ALERT_ORIGIN } from '../../domain/webhooks/webhook-retry.ts';
import { compareSeals } from '../transactions/compare-seals.ts';
import type { Attempt } from './attempt-webhook.ts';

/** Those that do not say what the sealed history of their payment says, or not to its platform. */
export async function findChangedWebhooks(
  database: Queryable,
  claimed: readonly ClaimedWebhookRow[],
): Promise<ReadonlySet<ClaimedWebhookRow>> {
  const events = claimed.filter(({ origin }) => origin !== ALERT_ORIGIN);
  const ids = [...new Set(events.map(({ transaction_id }) => transaction_id))];
  const compared = await compareSeals(database, ids);
  if (compared.length === 0) return new Set();
  const byId = new Map(compared.map((one) => [one.id, one]));
  return new Set(
    events.filter(({ transaction_id, application_id: applicationId, event, url, body }) => {
      const found = byId.get(transaction_id);
      if (found === undefined || found.problem !== null) return true;
      return !isReportOf(found.transaction, { applicationId, event, url, body });
    }),
  );
}

/** Signs and sends nothing: staff find it among the undelivered ones. */
export async function holdWebhook(
  webhook: ClaimedWebhookRow,
  record: (attempt: RecordedAttempt) => Promise<AttemptRecord>,
): Promise<Attempt> {
  const held: RecordedAttempt = {
    webhook,
    token: '',
    result: { kind: 'failed', error: SEAL_BROKEN },
    next: { kind: 'undelivered' },
    latencyMs: 0,
    endedAt: performance.now(),
    answer: null,
    headers: {},
  };
  return { kind: 'made', recorded: held, record: await record(held) };
}
