import { Type } from 'typebox';
import { DIFFERENCE_KINDS } from '../../domain/finance/line-record.ts';
import { DIFFERENCE_CAUSES, REPORTED_BY } from '../../domain/finance/wallet.ts';
import { FLOAT_LEVELS } from '../../domain/lines/float-level.ts';
import { REPORT_LANGUAGES } from '../../domain/messages/report-words.ts';
import { DateTime, day, errorResponses, nullable, oneOf } from '../schema.ts';

/** Fees have hundredths, so a wallet's balance may have them. */
const Xaf = Type.Number();

const Wallet = Type.Object({
  wallet: Type.String({ description: 'Operator and number.' }),
  book_xaf: Xaf,
  told: nullable(
    Type.Object(
      {
        xaf: Xaf,
        at: DateTime,
        source: oneOf(REPORTED_BY),
        difference_xaf: Type.Number({
          description: 'What was reported less what the books say of that moment.',
        }),
        cause: oneOf(DIFFERENCE_CAUSES),
        between: Type.Array(Type.Object({ subject: Type.String(), xaf: Xaf }), {
          description:
            'What moved while it was read: it may or may not contain these. A subject is ' +
            '`transaction:<id>` or `payment:<operator>:<id>`.',
        }),
      },
      { description: 'The balance that the operator or a text reported last.' },
    ),
  ),
  promised_xaf: Type.Number({
    description: 'Payouts that are approved, or sent and not confirmed.',
  }),
  free_xaf: nullable(
    Type.Number({
      description: 'What can still be paid out; null while the operator reports no balance.',
    }),
  ),
  low_xaf: nullable(Type.Integer({ description: 'Below this it counts as low.' })),
  float_level: oneOf(FLOAT_LEVELS),
  per_hour_xaf: Type.Number({ description: 'How much left it in an hour, on the last days.' }),
  empty_at: nullable(DateTime),
  days: Type.Array(Type.Object({ day: Type.String(), xaf: Xaf }), {
    description: 'What was in it at the end of each day on which it moved, the last 30.',
  }),
});

export const listWalletsSchema = {
  operationId: 'listWallets',
  tags: ['Finance'],
  summary: 'Our accounts with operators: books, reported balance, float',
  response: {
    200: Type.Object({
      items: Type.Array(Wallet),
    }),
    ...errorResponses(401, 403, 500, 503),
  },
};

export const listMoneyByDaySchema = {
  operationId: 'listMoneyByDay',
  tags: ['Finance'],
  summary: 'What moved all wallets on each of the last 30 days, as the report of the day has it',
  response: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          day: Type.String({ description: 'Of Douala.' }),
          in_xaf: Xaf,
          out_xaf: Type.Number({ description: 'Negative, as in the report of the day.' }),
          fees_xaf: Type.Number({ description: 'Negative, too.' }),
        }),
      ),
    }),
    ...errorResponses(401, 403, 500, 503),
  },
};

const Closing = Type.Object({
  day: Type.String(),
  hash: Type.String(),
  closed_at: DateTime,
  wallets_xaf: Type.Number({ description: 'What was in all wallets together.' }),
  owed_xaf: Type.Number({ description: 'What was owed to all applications together.' }),
  unmatched_xaf: Xaf,
  disputed_xaf: Xaf,
  differences: Type.Integer(),
});

export const closeBooksSchema = {
  operationId: 'closeBooks',
  tags: ['Finance'],
  summary: 'Close every open day up to one that is over',
  body: Type.Object({
    day: Type.Optional(day('Of Douala; without one the last that is over.')),
  }),
  response: {
    200: Type.Object({ closed: Type.Array(Type.String()) }),
    ...errorResponses(401, 403, 409, 422, 500, 503),
  },
};

export const listClosingsSchema = {
  operationId: 'listClosings',
  tags: ['Finance'],
  summary: 'The last 60 days that were closed, the newest first',
  response: {
    200: Type.Object({
      items: Type.Array(Closing),
      open: nullable(
        Type.Object(
          {
            from: Type.String({ description: 'The first day that is not closed.' }),
            last_over: Type.String({ description: 'The last day that can be closed now.' }),
            today: Type.String(),
            waits_for: nullable(
              Type.String({
                description: 'The open deposit without whose end no later day can be closed.',
              }),
            ),
          },
          { description: 'Days of Douala that are not closed; null before the first payment.' },
        ),
      ),
    }),
    ...errorResponses(401, 403, 500, 503),
  },
};

const Day = Type.Object({ day: day('Of Douala.') });

const DayFigures = Type.Object({
  name: Type.String({ description: 'The wallet, or the name of the platform.' }),
  opening_xaf: Xaf,
  in_xaf: Xaf,
  out_xaf: Xaf,
  fees_xaf: Xaf,
  // Older processes leave it out.
  settled_xaf: Type.Optional(Type.Number({ description: 'What a platform was paid of it.' })),
  other_xaf: Xaf,
  closing_xaf: Xaf,
});

const DayPart = Type.Object({ items: Type.Array(DayFigures), total: DayFigures });

const AgedXaf = Type.Object({ day: Xaf, week: Xaf, month: Xaf, older: Xaf });

export const dayReportSchema = {
  operationId: 'getDayReport',
  tags: ['Finance'],
  summary: 'One day of Douala for a finance manager, as closed or as far as it is known',
  params: Day,
  response: {
    200: Type.Object({
      day: Type.String(),
      signed_off: nullable(
        Type.Object(
          { at: DateTime, by: Type.String(), hash: Type.String() },
          {
            description: 'Who closed the day; its figures may change until then.',
          },
        ),
      ),
      wallets: DayPart,
      applications: DayPart,
      wallet_differences: Type.Array(
        Type.Object({
          wallet: Type.String(),
          cause: oneOf(DIFFERENCE_CAUSES),
          xaf: Xaf,
          since: Type.String({
            description: 'The first closed day, without a break, that has it.',
          }),
        }),
      ),
      statement_differences: Type.Array(
        Type.Object({
          wallet: Type.String(),
          kind: oneOf(DIFFERENCE_KINDS),
          operator_tx_id: Type.String(),
          xaf: Type.Number({ description: 'How much is in doubt, without a sign.' }),
          since: DateTime,
        }),
        { description: 'The oldest that are open.' },
      ),
      statement_differences_count: Type.Integer({ description: 'Of all, also those not listed.' }),
      unmatched: AgedXaf,
      disputed: AgedXaf,
      payouts: Type.Array(
        Type.Object({
          id: Type.String(),
          at: DateTime,
          application: Type.String(),
          reference: Type.String(),
          wallet: Type.String(),
          operator_tx_id: nullable(Type.String()),
          xaf: Xaf,
          fee_xaf: Xaf,
          is_failed: Type.Boolean({
            description: 'The operator paid it, although it counts as failed.',
          }),
        }),
        { description: 'What left for players, the first of the day.' },
      ),
      payouts_count: Type.Integer({ description: 'Of all, as the sums are.' }),
      payouts_xaf: Xaf,
      payout_fees_xaf: Xaf,
    }),
    ...errorResponses(400, 401, 403, 500, 503),
  },
};

export const dayReportFileSchema = {
  operationId: 'getDayReportFile',
  tags: ['Finance'],
  summary: 'The same as a workbook (XLSX)',
  params: Day,
  querystring: Type.Object({ language: Type.Optional(oneOf(REPORT_LANGUAGES)) }),
  response: errorResponses(400, 401, 403, 500, 503),
};
