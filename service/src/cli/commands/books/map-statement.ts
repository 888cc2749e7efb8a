import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { StatementLook } from '../../../domain/finance/statements/look-at-rows.ts';
import { COLUMNS, type Column, mappingName } from '../../../domain/finance/statements/mapping.ts';
import { operatorOfWallet } from '../../../domain/finance/wallet.ts';
import { type Fields, fieldsOf, listOf, parseJson } from '../../../domain/json.ts';
import { sentenceOf } from '../../../domain/messages/message.ts';
import { ONE_PERSON } from '../../../flows/access/policy.ts';
import type { StatementFile } from '../../../flows/finance/import-statement.ts';
import {
  type FileMappings,
  type Kept,
  keepMapping,
  listMappings,
  lookAtStatement,
} from '../../../flows/finance/map-statement.ts';
import { loadStatementMappings, ownMappings } from '../../../settings/statement-mappings.ts';
import { fail, say, whoRunsThis } from '../../options.ts';
import { type CommandDeps, withPreparedDatabase } from '../../with-database.ts';

interface Options {
  readonly wallet: string;
  readonly column?: readonly ChosenColumn[];
  readonly mapping?: string;
  readonly write?: string;
  readonly keep?: string;
}

interface ChosenColumn {
  readonly column: Column;
  /** Empty: the file has no such column. */
  readonly name: string;
}

/** Finds the mapping of a file by looking at it: proposes one, shows what it reads, writes it. */
export function addMapCommand(statement: Command): void {
  statement
    .command('map')
    .description('Propose how a file is read, show what comes of it, and write it as JSON.')
    .argument('<file>')
    .requiredOption('--wallet <wallet>', 'whose it is: <operator>:<number>')
    .option('--column <column=heading>', 'what a column is, instead of the proposal', chooseColumn)
    .option('--mapping <file>', 'try this mapping instead of a proposal')
    .option('--write <file>', 'write the mapping there instead of printing it')
    .option('--keep <name>', 'keep it in the database if the file itself proves it')
    .action(runMap);
}

function chooseColumn(text: string, before: readonly ChosenColumn[] = []): readonly ChosenColumn[] {
  const [, said, name = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  const column = COLUMNS.find((one) => one === said);
  if (column === undefined) throw new InvalidArgumentError(`Give ${COLUMNS.join(', ')}=<heading>.`);
  return [...before, { column, name: name.trim() }];
}

async function runMap(path: string, options: Options): Promise<void> {
  const operator = operatorOfWallet(options.wallet);
  if (operator === null) return fail('a wallet is written <operator>:<number>');
  const content = readFileSync(path);
  await withPreparedDatabase(async ({ database, config }) => {
    const mappings = await listMappings(database, [operator], filesOf(config));
    const { wallet } = options;
    const file = { wallet, operator, fileName: basename(path), content, mappings };
    const given = options.mapping === undefined ? null : readGiven(options.mapping);
    const look = (mapping: Fields | null) => lookAtStatement({ database }, file, mapping);
    const first = await look(given);
    if (first.kind !== 'look') return fail(...sayRefusal(first));
    const json = withColumns(first.mapping, options.column ?? []);
    const looked = options.column === undefined ? first : await look(json);
    if (looked.kind !== 'look') return fail(...sayRefusal(looked));
    show(looked);
    const name = options.keep ?? file.fileName.replace(/\.[^.]+$/, '');
    const { mapping } = looked;
    write({ ...mapping, id: name, version: 1 }, options.write);
    if (options.keep !== undefined) await keep({ database, config }, file, { name, json: mapping });
    else if (looked.proof === null) process.exitCode = 1;
  });
}

function filesOf({ operatorsDir }: CommandDeps['config']): FileMappings {
  return (operator) => loadStatementMappings(operator, ownMappings(operatorsDir));
}

/** A file has a list of mappings, of which the first is meant. */
function readGiven(path: string): Fields {
  const said = parseJson(readFileSync(path, 'utf8'));
  return fieldsOf(Array.isArray(said) ? listOf(said)[0] : said);
}

function withColumns(mapping: Fields, chosen: readonly ChosenColumn[]): Fields {
  if (chosen.length === 0) return mapping;
  const columns = new Map(Object.entries(fieldsOf(mapping['columns'])));
  for (const { column, name } of chosen) {
    for (const [other, names] of columns) if (listOf(names).includes(name)) columns.delete(other);
    if (name === '') columns.delete(column);
    else columns.set(column, [name]);
  }
  // What the money is read from follows from the columns.
  const { directionBy: _directionBy, ...others } = mapping;
  return { ...others, columns: Object.fromEntries(columns) };
}

const MAX_SHOWN = 20;

function show({
  rows,
  header,
  mapping,
  missing,
  problems,
  lines,
  agrees,
  proof,
  doubts,
  isWhole,
}: StatementLook): void {
  for (const { row, cells } of rows.slice(0, header + 6)) {
    say(`${row}\t${cells.join(' | ')}`, { row, cells });
  }
  const columns = Object.entries(fieldsOf(mapping['columns']));
  say('', null);
  for (const [column, names] of columns) say(`${column}\t${String(names)}`, { column, names });
  for (const column of missing)
    say(`${column}\tmissing: --column ${column}=<heading>`, { missing: column });
  say('', null);
  const broken = new Set(problems.map(({ row }) => row));
  for (const line of lines.slice(0, MAX_SHOWN)) {
    const { row, at, direction, amountCents, feeCents, other, operatorTxId, balanceCents } = line;
    const fee = feeCents === 0 ? [] : [`fee ${(feeCents / 100).toFixed(2)}`];
    const balance = balanceCents === null ? '' : (balanceCents / 100).toFixed(2);
    const fit = balanceCents === null ? '' : broken.has(row) ? 'does not follow' : 'follows';
    const facts = [row, at.toISOString(), direction, (amountCents / 100).toFixed(2), other];
    say([...facts, operatorTxId, balance, fit, ...fee].join('\t'), line);
  }
  for (const { row, problem } of problems) say(`line ${row}: ${sentenceOf(problem)}`);
  for (const doubt of doubts) say(sentenceOf(doubt), { doubt });
  const read = `${lines.length} lines read${isWhole ? '' : ' of the beginning of the file'}`;
  say(`${read}; ${PROOFS[proof ?? (agrees === null ? 'none' : 'fees')]}`, {
    lines: lines.length,
    proof,
  });
}

const PROOFS = {
  balance_chain: 'each balance follows from the one before',
  control_sum: 'a sum in the file agrees with them',
  fees: 'balances or sums agree, also if its fees are read otherwise: nothing proves them',
  none: 'nothing in the file proves that this is right',
} as const;

function write(mapping: Fields, path: string | undefined): void {
  const text = `${JSON.stringify([mapping], null, 2)}\n`;
  if (path === undefined) return say(text, { mapping });
  writeFileSync(path, text);
  say(`written to ${path}`);
}

async function keep(
  { database, config }: CommandDeps,
  file: StatementFile,
  wanted: { readonly name: string; readonly json: Fields },
): Promise<void> {
  const deps = { database, policy: ONE_PERSON, statementMappings: filesOf(config) };
  const kept = await keepMapping(deps, whoRunsThis(), { file, ...wanted, reason: null });
  if (kept.kind === 'kept') {
    const name = mappingName(kept.mapping);
    return say(`kept as ${name}`, { kept: name });
  }
  fail(...sayRefusal(kept), 'nothing was kept');
}

function sayRefusal(kept: Exclude<Kept, { readonly kind: 'kept' }>): readonly string[] {
  switch (kept.kind) {
    case 'wrong':
      return [`the mapping is wrong in ${kept.fields.join(', ')}`];
    case 'busy':
      return ['another statement is being read at the moment: try again in a minute'];
    case 'refused':
      return kept.problems.map(({ row, problem }) => `line ${row}: ${sentenceOf(problem)}`);
    case 'mapping_name_taken':
      return ['a mapping in the files of this installation has this name'];
    case 'mapping_unproven':
    case 'waits':
    case 'change_waits':
      return ['nothing in the file proves it: two people have to accept it in the console'];
  }
}
