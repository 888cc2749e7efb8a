import type { Database } from '../../db/client.ts';
import {
  deleteUpload,
  findUpload,
  insertUpload,
  putPart,
  readParts,
  type StatementUpload,
} from '../../db/finance/statement-uploads.ts';
import { operatorsOfWallet } from '../../domain/finance/wallet.ts';
import type { Actor } from '../access/actor.ts';
import {
  type ImportEvents,
  type ImportedStatement,
  importStatement,
  type StatementFile,
} from './import-statement.ts';
import { type FileMappings, listMappings } from './map-statement.ts';

// A statement that a person uploads from the console, part by part.

export interface UploadDeps {
  readonly database: Database;
  readonly statementMappings: FileMappings;
}

const MAX_UPLOADS = 10;

/** Returns the id of the upload, or why it was refused. */
export async function beginUpload(
  { database }: UploadDeps,
  by: string,
  upload: Omit<StatementUpload, 'id'>,
): Promise<{ readonly id: string } | 'wallet_unknown' | 'statements_busy'> {
  if (operatorsOfWallet(upload.wallet).length === 0) return 'wallet_unknown';
  const begun = { ...upload, by, most: MAX_UPLOADS };
  const id = await database.atomically((connection) => insertUpload(connection, begun));
  return id === null ? 'statements_busy' : { id };
}

export function keepPart(
  { database }: UploadDeps,
  part: Parameters<typeof putPart>[1],
): ReturnType<typeof putPart> {
  return putPart(database, part);
}

/** The whole file, or `null` if this person has no such upload or a part is missing. */
export async function findUploadedFile(
  { database, statementMappings }: UploadDeps,
  wanted: { readonly id: string; readonly by: string },
): Promise<StatementFile | null> {
  const upload = await findUpload(database, wanted);
  const operators = upload === null ? [] : operatorsOfWallet(upload.wallet);
  const [operator] = operators;
  if (upload === null || operator === undefined) return null;
  const content = readParts(database, upload.id);
  const mappings = await listMappings(database, operators, statementMappings);
  return { ...upload, operator, content, mappings };
}

/** Imports an uploaded file and deletes the upload, unless it has to wait for its turn. */
export async function importUpload(
  deps: UploadDeps,
  actor: Actor,
  { id, file }: { readonly id: string; readonly file: StatementFile },
  events: ImportEvents,
): Promise<ImportedStatement> {
  const imported = await importStatement(deps, actor, file, events);
  if (imported.kind !== 'busy') await deleteUpload(deps.database, id);
  return imported;
}
