import { Type } from 'typebox';
import { CHANGE_KINDS, CHANGE_STATES } from '../../domain/access/agreement.ts';
import { POLICY_NAMES } from '../../domain/access/policy.ts';
import { About } from '../access/audit-api.ts';
import { Reason } from '../fields.ts';
import { DateTime, errorResponses, nullable, nullableOneOf, oneOf } from '../schema.ts';

/** What a change may be about, as the routes that ask for one call it. */
export const CHANGED_FIELDS = [
  'enabled',
  'collection_mode',
  'merchant_number',
  'merchant_display_name',
  'ussd_template',
  'illustration_url',
  'illustration_alt',
  'min_amount_xaf',
  'max_amount_xaf',
  'role',
  'disabled',
  'account',
  'change_xaf',
  'booked_xaf',
  'becomes_xaf',
  'ours_xaf',
  'theirs_xaf',
  'evidence',
  'wallet',
  'operator_tx_id',
  'recorded_as',
  'line_direction',
  'line_at',
  'amount_xaf',
  'other',
  'is_computed',
  'tells_balances',
  'dismissed_as',
  'deposit',
  'difference',
  'expects_fees',
  'ruling',
  'mapping_version',
  'file_name',
  'lines',
  'failed',
  'in_xaf',
  'out_xaf',
  'fee_xaf',
  'first_lines',
  'mapping',
  'repairs',
  'credit_xaf',
  'application',
  'reference',
  'paid_to',
  'dialect',
  'gateway_key',
  'sim',
  'operator',
  'line',
  'only_sim',
  'overlap_hours',
  ...POLICY_NAMES,
] as const;

const PendingChange = Type.Object({
  id: Type.String(),
  kind: oneOf(CHANGE_KINDS),
  subject_id: Type.String({
    description: 'The id of the channel, person, correction or difference, or the line.',
  }),
  subject: Type.String({ description: 'The provider of the channel, or the person.' }),
  // Older processes leave out the next two.
  about: Type.Optional(About),
  repaired: Type.Optional(
    Type.Array(About, { description: 'What each fault of a repair is about, in its order.' }),
  ),
  differences: Type.Array(
    Type.Object({
      field: oneOf(CHANGED_FIELDS),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
    }),
    { description: 'Everything that it changes.' },
  ),
  reason: nullable(Type.String()),
  asked_by: Type.String(),
  asked_at: DateTime,
  expires_at: DateTime,
  state: oneOf(CHANGE_STATES),
  decided_by: nullable(Type.String()),
  decided_at: nullable(DateTime),
  // Why the signed-in person may not approve it, or `null` if they may try.
  refusal: nullableOneOf(['own_change', 'role_required']),
});

export const listChangesSchema = {
  operationId: 'listChanges',
  tags: ['Administration'],
  summary: 'Changes that wait for a second person, then the newest of the others',
  description: 'Only those that the role may ask for.',
  response: {
    200: Type.Object({ items: Type.Array(PendingChange) }),
    ...errorResponses(401, 403, 500, 503),
  },
};

const Decided = {
  200: Type.Object({
    done: Type.Boolean(),
    secret: nullable(
      Type.String({
        description: 'Of a gateway or an application that got a new one; it is not shown again.',
      }),
    ),
  }),
  ...errorResponses(401, 403, 404, 409, 422, 500, 503),
};
const Params = Type.Object({ id: Type.String({ format: 'uuid' }) });

export const approveChangeSchema = {
  operationId: 'approveChange',
  tags: ['Administration'],
  summary: 'Make a change that another person has asked for',
  params: Params,
  response: Decided,
};

export const withdrawChangeSchema = {
  operationId: 'withdrawChange',
  tags: ['Administration'],
  summary: 'Take a change back, or refuse it',
  params: Params,
  body: Type.Object({ reason: Reason }),
  response: Decided,
};
