import { Type } from 'typebox';
import { DIFFERENCE_KINDS } from '../../domain/finance/line-record.ts';
import { COLUMNS } from '../../domain/finance/statements/mapping.ts';
import { READING_PROOFS } from '../../domain/finance/statements/prove-reading.ts';
import { WaitingChange } from '../access/admin-api.ts';
import { Reason } from '../fields.ts';
import { MessageBody } from '../message.ts';
import {
  Cursor,
  DateTime,
  errorResponses,
  NextCursor,
  nullable,
  nullableOneOf,
  oneOf,
} from '../schema.ts';
import { withDefault } from '../validation/schema-options.ts';

/** The largest file; `momo statement import` takes the same. */
const STATEMENT_BYTES = 40 * 2 ** 20;
/** A part fits well into the time for a request, even over a poor link. */
export const PART_BYTES = 512 * 1024;

const Statement = Type.Object({
  id: Type.String(),
  wallet: Type.String(),
  file_name: Type.String(),
  mapping: Type.String(),
  lines: Type.Integer(),
  first_at: DateTime,
  last_at: DateTime,
  imported_by: Type.String(),
  imported_at: DateTime,
});

export const listStatementsSchema = {
  operationId: 'listStatements',
  tags: ['Finance'],
  summary: 'The last 50 statements that were imported, the newest first',
  response: {
    200: Type.Object({ items: Type.Array(Statement) }),
    ...errorResponses(401, 403, 500, 503),
  },
};

export const beginUploadSchema = {
  operationId: 'beginUpload',
  tags: ['Finance'],
  summary: 'Begin to upload a statement; an earlier upload of the same person is forgotten',
  body: Type.Object({
    wallet: Type.String({ maxLength: 100, description: 'Operator and number.' }),
    file_name: Type.String({ minLength: 1, maxLength: 200 }),
    bytes: Type.Integer({ minimum: 1, maximum: STATEMENT_BYTES }),
  }),
  response: {
    200: Type.Object({ id: Type.String(), part_bytes: Type.Integer() }),
    ...errorResponses(400, 401, 403, 409, 422, 500, 503),
  },
};

const Params = Type.Object({ id: Type.String({ format: 'uuid' }) });

export const putPartSchema = {
  operationId: 'putPart',
  tags: ['Finance'],
  summary:
    'One part of the file, as it is; the parts are numbered from 0, and all but the last full',
  params: Type.Object({
    id: Type.String({ format: 'uuid' }),
    part: Type.String({ pattern: '^\\d{1,3}$' }),
  }),
  response: {
    200: Type.Object({ done: Type.Boolean() }),
    ...errorResponses(401, 403, 404, 413, 422, 500, 503),
  },
};

const Problems = Type.Array(
  Type.Object({
    row: Type.Integer({ description: 'Of the file, from 1; 0: the file itself.' }),
    problem: MessageBody,
  }),
);

const Line = Type.Object({
  row: Type.Integer(),
  at: DateTime,
  direction: oneOf(['in', 'out']),
  amount_xaf: Type.Number(),
  fee_xaf: Type.Number(),
  other: nullable(Type.String()),
  operator_tx_id: Type.String(),
  is_failed: Type.Boolean(),
  is_computed: Type.Boolean(),
});

const ComparedLine = Type.Object({
  ...Line.properties,
  transaction_id: nullable(Type.String({ description: 'Ours, if the ids are the same.' })),
  differences: Type.Array(oneOf(DIFFERENCE_KINDS), { description: 'Those that are open.' }),
});

export const listStatementLinesSchema = {
  operationId: 'listStatementLines',
  tags: ['Finance'],
  summary: 'The lines of an imported statement, in the order of the file',
  description: 'A line that an earlier statement had is listed there.',
  params: Params,
  querystring: Type.Object({
    only: Type.Optional(oneOf(['differences'])),
    cursor: Cursor,
    limit: withDefault(Type.Integer({ minimum: 1, maximum: 200 }), 50),
  }),
  response: {
    200: Type.Object({
      statement: Type.Object({
        ...Statement.properties,
        fresh: Type.Integer({ description: 'Lines that no earlier statement had.' }),
      }),
      items: Type.Array(ComparedLine),
      next_cursor: NextCursor,
    }),
    ...errorResponses(401, 403, 404, 422, 500, 503),
  },
};

const Preview = Type.Object({
  mapping: Type.String(),
  lines: Type.Integer(),
  failed: Type.Integer({ description: 'Lines that the operator calls failed.' }),
  computed: Type.Integer({ description: 'Lines with a cell that is a formula.' }),
  in_xaf: Type.Number(),
  out_xaf: Type.Number(),
  fees_xaf: Type.Number({ description: 'Of the lines that happened.' }),
  first_at: DateTime,
  last_at: DateTime,
  first: Type.Array(Line, { description: 'The first lines.' }),
  outcome: nullable(
    Type.Object(
      {
        fresh: Type.Integer({ description: 'Lines that no other statement had.' }),
        agreed: Type.Integer(),
        differences: Type.Array(
          Type.Object({ kind: oneOf(DIFFERENCE_KINDS), count: Type.Integer() }),
        ),
      },
      { description: 'What importing it would give; null if the same file was imported before.' },
    ),
  ),
});

export const previewUploadSchema = {
  operationId: 'previewUpload',
  tags: ['Finance'],
  summary: 'What is in the file, and what importing it would give; nothing is kept',
  params: Params,
  response: {
    200: Type.Object({ problems: Problems, preview: nullable(Preview) }),
    ...errorResponses(401, 403, 404, 409, 500, 503),
  },
};

const Mapping = Type.String({
  maxLength: 20_000,
  description: 'As JSON, with the fields that it has in a file of mappings.',
});

const TriedPattern = Type.Object({
  pattern: Type.String(),
  is_pattern: Type.Boolean({ description: 'Otherwise it is not finished yet.' }),
  count: Type.Integer({ description: 'How many of the first rows it fits.' }),
  found: Type.Array(Type.Object({ row: Type.Integer(), value: Type.String() }), {
    description: 'What it finds in the first of them.',
  }),
});

const Look = Type.Object({
  problems: Problems,
  rows: Type.Array(Type.Object({ row: Type.Integer(), cells: Type.Array(Type.String()) }), {
    description: 'The first rows of the file.',
  }),
  is_whole: Type.Boolean({ description: 'Whether what was read is the whole file.' }),
  mapping: Mapping,
  missing: Type.Array(oneOf(COLUMNS), { description: 'Columns that it has to name yet.' }),
  header: Type.Integer({
    description: 'Which of these rows, from 1, has the names of the columns; 0: none.',
  }),
  words: Type.Array(
    Type.Object({
      column: oneOf(['status', 'direction']),
      word: Type.String(),
      means: nullableOneOf(['succeeded', 'failed', 'in', 'out']),
    }),
    { description: 'The words in these columns, and what the mapping takes them for.' },
  ),
  parts: Type.Array(
    Type.Object({
      column: oneOf(COLUMNS),
      heading: Type.String(),
      patterns: Type.Array(TriedPattern),
      of: Type.Integer({ description: 'How many of the first rows have such a text.' }),
      missed: nullable(
        Type.Object(
          { row: Type.Integer(), text: Type.String() },
          { description: 'The first text that none of them fits.' },
        ),
      ),
    }),
    {
      description:
        'Values that are parts of a text, and what their patterns find. An empty list of patterns in the mapping asks for a proposal.',
    },
  ),
  left_out: Type.Array(TriedPattern, {
    description: 'Rows that are no payments, in the order of the mapping.',
  }),
  failed_rows: Type.Array(TriedPattern, {
    description: 'Rows of payments that did not happen, in the order of the mapping.',
  }),
  fee_rows: Type.Array(TriedPattern, {
    description: 'Rows that are fees of other rows, in the order of the mapping.',
  }),
  reversal_rows: Type.Array(TriedPattern, {
    description: 'Rows that take back other rows, in the order of the mapping.',
  }),
  lines: Type.Array(
    Type.Object({
      ...Line.properties,
      balance_xaf: nullable(Type.Number()),
      breaks: Type.Boolean({ description: 'Its balance does not follow from the one before.' }),
    }),
    { description: 'The first lines that could be read.' },
  ),
  count: Type.Integer({ description: 'How many lines could be read.' }),
  ...Type.Pick(Preview, ['failed', 'in_xaf', 'out_xaf', 'fees_xaf']).properties,
  agrees: nullableOneOf(READING_PROOFS, { description: 'What in the file agrees with it.' }),
  proof: nullableOneOf(READING_PROOFS, {
    description:
      'What shows that it is read right; otherwise two people have to say so. Without what agrees, fees that were read otherwise would agree as well.',
  }),
  doubts: Type.Array(MessageBody, {
    description: 'What neither balances nor a sum show, and a person should look at.',
  }),
  kept: Type.Array(Type.Object({ name: Type.String(), version: Type.Integer() }), {
    description: 'The mappings of this operator that people have kept.',
  }),
});

export const lookAtUploadSchema = {
  operationId: 'lookAtUpload',
  tags: ['Finance'],
  summary: 'The first rows of the file, and what a mapping makes of them; without one, a proposal',
  params: Params,
  body: Type.Object({ mapping: Type.Optional(Mapping) }),
  response: { 200: Look, ...errorResponses(401, 403, 404, 409, 422, 500, 503) },
};

export const keepMappingSchema = {
  operationId: 'keepMapping',
  tags: ['Finance'],
  summary: 'Keep a mapping that reads the file as the next version of a name',
  description:
    'If neither its balances nor a sum in it show that the file is read right, it takes two people.',
  params: Params,
  body: Type.Object({
    name: Type.String({ minLength: 2, maxLength: 60, pattern: '^[^\\s:][^:]*[^\\s:]$' }),
    mapping: Mapping,
    reason: Type.Optional(Reason),
  }),
  response: {
    200: Type.Object({
      problems: Problems,
      kept: nullable(Type.String({ description: 'Its name and version; null if it was refused.' })),
    }),
    202: WaitingChange,
    ...errorResponses(401, 403, 404, 409, 422, 500, 503),
  },
};

/** One JSON object per line: progress, and the result at the end. */
export const ImportLine = Type.Union([
  Type.Object({
    kind: Type.Literal('progress'),
    written: Type.Integer(),
    of: Type.Integer(),
  }),
  Type.Object({ kind: Type.Literal('imported'), lines: Type.Integer(), fresh: Type.Integer() }),
  Type.Object({ kind: Type.Literal('known') }),
  Type.Object({ kind: Type.Literal('refused'), problems: Problems }),
]);

export const importUploadSchema = {
  operationId: 'importUpload',
  tags: ['Finance'],
  summary: 'Import the file, all of it or nothing; the answer reports the progress line by line',
  params: Params,
};
