import type { PrefixTable } from './msisdn.ts';
import { forEachOperator, OPERATORS, type Operator } from './operators/operator.ts';

/**
 * Reads a prefix table: an operator, `=`, its prefixes separated by commas, and `;` before the next
 * one. `650-654` stands for every prefix in the range. All problems are named at once, so that a
 * setting can be corrected in one go.
 */
export function parsePrefixTable(text: string): ParsedPrefixTable {
  const problems: string[] = [];
  const owners = new Map<string, Operator>();
  const named = new Set<Operator>();

  for (const section of splitList(text, ';')) {
    const [name = '', list = '', ...rest] = section.split('=').map((part) => part.trim());
    const operator = OPERATORS.find((operator) => operator === name);
    if (operator === undefined || rest.length > 0) {
      problems.push(`"${section}" must be an operator (${OPERATORS.join(', ')}), = and prefixes`);
      continue;
    }
    if (named.has(operator)) problems.push(`${operator} is named twice`);
    named.add(operator);

    for (const item of splitList(list, ',')) {
      const expanded = expand(item);
      if (expanded.kind === 'invalid') problems.push(`${operator}: ${expanded.problem}`);
      else problems.push(...claim(owners, operator, expanded.prefixes));
    }
  }

  const prefixes: PrefixTable = forEachOperator(({ name }) => prefixesOf(owners, name));
  for (const operator of OPERATORS) {
    if (!named.has(operator)) problems.push(`${operator} is missing`);
    else if (prefixes[operator].length === 0) problems.push(`${operator} has no valid prefix`);
  }
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'valid', prefixes };
}

/** The same form, for showing a table; every prefix is written out. */
export function formatPrefixTable(prefixes: PrefixTable): string {
  return OPERATORS.map((operator) => `${operator}=${prefixes[operator].join(',')}`).join(';');
}

export type ParsedPrefixTable =
  | { readonly kind: 'valid'; readonly prefixes: PrefixTable }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** A trailing separator is harmless; an empty item in the middle is kept and complained about. */
function splitList(text: string, separator: ',' | ';'): readonly string[] {
  const items = text.split(separator).map((item) => item.trim());
  return items.at(-1) === '' ? items.slice(0, -1) : items;
}

type Expanded =
  | { readonly kind: 'valid'; readonly prefixes: readonly string[] }
  | { readonly kind: 'invalid'; readonly problem: string };

function expand(item: string): Expanded {
  if (PREFIX.test(item)) return { kind: 'valid', prefixes: [item] };

  const range = RANGE.exec(item);
  const [first, last] = [range?.[1], range?.[2]];
  if (first === undefined || last === undefined) {
    return { kind: 'invalid', problem: `"${item}" is neither a prefix nor a range of prefixes` };
  }
  const count = Number(last) - Number(first) + 1;
  if (first.length !== last.length || count < 1) {
    return { kind: 'invalid', problem: `the range "${item}" must rise between equal lengths` };
  }
  if (count > MAX_RANGE) {
    return { kind: 'invalid', problem: `the range "${item}" has more than ${MAX_RANGE} prefixes` };
  }
  const prefixes = Array.from({ length: count }, (_, index) => String(Number(first) + index));
  return { kind: 'valid', prefixes };
}

/** Gives the prefixes to the operator, except those that are already given. */
function claim(
  owners: Map<string, Operator>,
  operator: Operator,
  prefixes: readonly string[],
): readonly string[] {
  const problems: string[] = [];
  for (const prefix of prefixes) {
    const owner = owners.get(prefix);
    if (owner === undefined) owners.set(prefix, operator);
    else if (owner === operator) problems.push(`${operator} lists ${prefix} twice`);
    else problems.push(`${prefix} is listed for ${owner} and for ${operator}`);
  }
  return problems;
}

function prefixesOf(owners: ReadonlyMap<string, Operator>, operator: string): readonly string[] {
  return [...owners].filter(([, owner]) => owner === operator).map(([prefix]) => prefix);
}

// A prefix is shorter than the nine national digits, or it would be a number.
const PREFIX = /^[1-9][0-9]{0,7}$/;
const RANGE = /^([1-9][0-9]{0,7})\s*-\s*([1-9][0-9]{0,7})$/;
const MAX_RANGE = 100;
