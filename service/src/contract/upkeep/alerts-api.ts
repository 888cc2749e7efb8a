import { Type } from 'typebox';
import { ALERT_KINDS } from '../../domain/upkeep/alert.ts';
import { DateTime, errorResponses, nullable, oneOf } from '../schema.ts';

const Alert = Type.Object({
  id: Type.String(),
  kind: oneOf(ALERT_KINDS),
  subject: Type.String({
    description: 'The wallet, line, state, contradiction or row that it is about.',
  }),
  raised_at: DateTime,
  cleared_at: nullable(DateTime),
});

export const listAlertsSchema = {
  operationId: 'listAlerts',
  tags: ['Overview'],
  summary: 'Alerts that are open, and the last 100 that ended',
  description: 'Silencing one is for the pager that gets them.',
  response: {
    200: Type.Object({ open: Type.Array(Alert), past: Type.Array(Alert) }),
    ...errorResponses(401, 500, 503),
  },
};
