import type { StatementMapping } from '../../domain/finance/statements/mapping.ts';
import type { ReadingProof } from '../../domain/finance/statements/prove-reading.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Queryable } from '../client.ts';

export interface KeptMapping {
  readonly operator: Operator;
  readonly name: string;
  readonly version: number;
  readonly content: StatementMapping;
  readonly provenBy: ReadingProof | 'two_people';
  readonly keptBy: string;
  readonly keptAt: Date;
}

/** The newest version of each name, the one kept last first. */
export function listKeptMappings(
  database: Queryable,
  operator: Operator,
): Promise<readonly KeptMapping[]> {
  return database.query<KeptMapping>({
    text: `select m.operator, m.name, m.version, m.content, m.proven_by as "provenBy",
                  m.kept_by as "keptBy", m.kept_at as "keptAt"
           from statement_mappings m
           where m.operator = $1 and not exists (
             select from statement_mappings later
             where (later.operator, later.name) = (m.operator, m.name)
               and later.version > m.version)
           order by m.kept_at desc, m.name`,
    values: [operator],
    trusts: { statement_mappings: 'm' },
  });
}

/** The newest version of a name, 0 if there is none. No other is kept until the caller ends. */
export async function lockNewestVersion(
  connection: Queryable,
  { operator, name }: Pick<KeptMapping, 'operator' | 'name'>,
): Promise<number> {
  await connection.query({ text: `select pg_advisory_xact_lock(hashtext('statement mappings'))` });
  const [row] = await connection.query<{ readonly version: number }>({
    text: `select coalesce(max(version), 0) as version from statement_mappings
           where operator = $1 and name = $2`,
    values: [operator, name],
  });
  return row?.version ?? 0;
}

export async function insertMapping(
  connection: Queryable,
  mapping: Omit<KeptMapping, 'keptAt'>,
): Promise<void> {
  const { operator, name, version, content, provenBy, keptBy } = mapping;
  await connection.query({
    text: `insert into statement_mappings (operator, name, version, content, proven_by, kept_by,
                                           kept_at)
           values ($1, $2, $3, $4, $5, $6, app_now())`,
    values: [operator, name, version, JSON.stringify(content), provenBy, keptBy],
    // Each version is sealed with how many there are: without the newest, none is believed.
    changes: [
      {
        table: 'statement_mappings',
        where: 'operator = $1 and name = $2',
        values: [operator, name],
      },
    ],
  });
}
