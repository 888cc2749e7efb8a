import { useLines, useOverview } from '../api/reads.ts';
import { isWork } from '../api/roles.ts';
import type { QueueName } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { linesInTrouble } from '../lines/line-trouble.ts';

/** What has a number beside its name. */
export type Counted = QueueName | 'lines';

/** What waits for this person, by its screen: the navigation, the tab and the news all count so. */
export function useWaiting(): ReadonlyMap<Counted, number> {
  const { staff } = useMe();
  const overview = useOverview();
  const lines = useLines();
  return new Map<Counted, number>([
    ...(overview.data?.queues ?? [])
      .filter(({ name }) => isWork(name, staff.role))
      .map(({ name, count }) => [name, count] as const),
    ['lines', linesInTrouble(lines.data?.items ?? []).length],
  ]);
}

export function sumOf(waiting: ReadonlyMap<Counted, number>): number {
  return [...waiting.values()].reduce((sum, count) => sum + count, 0);
}

/** Where each is worked off. */
export const QUEUE_SLOTS = {
  approvals: { to: '/approvals' },
  payouts_not_sent: { to: '/transactions', search: { state: 'approved' } },
  held: { to: '/held' },
  contradictions: { to: '/contradictions' },
  statement_differences: { to: '/finance' },
  changes: { to: '/changes' },
  own_changes: { to: '/changes' },
  unmatched_receipts: { to: '/receipts' },
  sms_to_look_at: { to: '/sms' },
  undelivered_webhooks: { to: '/webhooks', search: { state: 'undelivered' } },
} as const satisfies Record<QueueName, object>;
