import type { Statement, TransactionState, WebhookDelivery, WebhookPage } from '../types.ts';
import type { FakeRecord } from './fake-records.ts';

type Movement = Statement['items'][number];

const SENT: ReadonlySet<TransactionState> = new Set<TransactionState>([
  'provider_submitted',
  'requires_manual_resolution',
  'succeeded',
]);

/** The change of what the platform is owed by a move of a transaction, or `null` if none. */
export function movementOf(before: FakeRecord, after: FakeRecord): Movement | null {
  const { transaction } = after;
  const kind = kindOf(before, after);
  if (kind === null) return null;
  const { amount_minor: amount, state_updated_at: at } = transaction;
  return {
    kind,
    amount_xaf: kind === 'withdrawal' ? -amount : amount,
    service_tx_id: transaction.service_tx_id,
    reference: transaction.idempotency_key,
    provider_tx_id: transaction.provider_tx_id,
    booked_at: at,
    value_at: at,
  };
}

function kindOf(before: FakeRecord, { transaction }: FakeRecord): Movement['kind'] | null {
  const { direction, state } = transaction;
  if (direction === 'deposit') return state === 'succeeded' ? 'deposit' : null;
  const wasSent = SENT.has(before.transaction.state);
  if (!wasSent && SENT.has(state)) return 'withdrawal';
  return wasSent && state === 'failed' ? 'withdrawal_returned' : null;
}

export function statementOf(movements: readonly Movement[], query: URLSearchParams): Statement {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const limit = Number(query.get('limit') ?? 100);
  const start = Number(query.get('cursor') ?? 0);
  const sum = (isCounted: (day: string) => boolean) =>
    movements
      .filter(({ booked_at: at }) => isCounted(dayOf(at)))
      .reduce((owed, { amount_xaf: amount }) => owed + amount, 0);
  const all = movements.filter(({ booked_at: at }) => from <= dayOf(at) && dayOf(at) <= to);
  return {
    from,
    to,
    opening_balance_xaf: sum((day) => day < from),
    closing_balance_xaf: sum((day) => day <= to),
    items: all.slice(start, start + limit),
    next_cursor: all.length > start + limit ? String(start + limit) : null,
  };
}

/** Cameroon is an hour ahead of UTC all year. */
function dayOf(at: string): string {
  return new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 10);
}

/** The fake delivers every webhook at the first attempt. */
export function deliveryOf(
  sent: Pick<
    WebhookDelivery,
    'service_tx_id' | 'reference' | 'event' | 'is_replay' | 'callback_url'
  >,
): WebhookDelivery {
  const at = new Date().toISOString();
  const done = { latency_ms: 0, response: '', problem: null, message: null };
  return {
    ...sent,
    webhook_id: crypto.randomUUID(),
    state: 'delivered',
    created_at: at,
    next_attempt_at: null,
    attempts: [{ number: 1, at, status: 200, ...done }],
  };
}

export function pageOf(
  deliveries: readonly WebhookDelivery[],
  query: URLSearchParams,
): WebhookPage {
  const { service_tx_id: id, state, before } = Object.fromEntries(query);
  const limit = Number(query.get('limit') ?? 20);
  const fitting = deliveries
    .filter((one) => id === undefined || one.service_tx_id === id)
    .filter((one) => state === undefined || one.state === state)
    .toReversed();
  const start = fitting.findIndex((one) => one.webhook_id === before) + 1;
  const items = fitting.slice(start, start + limit);
  const isLast = start + limit >= fitting.length;
  return { items, next_before: isLast ? null : (items.at(-1)?.webhook_id ?? null) };
}
