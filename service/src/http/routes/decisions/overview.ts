import { overviewSchema } from '../../../contract/decisions/overview-api.ts';
import { toMessageBody } from '../../../contract/message.ts';
import type { Queryable } from '../../../db/client.ts';
import { successRate } from '../../../domain/transactions/success-rate.ts';
import { loadOverview, type Volume } from '../../../flows/decisions/queues/overview.ts';
import type { CatalogueSource } from '../../../flows/providers/catalogue.ts';
import type { App } from '../../app.ts';
import { viewer } from '../../staff/needed-role.ts';
import { toHealthEntry } from '../providers/providers.ts';

interface OverviewDeps {
  readonly database: Queryable;
  readonly catalogue: CatalogueSource;
}

export function overviewRoute(app: App, deps: OverviewDeps): void {
  app.get(
    '/internal/v1/overview',
    { schema: overviewSchema, config: viewer },
    async ({ staff }) => {
      const overview = await loadOverview(deps, staff.id);
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
        operators: overview.operators.map(({ operator, direction, volume, isSwitchedOff }) => ({
          operator,
          direction,
          is_switched_off: isSwitchedOff,
          ...toVolume(volume),
        })),
        hours: overview.hours.map(({ hour, depositXaf, withdrawalXaf, ...ended }) => ({
          hour: hour.toISOString(),
          deposit_xaf: depositXaf,
          withdrawal_xaf: withdrawalXaf,
          ...ended,
        })),
        under_way: {
          count: overview.underWay.count,
          oldest_at: overview.underWay.oldestAt?.toISOString() ?? null,
        },
        providers: overview.providers.map((entry) => ({
          ...toHealthEntry(entry),
          why: toMessageBody(entry.health.message),
        })),
        quarantine: overview.quarantine && {
          at: overview.quarantine.at.toISOString(),
          notice: toMessageBody({ code: 'quarantine_waits' }),
          reason: toMessageBody(overview.quarantine.reason),
        },
      };
    },
  );
}

function toVolume({ count, succeeded, failed, expired, rejected, amountSucceededXaf }: Volume) {
  const ended = { succeeded, failed, expired };
  return {
    count,
    ...ended,
    rejected,
    amount_succeeded_xaf: amountSucceededXaf,
    success_rate: successRate(ended),
  };
}
