import { Type } from 'typebox';
import { STAFF_ROLES } from '../../domain/access/staff-role.ts';
import { OPERATORS } from '../../domain/operators/operator.ts';
import { Msisdn, PlayerId } from '../fields.ts';
import { ReceiptRow } from '../receipts/receipts-api.ts';
import { SmsRow } from '../receipts/sms-api.ts';
import { errorResponses, nullable, nullableOneOf, oneOf } from '../schema.ts';
import { TransactionItem } from '../transactions/staff-transactions-api.ts';

export const searchEverythingSchema = {
  operationId: 'searchEverything',
  tags: ['Overview'],
  summary: 'A few of everything that a search finds, for search as you type',
  description:
    'Texts are found by their payment, by words and by their sender, never by digits; staff by administrators only.',
  body: Type.Object({ q: Type.String({ minLength: 2, maxLength: 200 }) }),
  response: {
    200: Type.Object({
      number: nullable(Msisdn),
      transactions: Type.Array(TransactionItem),
      players: Type.Array(Type.Object({ player_id: PlayerId, msisdn_masked: Type.String() })),
      receipts: Type.Array(ReceiptRow),
      texts: Type.Array(SmsRow),
      lines: Type.Array(Type.Object({ line: Type.String(), operator: nullableOneOf(OPERATORS) })),
      staff: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          email: Type.String(),
          role: oneOf(STAFF_ROLES),
        }),
      ),
    }),
    ...errorResponses(401, 403, 422, 429, 500, 503),
  },
};
