import { Type } from 'typebox';
import { ReceiptLine, ReceiptWithCandidates } from '../decisions/reads-api.ts';
import { errorResponses } from '../schema.ts';

export const readReceiptSchema = {
  operationId: 'getReceipt',
  tags: ['Receipts'],
  summary: 'One payment, whatever became of it',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  response: { 200: ReceiptWithCandidates, ...errorResponses(401, 403, 404, 422, 500, 503) },
};

export const searchReceiptsSchema = {
  operationId: 'searchReceipts',
  tags: ['Receipts'],
  summary: 'Payments from a number or with an operator’s transaction id, newest first',
  querystring: Type.Object({
    q: Type.String({ maxLength: 200, description: 'The whole number or id.' }),
  }),
  response: {
    200: Type.Object({ items: Type.Array(ReceiptLine) }),
    ...errorResponses(401, 403, 422, 500, 503),
  },
};
