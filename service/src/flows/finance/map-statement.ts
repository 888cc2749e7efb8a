import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  insertMapping,
  type KeptMapping,
  listKeptMappings,
  lockNewestVersion,
} from '../../db/finance/statement-mappings.ts';
import type { ChangedValues } from '../../domain/access/changed-values.ts';
import { toShownLine } from '../../domain/finance/shown-line.ts';
import type { StatementLook } from '../../domain/finance/statements/look-at-rows.ts';
import {
  checkMapping,
  readMapping,
  type StatementMapping,
} from '../../domain/finance/statements/mapping.ts';
import type { Fields } from '../../domain/json.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, type Waiting } from '../access/seek-agreement.ts';
import { inTurn, type ReadingIsBusy, type StatementFile } from './import-statement.ts';
import { lookAtFile, type ReadLines, type RefusedFile, readStatementFile } from './read-file.ts';

// How a person finds the mapping of a file by looking at it, and keeps it under a name.

/** The mappings in files: the deployment's own, then those that are shipped. */
export type FileMappings = (operator: Operator) => readonly StatementMapping[];

/** The mappings that are tried, in this order: those that people kept, then those in files. */
export async function listMappings(
  database: Queryable,
  operators: readonly Operator[],
  files: FileMappings,
): Promise<readonly StatementMapping[]> {
  const kept = await Promise.all(operators.map((one) => listKeptMappings(database, one)));
  return [...kept.flat().map(({ content }) => content), ...operators.flatMap(files)];
}

/** Shows the first rows of a file, and what the given mapping or a proposal makes of them. */
export function lookAtStatement(
  { database }: { readonly database: Database },
  { content, operator, wallet, mappings: known }: StatementFile,
  given: Fields | null,
): Promise<({ readonly kind: 'look' } & StatementLook) | RefusedFile | ReadingIsBusy> {
  const number = wallet.split(':')[1] ?? '';
  return inTurn(database, () => lookAtFile(content, { operator, number, given, known }));
}

export interface KeepDeps {
  readonly database: Database;
  readonly policy: Pick<PolicySource, 'within'>;
  readonly statementMappings: FileMappings;
}

export type Kept =
  | { readonly kind: 'kept'; readonly mapping: StatementMapping }
  /** The fields of the mapping that are missing or wrong. */
  | { readonly kind: 'wrong'; readonly fields: readonly string[] }
  | { readonly kind: 'mapping_name_taken' }
  | { readonly kind: 'mapping_unproven' }
  | RefusedFile
  | ReadingIsBusy
  | Waiting;

export interface MappingToKeep {
  readonly file: StatementFile;
  readonly name: string;
  readonly json: Fields;
  readonly reason: string | null;
}

/**
 * Keeps a mapping as the next version of a name if it reads all of the file and the file itself
 * proves it, by its balances or a sum. Otherwise two people have to say that it reads it right.
 */
export async function keepMapping(
  deps: KeepDeps,
  actor: Actor,
  { file, name, json, reason }: MappingToKeep,
): Promise<Kept> {
  const { operator } = file;
  const checked = checkMapping(json, { operator, name, version: 1 });
  if (checked.kind === 'wrong') return checked;
  if (deps.statementMappings(operator).some(({ id }) => id === name))
    return { kind: 'mapping_name_taken' };
  const number = file.wallet.split(':')[1] ?? '';
  const wanted = { mappings: [checked.mapping], number, show: LINES_SHOWN };
  const read = await inTurn(deps.database, () =>
    readStatementFile(file.content, wanted, (whole) => Promise.resolve(whole)),
  );
  if (read.kind !== 'read') return read;
  return deps.database.atomically(async (connection): Promise<Kept> => {
    const newest = await lockNewestVersion(connection, { operator, name });
    const mapping = { ...checked.mapping, version: newest + 1 };
    if (read.proof !== null) {
      await keep(connection, actor, { mapping, provenBy: read.proof, reason });
      return { kind: 'kept', mapping };
    }
    const waiting = await askForChange(connection, deps.policy, actor, {
      kind: 'statement_mapping',
      subjectId: `${operator}:${name}`,
      isSensitive: true,
      before: { mappingVersion: newest === 0 ? null : newest },
      after: { mappingVersion: newest + 1, ...summaryOf(file, mapping, read) },
      reason,
    });
    // The machine makes other changes alone, but this one only as the second person.
    return waiting ?? { kind: 'mapping_unproven' };
  });
}

/** How many lines of the file the second person sees. */
const LINES_SHOWN = 5;

/** What the second person sees, and the mapping itself. */
function summaryOf(
  { fileName, wallet }: StatementFile,
  mapping: StatementMapping,
  { facts: { lines, failed, inCents, outCents, feeCents }, first }: ReadLines,
): ChangedValues {
  const sums = { inXaf: inCents / 100, outXaf: outCents / 100, feeXaf: feeCents / 100 };
  const firstLines = JSON.stringify(first.map(toShownLine));
  const content = JSON.stringify(mapping);
  return { fileName, wallet, lines, failed, ...sums, firstLines, mapping: content };
}

/** Keeps a mapping as one person asked for it and another agreed. */
export async function applyMapping(
  connection: Queryable,
  actor: Actor,
  change: {
    readonly before: ChangedValues;
    readonly after: ChangedValues;
    readonly reason: string | null;
  },
): Promise<'applied' | 'overtaken'> {
  const { before, after, reason } = change;
  const read = readMapping(JSON.parse(String(after['mapping'])));
  if (read.kind === 'wrong') return 'overtaken';
  const { mapping } = read;
  const newest = await lockNewestVersion(connection, { ...mapping, name: mapping.id });
  if (newest !== (before['mappingVersion'] ?? 0)) return 'overtaken';
  await keep(connection, actor, { mapping, provenBy: 'two_people', reason });
  return 'applied';
}

async function keep(
  connection: Queryable,
  actor: Actor,
  { mapping, provenBy, reason }: NewMapping,
): Promise<void> {
  const { operator, id: name, version } = mapping;
  const named = { operator, name, version };
  await insertMapping(connection, { ...named, content: mapping, provenBy, keptBy: actor.actor });
  await appendAudit(connection, {
    ...actor,
    action: 'statement.keep_mapping',
    subject: `statement_mapping:${operator}:${name}`,
    before: null,
    after: { version, proven_by: provenBy },
    reason,
  });
}

interface NewMapping extends Pick<KeptMapping, 'provenBy'> {
  readonly mapping: StatementMapping;
  readonly reason: string | null;
}
