import { listAlertsSchema } from '../../../contract/upkeep/alerts-api.ts';
import type { Queryable } from '../../../db/client.ts';
import { type ListedAlert, listAlerts } from '../../../db/upkeep/alerts.ts';
import type { App } from '../../app.ts';

const MAX_PAST_ALERTS = 100;

export function alertsRoute(app: App, { database }: { readonly database: Queryable }): void {
  app.get(
    '/internal/v1/alerts',
    { schema: listAlertsSchema, config: { role: 'viewer' } },
    async () => {
      const alerts = await listAlerts(database, MAX_PAST_ALERTS);
      return {
        open: alerts.filter(({ clearedAt }) => clearedAt === null).map(toAlert),
        past: alerts.filter(({ clearedAt }) => clearedAt !== null).map(toAlert),
      };
    },
  );
}

function toAlert({ raisedAt, clearedAt, ...alert }: ListedAlert) {
  return {
    ...alert,
    raised_at: raisedAt.toISOString(),
    cleared_at: clearedAt?.toISOString() ?? null,
  };
}
