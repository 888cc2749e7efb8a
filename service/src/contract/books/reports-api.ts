import { Type } from 'typebox';
import { day, errorResponses, oneOf } from '../schema.ts';

const Day = day('Of Douala, both included.');

export const reportSchema = {
  operationId: 'getReport',
  tags: ['Finance'],
  summary: 'What moved a wallet or an application’s account over some days, as a file, streamed',
  querystring: Type.Object({
    wallet: Type.Optional(Type.String({ maxLength: 100, description: 'Operator and number.' })),
    application: Type.Optional(
      Type.String({ maxLength: 100, description: 'Its name; used when no wallet is given.' }),
    ),
    from: Day,
    to: Day,
    format: oneOf(['xlsx', 'csv']),
  }),
};

export const listReportAccountsSchema = {
  operationId: 'listReportAccounts',
  tags: ['Finance'],
  summary: 'The wallets and applications of which there are reports',
  response: {
    200: Type.Object({
      wallets: Type.Array(Type.String()),
      applications: Type.Array(Type.String()),
    }),
    ...errorResponses(401, 403, 500, 503),
  },
};
