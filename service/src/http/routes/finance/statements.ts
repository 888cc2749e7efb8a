import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import {
  beginUploadSchema,
  type ImportLine,
  importUploadSchema,
  keepMappingSchema,
  listStatementLinesSchema,
  listStatementsSchema,
  lookAtUploadSchema,
  PART_BYTES,
  previewUploadSchema,
  putPartSchema,
} from '../../../contract/finance/statements-api.ts';
import { toMessageBody } from '../../../contract/message.ts';
import { listKeptMappings } from '../../../db/finance/statement-mappings.ts';
import {
  findStatement,
  listStatementLines,
  listStatements,
  type StatementRow,
} from '../../../db/finance/statements.ts';
import { toMovement } from '../../../domain/finance/shown-line.ts';
import {
  type StatementLook,
  type TriedPattern,
  wrongFields,
} from '../../../domain/finance/statements/look-at-rows.ts';
import { mappingName, type StatementProblem } from '../../../domain/finance/statements/mapping.ts';
import type { StatementLine } from '../../../domain/finance/statements/read-line.ts';
import { type LineSums, sumLines } from '../../../domain/finance/statements/sum-lines.ts';
import { fieldsOf, parseJson } from '../../../domain/json.ts';
import {
  type ImportedStatement,
  type ImportPreview,
  previewImport,
  type ReadingIsBusy,
  type StatementFile,
} from '../../../flows/finance/import-statement.ts';
import {
  type KeepDeps,
  type Kept,
  keepMapping,
  lookAtStatement,
} from '../../../flows/finance/map-statement.ts';
import type { RefusedFile } from '../../../flows/finance/read-file.ts';
import {
  beginUpload,
  findUploadedFile,
  importUpload,
  keepPart,
} from '../../../flows/finance/upload-statement.ts';
import type { App } from '../../app.ts';
import { isCount, nextCursor, readCursor } from '../../cursor.ts';
import { RequestRefused, sendProblem } from '../../errors.ts';
import { acceptRawBodies, rawBody } from '../../request/request-body.ts';
import { finance } from '../../staff/needed-role.ts';
import { requestActor, toWaiting } from '../../staff/staff-request.ts';

const MAX_LISTED = 50;

/** Statements of operators: uploaded in parts, previewed, imported. */
export async function staffStatementRoutes(app: App, deps: KeepDeps): Promise<void> {
  const { database } = deps;
  app.get(
    '/internal/v1/statements',
    { schema: listStatementsSchema, config: finance },
    async () => ({
      items: (await listStatements(database, { limit: MAX_LISTED })).map(toStatement),
    }),
  );

  app.get(
    '/internal/v1/statements/:id/lines',
    { schema: listStatementLinesSchema, config: finance },
    async ({ params, query: { only, cursor, limit } }, reply) => {
      const afterRow = readCursor(cursor, ([row]) => (isCount(row) ? row : null)) ?? 0;
      const statement = await findStatement(database, params.id);
      if (statement === null) return sendProblem(reply, { code: 'statement_not_found' });
      const page = { afterRow, onlyDifferent: only === 'differences', limit };
      const rows = await listStatementLines(database, statement, page);
      return {
        statement: { ...toStatement(statement), fresh: statement.fresh },
        items: rows.map((line) => ({
          ...toLine(line),
          transaction_id: line.transactionId,
          differences: [...line.differences],
        })),
        next_cursor: nextCursor({ rows, limit }, ({ row }) => [row]),
      };
    },
  );

  app.post(
    '/internal/v1/statements/uploads',
    { schema: beginUploadSchema, config: finance },
    async ({ body, staff }, reply) => {
      const { wallet, file_name: fileName, bytes } = body;
      const begun = await beginUpload(deps, staff.id, { wallet, fileName, bytes });
      if (typeof begun === 'string') return sendProblem(reply, { code: begun });
      return { ...begun, part_bytes: PART_BYTES };
    },
  );

  await app.register(async (files: App) => {
    acceptRawBodies(files);
    files.put(
      '/internal/v1/statements/uploads/:id/parts/:part',
      { schema: putPartSchema, config: finance, bodyLimit: PART_BYTES },
      async (request, reply) => {
        const { id, part } = request.params;
        const kept = await keepPart(deps, {
          id,
          by: request.staff.id,
          part: Number(part),
          content: rawBody(request),
          partBytes: PART_BYTES,
        });
        return kept === 'kept' ? { done: true } : sendProblem(reply, { code: PART_PROBLEMS[kept] });
      },
    );
  });
  readingRoutes(app, deps);
}

const PART_PROBLEMS = {
  not_found: 'upload_not_found',
  not_announced: 'part_not_announced',
} as const;

function readingRoutes(app: App, deps: KeepDeps): void {
  const fileOf = async ({ params, staff }: UploadRequest): Promise<StatementFile> => {
    const file = await findUploadedFile(deps, { id: params.id, by: staff.id });
    if (file === null) throw new RequestRefused({ code: 'upload_not_found' });
    return file;
  };

  app.post(
    '/internal/v1/statements/uploads/:id/preview',
    { schema: previewUploadSchema, config: finance },
    async (request) => {
      const expected = await previewImport(deps, await fileOf(request));
      if (expected.kind === 'busy') throw new RequestRefused({ code: 'statements_busy' });
      return toPreview(expected);
    },
  );

  app.post(
    '/internal/v1/statements/uploads/:id/look',
    { schema: lookAtUploadSchema, config: finance },
    async (request) => {
      const { mapping } = request.body;
      const file = await fileOf(request);
      const given = mapping === undefined ? null : fieldsOf(parseJson(mapping));
      const looked = await lookAtStatement(deps, file, given);
      if (looked.kind === 'busy') throw new RequestRefused({ code: 'statements_busy' });
      const kept = await listKeptMappings(deps.database, file.operator);
      return { ...toLook(looked), kept: kept.map(({ name, version }) => ({ name, version })) };
    },
  );

  app.post(
    '/internal/v1/statements/uploads/:id/mapping',
    { schema: keepMappingSchema, config: finance },
    async (request, reply) => {
      const { name, mapping, reason = null } = request.body;
      const json = fieldsOf(parseJson(mapping));
      const asked = { file: await fileOf(request), name, json, reason };
      return answerKept(reply, await keepMapping(deps, requestActor(request), asked));
    },
  );

  app.post(
    '/internal/v1/statements/uploads/:id/import',
    { schema: importUploadSchema, config: finance },
    async (request, reply) => {
      const file = await fileOf(request);
      const stream = new PassThrough();
      const send = (line: Static<typeof ImportLine>) => stream.write(`${JSON.stringify(line)}\n`);
      const turn = Promise.withResolvers<void>();
      const asked = { id: request.params.id, file };
      const importing = importUpload(deps, requestActor(request), asked, {
        onTurn: turn.resolve,
        onProgress: (written, of) => send({ kind: 'progress', written, of }),
      });
      const ended = await Promise.race([turn.promise, importing]);
      if (ended?.kind === 'busy') throw new RequestRefused({ code: 'statements_busy' });
      const finish = async () => {
        const imported = await importing;
        if (imported.kind !== 'busy') send(toImportLine(imported));
        stream.end();
      };
      // The stream breaks off: the person then checks in the list whether the import succeeded.
      finish().catch((error: Error) => stream.destroy(error));
      return reply.type('application/x-ndjson; charset=utf-8').send(stream);
    },
  );
}

type UploadRequest = Pick<FastifyRequest, 'staff'> & { readonly params: { readonly id: string } };

function answerKept(reply: FastifyReply, kept: Kept) {
  switch (kept.kind) {
    case 'kept':
      return { problems: [], kept: mappingName(kept.mapping) };
    case 'wrong':
      return { problems: wrongFields(kept.fields).map(toProblem), kept: null };
    case 'refused':
      return { problems: kept.problems.map(toProblem), kept: null };
    case 'waits':
      return reply.code(202).send(toWaiting(kept));
    case 'busy':
      return sendProblem(reply, { code: 'statements_busy' });
    case 'change_waits':
    case 'mapping_name_taken':
    case 'mapping_unproven':
      return sendProblem(reply, { code: kept.kind });
  }
}

function toStatement(row: StatementRow) {
  return {
    id: row.id,
    wallet: row.wallet,
    file_name: row.fileName,
    mapping: row.mapping,
    lines: row.lines,
    first_at: row.firstAt.toISOString(),
    last_at: row.lastAt.toISOString(),
    imported_by: row.importedBy,
    imported_at: row.importedAt.toISOString(),
  };
}

function toPreview(expected: Exclude<ImportPreview, ReadingIsBusy>) {
  if (expected.kind === 'refused') {
    return { problems: expected.problems.map(toProblem), preview: null };
  }
  const { mapping, facts, first, outcome } = expected;
  const preview = {
    mapping: mappingName(mapping),
    lines: facts.lines,
    computed: facts.computed,
    ...toSums(facts),
    first_at: facts.firstAt.toISOString(),
    last_at: facts.lastAt.toISOString(),
    first: first.map(toLine),
    outcome: outcome && { ...outcome, differences: [...outcome.differences] },
  };
  return { problems: [], preview };
}

function toSums({ failed, inCents, outCents, feeCents }: LineSums) {
  return {
    failed,
    in_xaf: inCents / 100,
    out_xaf: outCents / 100,
    fees_xaf: feeCents / 100,
  };
}

function toLine(line: StatementLine) {
  return { ...toMovement(line), other: line.other };
}

const NOTHING_READ = {
  rows: [],
  isWhole: true,
  mapping: {},
  missing: [],
  header: -1,
  words: [],
  parts: [],
  leftOut: [],
  failedRows: [],
  feeRows: [],
  reversalRows: [],
  lines: [],
  agrees: null,
  proof: null,
  doubts: [],
} as const;

/** At most this many lines are shown, and as many rows below the names of the columns. */
const MAX_SHOWN = 20;

function toLook(answer: StatementLook | RefusedFile) {
  const looked: StatementLook = { ...NOTHING_READ, ...answer };
  const { problems, rows, header, lines } = looked;
  const breaks = new Set(
    problems.filter(({ problem }) => problem.code === 'row_balance_breaks').map(({ row }) => row),
  );
  return {
    problems: problems.map(toProblem),
    rows: rows
      .slice(0, header + 1 + MAX_SHOWN)
      .map(({ row, cells }) => ({ row, cells: [...cells] })),
    is_whole: looked.isWhole,
    mapping: JSON.stringify(looked.mapping),
    missing: [...looked.missing],
    header: header + 1,
    words: [...looked.words],
    parts: looked.parts.map(({ patterns, ...part }) => ({
      ...part,
      patterns: patterns.map(toTried),
    })),
    left_out: looked.leftOut.map(toTried),
    failed_rows: looked.failedRows.map(toTried),
    fee_rows: looked.feeRows.map(toTried),
    reversal_rows: looked.reversalRows.map(toTried),
    lines: lines.slice(0, MAX_SHOWN).map((line) => ({
      ...toLine(line),
      balance_xaf: line.balanceCents === null ? null : line.balanceCents / 100,
      breaks: breaks.has(line.row),
    })),
    count: lines.length,
    ...toSums(sumLines(lines)),
    agrees: looked.agrees,
    proof: looked.proof,
    doubts: looked.doubts.map(toMessageBody),
  };
}

function toTried({ isPattern, found, ...tried }: TriedPattern) {
  return { ...tried, is_pattern: isPattern, found: [...found] };
}

function toImportLine(
  imported: Exclude<ImportedStatement, ReadingIsBusy>,
): Static<typeof ImportLine> {
  if (imported.kind !== 'refused') return imported;
  return { ...imported, problems: imported.problems.map(toProblem) };
}

function toProblem({ row, problem }: StatementProblem) {
  return { row, problem: toMessageBody(problem) };
}
