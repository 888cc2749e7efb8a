import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import {
  beginUploadSchema,
  type ImportLine,
  importUploadSchema,
  listStatementsSchema,
  PART_BYTES,
  previewUploadSchema,
  putPartSchema,
} from '../../../contract/finance/statements-api.ts';
import { toMessageBody } from '../../../contract/message.ts';
import { listStatements, type StatementRow } from '../../../db/finance/statements.ts';
import type { StatementProblem } from '../../../domain/finance/statements/mapping.ts';
import type { StatementLine } from '../../../domain/finance/statements/read-line.ts';
import {
  type ImportedStatement,
  type ImportPreview,
  previewImport,
  type ReadingIsBusy,
  type StatementFile,
} from '../../../flows/finance/import-statement.ts';
import {
  beginUpload,
  findUploadedFile,
  importUpload,
  keepPart,
  type UploadDeps,
} from '../../../flows/finance/upload-statement.ts';
import type { App } from '../../app.ts';
import { RequestRefused, sendProblem } from '../../errors.ts';
import { acceptRawBodies, rawBody } from '../../request/request-body.ts';
import { requestActor } from '../../staff/staff-request.ts';

const finance = { role: 'finance' } as const;
const MOST_LISTED = 50;

/** Statements of operators: uploaded in parts, previewed, imported. */
export async function staffStatementRoutes(app: App, deps: UploadDeps): Promise<void> {
  const { database } = deps;
  app.get(
    '/internal/v1/statements',
    { schema: listStatementsSchema, config: finance },
    async () => ({
      items: (await listStatements(database, { limit: MOST_LISTED })).map(toStatement),
    }),
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

function readingRoutes(app: App, deps: UploadDeps): void {
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
      importing
        .then((imported) => {
          if (imported.kind !== 'busy') send(toImportLine(imported));
          stream.end();
        })
        // The stream breaks off: the person then checks in the list whether the import succeeded.
        .catch((error: Error) => stream.destroy(error));
      return reply.type('application/x-ndjson; charset=utf-8').send(stream);
    },
  );
}

type UploadRequest = Pick<FastifyRequest, 'staff'> & { readonly params: { readonly id: string } };

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
    mapping,
    lines: facts.lines,
    failed: facts.failed,
    computed: facts.computed,
    in_xaf: facts.inCents / 100,
    out_xaf: facts.outCents / 100,
    first_at: facts.firstAt.toISOString(),
    last_at: facts.lastAt.toISOString(),
    first: first.map(toLine),
    outcome: outcome && { ...outcome, differences: [...outcome.differences] },
  };
  return { problems: [], preview };
}

function toLine(line: StatementLine) {
  return {
    row: line.row,
    at: line.at.toISOString(),
    direction: line.direction,
    amount_xaf: line.amountCents / 100,
    fee_xaf: line.feeCents / 100,
    other: line.other,
    operator_tx_id: line.operatorTxId,
    is_failed: line.isFailed,
    is_computed: line.isComputed,
  };
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
