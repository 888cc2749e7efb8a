import { type Static, type TEnum, type TProperties, type TSchema, Type } from 'typebox';
import { PUBLIC_ERROR_CODES } from './public-problems.ts';

/** May be null. A type list serialises ten times faster than `anyOf`. */
export function nullable<S extends TSchema & { type: string }>(schema: S) {
  return Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] });
}

/** One of these texts. The fast serialiser needs the explicit type. */
export function oneOf<T extends string[]>(values: readonly [...T], notes: Notes = {}): TEnum<T> {
  return Type.Enum<T>(values, { type: 'string', ...notes });
}

export function nullableOneOf<const T extends readonly string[]>(values: T, notes: Notes = {}) {
  return Type.Unsafe<T[number] | null>({
    type: ['string', 'null'],
    enum: [...values, null],
    ...notes,
  });
}

/** Notes for readers of the OpenAPI document. A schema with a title gets that name there. */
interface Notes {
  readonly title?: string;
  readonly description?: string;
  /** The values that a refusal names, if we accept more than the interface documents. */
  readonly 'x-told'?: readonly string[];
}

export const DateTime = dateTime('A moment in UTC.');

export function dateTime(description: string) {
  return Type.String({
    format: 'date-time',
    description,
    examples: ['2026-11-15T09:30:00.000Z'],
  });
}

export function day(description: string) {
  return Type.String({ format: 'date', description, examples: ['2026-03-01'] });
}

export const ERROR_CODE = 'ErrorCode';

const ErrorCode = oneOf(PUBLIC_ERROR_CODES, {
  title: ERROR_CODE,
  description:
    'An extension of this service: what went wrong, for programs. A code keeps its meaning; more may come, so treat one that you do not know by its status.',
});

/** Beside `detail`, which is the interface's to the letter. */
const EXTENSIONS = {
  code: ErrorCode,
  hint: Type.Optional(
    Type.String({
      description:
        'An extension of this service: what to do about it, in English. It may name the nearest path, method, member or value.',
      examples: ['Did you mean POST /api/v1/deposits?'],
    }),
  ),
  accepted: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'An extension of this service: what is accepted where the first unknown value or name was sent.',
      examples: [['succeeded', 'failed', 'expired']],
    }),
  ),
};

export const ErrorBody = Type.Object(
  {
    detail: Type.String({
      description: 'What went wrong, in English.',
      examples: ['Transaction not found'],
    }),
    ...EXTENSIONS,
    reachable: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'An extension of this service: the outcomes that can be simulated from the state of the transaction.',
        examples: [['staff_confirmed', 'staff_rejected']],
      }),
    ),
  },
  { $id: 'Error', description: 'An error. Branch on the status or on `code`, never on the text.' },
);

export const ValidationErrorBody = Type.Object(
  {
    detail: Type.Array(
      Type.Object(
        {
          type: Type.String({
            description: 'What is wrong, for programs.',
            examples: ['greater_than_equal'],
          }),
          loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
            description: 'Where: `body`, `query` or `path`, then the name of the field.',
            examples: [['body', 'amount_xaf']],
          }),
          msg: Type.String({
            description: 'What is wrong, for people.',
            examples: ['Input should be greater than or equal to 100'],
          }),
          input: Type.Optional(
            Type.Unknown({
              description: 'The value that was refused; for a missing field what lacks it.',
              examples: [50],
            }),
          ),
          ctx: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), {
              description: 'The parameters of `type`, such as the limit that was passed.',
              examples: [{ ge: 100 }],
            }),
          ),
        },
        { title: 'ValidationIssue', description: 'One thing that is wrong with a request.' },
      ),
      { description: 'Everything that is wrong, in the order path, query, body.' },
    ),
    ...EXTENSIONS,
  },
  { $id: 'ValidationError', description: 'The request does not have the documented form.' },
);

const ERROR_DESCRIPTIONS = {
  400: 'A parameter has a value that is not accepted.',
  401: 'The API key is missing, wrong, revoked, or of the other environment.',
  403: 'The signed-in person may not do this.',
  404: 'There is no such thing, or it belongs to another application.',
  405: 'The path is known, but not with this method; the header Allow names those it has.',
  409: 'The transaction is in a state that does not allow this.',
  413: 'The body is larger than 64 KiB.',
  422: 'The request does not have the documented form; `detail` lists every problem.',
  429: 'Too many requests; the header Retry-After says when to go on.',
  500: 'Internal error.',
  503: 'Temporarily unavailable; the header Retry-After says when to try again.',
} as const;

export type ErrorStatus = keyof typeof ERROR_DESCRIPTIONS;

/** The `response` entries of a route for the error statuses it can answer. */
export function errorResponses(...statuses: readonly ErrorStatus[]): Record<number, TSchema> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      Type.Unsafe({
        description: ERROR_DESCRIPTIONS[status],
        $ref: status === 422 ? 'ValidationError#' : 'Error#',
      }),
    ]),
  );
}

/** The headers that the OpenAPI document describes. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description:
      'The id of the request: its own, or one that was made for it. Quote it to support.',
    required: true,
    schema: { type: 'string', examples: ['019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10'] },
  },
  'Retry-After': {
    description: 'Seconds until it is worth trying again.',
    required: true,
    schema: { type: 'integer', minimum: 0, examples: [1] },
  },
  Allow: {
    description: 'The methods that the path has.',
    required: true,
    schema: { type: 'string', examples: ['POST'] },
  },
  'Idempotent-Replayed': {
    description: '`true` when the reference was known and this is what it has.',
    required: false,
    schema: { type: 'string', enum: ['true'] },
  },
  'Idempotent-Differs': {
    description:
      'An extension of this service: the members of `differs`, when this request says otherwise than the one that used the reference first.',
    required: false,
    schema: { type: 'string', examples: ['amount_xaf, msisdn'] },
  },
  'Ignored-Parameters': {
    description:
      'An extension of this service: the members of query and body that were not understood, each with what is accepted there, and with its value if it is the value that is not known.',
    required: false,
    schema: { type: 'string', examples: ['state;accepted="status direction page limit"'] },
  },
  'Cache-Control': {
    description: 'For how long the answer may be kept.',
    required: true,
    schema: { type: 'string', examples: ['private, max-age=86400'] },
  },
  ETag: {
    description: 'Names this answer. Give it back as `If-None-Match`.',
    required: true,
    schema: { type: 'string', examples: ['"hGv3o0d9r1pQ…"'] },
  },
} as const;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** A query without silence: a name that is not listed is refused, and the answer lists them. */
export function closedQuery<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

export const Cursor = Type.Optional(
  Type.String({ maxLength: 200, description: 'The `next_cursor` of the page before.' }),
);
export const NextCursor = nullable(Type.String({ description: 'Null after the last page.' }));
