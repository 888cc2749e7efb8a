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
import type { StatementLine } from '../../../domain/finance/statements/read-statement.ts';
import {
  type ImportedStatement,
  type ImportPreview,
  previewImport,
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
import { requestActor } from '../access/actor.ts';

const finance = { role: 'finance' } as const;
const MOST_LISTED = 50;
const MOST_SHOWN = 20;

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
        const kept = { id, by: request.staff.id, part: Number(part), content: rawBody(request) };
        const isKept = await keepPart(deps, kept);
        return isKept ? { done: true } : sendProblem(reply, { code: 'upload_not_found' });
      },
    );
  });
  readingRoutes(app, deps);
}

/** Reads one file per person at a time, so that the costs do not add up. */
function readingRoutes(app: App, deps: UploadDeps): void {
  let isReading = false;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    isReading = true;
    return work().finally(() => {
      isReading = false;
    });
  };
  const fileOf = async ({ params, staff }: UploadRequest): Promise<StatementFile> => {
    if (isReading) throw new RequestRefused({ code: 'statements_busy' });
    const file = await findUploadedFile(deps, { id: params.id, by: staff.id });
    if (file === null) throw new RequestRefused({ code: 'upload_not_found' });
    return file;
  };

  app.post(
    '/internal/v1/statements/uploads/:id/preview',
    { schema: previewUploadSchema, config: finance },
    async (request) => {
      const file = await fileOf(request);
      return toPreview(await inTurn(() => previewImport(deps, file)));
    },
  );

  app.post(
    '/internal/v1/statements/uploads/:id/import',
    { schema: importUploadSchema, config: finance },
    async (request, reply) => {
      const file = await fileOf(request);
      const stream = new PassThrough();
      const send = (line: Static<typeof ImportLine>) => stream.write(`${JSON.stringify(line)}\n`);
      const progress = (written: number, of: number) => send({ kind: 'progress', written, of });
      const asked = { id: request.params.id, file };
      const importing = () => importUpload(deps, requestActor(request), asked, progress);
      const sendAll = async () => {
        send(toImportLine(await inTurn(importing)));
        stream.end();
      };
      // The stream breaks off: the person then checks in the list whether the import succeeded.
      sendAll().catch((error: Error) => stream.destroy(error));
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

function toPreview(expected: ImportPreview) {
  if (expected.kind === 'refused') {
    return { problems: expected.problems.map(toProblem), preview: null };
  }
  const { mapping, lines, outcome } = expected;
  const times = lines.map(({ at }) => at.getTime());
  const done = lines.filter(({ isFailed }) => !isFailed);
  const preview = {
    mapping,
    lines: lines.length,
    failed: lines.length - done.length,
    in_xaf: sumOf(done, 'in'),
    out_xaf: sumOf(done, 'out'),
    first_at: new Date(times.reduce((a, b) => Math.min(a, b))).toISOString(),
    last_at: new Date(times.reduce((a, b) => Math.max(a, b))).toISOString(),
    first: lines.slice(0, MOST_SHOWN).map(toLine),
    outcome: outcome && { ...outcome, differences: [...outcome.differences] },
  };
  return { problems: [], preview };
}

function sumOf(lines: readonly StatementLine[], wanted: 'in' | 'out'): number {
  const cents = lines
    .filter(({ direction }) => direction === wanted)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return cents / 100;
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
  };
}

function toImportLine(imported: ImportedStatement): Static<typeof ImportLine> {
  if (imported.kind !== 'refused') return imported;
  return { ...imported, problems: imported.problems.map(toProblem) };
}

function toProblem({ row, problem }: StatementProblem) {
  return { row, problem: toMessageBody(problem) };
}
