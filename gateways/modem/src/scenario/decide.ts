import { type Fact, matchPattern, type Pattern, readCents, readNumber } from './pattern.ts';
import type { Meaning, Scenario } from './scenario.ts';

export interface Order {
  readonly amountXaf: number | null;
  /** Nine digits. */
  readonly number: string | null;
  /** Whom the approver expects, or `null` if nobody knows. */
  readonly name: string | null;
}

export interface Shown {
  readonly text: string;
  /** Whether the network waits for an answer. */
  readonly isOpen: boolean;
}

export type Decision =
  | {
      readonly kind: 'answer';
      /** With `{pin}` for the PIN, which this function never sees. */
      readonly answer: string;
      readonly confirms: boolean;
    }
  | { readonly kind: 'done'; readonly means: Meaning; readonly facts: readonly Fact[] }
  /** Not a screen of the scenario. Nothing was confirmed, and nothing more is answered. */
  | { readonly kind: 'surprise'; readonly problem: Surprise }
  /** Confirmed, with an unknown outcome. */
  | { readonly kind: 'unknown' };

export type Surprise =
  | 'other_screen'
  | 'other_amount'
  | 'other_number'
  | 'other_name'
  | 'other_fee'
  | 'no_question';

export type Code = { readonly kind: 'code'; readonly code: string } | { readonly kind: 'lacking' };

/** The code to dial. A value that the order lacks is not made up. */
export function codeOf({ dial }: Scenario, order: Order): Code {
  const code = fill(dial, order);
  return code === null ? { kind: 'lacking' } : { kind: 'code', code };
}

/** What to do about the last of all screens since the code was dialled. */
export function decideAnswer(
  scenario: Scenario,
  order: Order,
  screens: readonly Shown[],
): Decision {
  const last = screens.at(-1);
  const step = scenario.steps[screens.length - 1];
  if (last === undefined) return { kind: 'surprise', problem: 'no_question' };
  const isConfirmed = scenario.steps.slice(0, screens.length - 1).some(({ confirms }) => confirms);
  const facts = step === undefined ? null : firstMatch(step.expect, last.text);
  if (step === undefined || facts === null) return conclude(scenario, order, last, isConfirmed);
  const difference = differenceOf(order, facts);
  if (difference !== null) return { kind: 'surprise', problem: difference };
  // On each screen before money may move: the confirming one need not show them again.
  const doubt = doubtOf(scenario, order, facts);
  if (doubt !== null) return { kind: 'surprise', problem: doubt };
  if (!last.isOpen) return { kind: 'surprise', problem: 'no_question' };
  const answer = fill(step.answer, order);
  if (answer === null) return { kind: 'surprise', problem: 'other_screen' };
  return { kind: 'answer', answer, confirms: step.confirms };
}

/** The name of the payee on the screens up to the one that is confirmed, or `null`. */
export function findName({ steps }: Scenario, screens: readonly string[]): string | null {
  const facts = steps.flatMap(({ expect }, at) =>
    screens[at] === undefined ? [] : (firstMatch(expect, screens[at]) ?? []),
  );
  return facts.find(({ field }) => field === 'name')?.value.trim() ?? null;
}

/** Whether a screen is the first one of a scenario. */
export function isScreenOf({ steps, outcomes }: Scenario, screen: string): boolean {
  const first = steps[0] === undefined ? outcomes.map(({ expect }) => expect) : [steps[0].expect];
  return firstMatch(first.flat(), screen) !== null;
}

/**
 * The screen needs no answer: an outcome, or a surprise. Without a confirmation no payment was
 * accepted, whatever the screen says.
 */
function conclude(
  { outcomes, steps }: Scenario,
  order: Order,
  screen: Shown,
  isConfirmed: boolean,
): Decision {
  const mustConfirm = steps.some(({ confirms }) => confirms);
  for (const { expect, means } of outcomes) {
    const facts = firstMatch(expect, screen.text);
    if (facts === null || (means === 'accepted' && mustConfirm && !isConfirmed)) continue;
    // Money moved, but not as ordered: a person has to check.
    if (means === 'accepted' && differenceOf(order, facts) !== null) return { kind: 'unknown' };
    return { kind: 'done', means, facts };
  }
  return isConfirmed ? { kind: 'unknown' } : { kind: 'surprise', problem: 'other_screen' };
}

function firstMatch(patterns: readonly Pattern[], screen: string): readonly Fact[] | null {
  for (const pattern of patterns) {
    const facts = matchPattern(pattern, screen);
    if (facts !== null) return facts;
  }
  return null;
}

function differenceOf(order: Order, facts: readonly Fact[]): Surprise | null {
  for (const { field, value } of facts) {
    if (field === 'amount' && readCents(value) !== centsOf(order)) return 'other_amount';
    if (field === 'number' && readNumber(value) !== order.number) return 'other_number';
  }
  return null;
}

/** Before money moves: a fee above the limit, or another name than the approver saw. */
function doubtOf({ feeAtMost }: Scenario, order: Order, facts: readonly Fact[]): Surprise | null {
  for (const { field, value } of facts) {
    if (field === 'fee' && feeAtMost !== null) {
      const { share, xaf } = feeAtMost;
      const mostCents = Math.max(xaf * 100, share * (centsOf(order) ?? 0));
      if (readCents(value) > mostCents) return 'other_fee';
    }
    if (field === 'name' && !mayBeSameName(value, order.name ?? '')) return 'other_name';
  }
  return null;
}

/**
 * Names agree if they share a word of three letters, in any order. A masked name, or none, says
 * nothing against it.
 */
function mayBeSameName(a: string, b: string): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  return first.size === 0 || second.size === 0 || [...first].some((word) => second.has(word));
}

const TITLES: ReadonlySet<string> = new Set(['MME', 'MLLE', 'MRS', 'MISS', 'MADAME', 'MONSIEUR']);

function wordsOf(name: string): ReadonlySet<string> {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toUpperCase();
  // A letter beside a mask begins or ends a word that is not shown.
  const words = plain.split(/[^A-Z*]+/).filter((word) => /^[A-Z]{3,}$/.test(word));
  return new Set(words.filter((word) => !TITLES.has(word)));
}

function centsOf({ amountXaf }: Order): number | null {
  return amountXaf === null ? null : amountXaf * 100;
}

/** `null` if the order lacks a value. */
function fill(template: string, { amountXaf, number }: Order): string | null {
  const needsAmount = template.includes('{amount}');
  const needsNumber = template.includes('{number}');
  if ((needsAmount && !isAmount(amountXaf)) || (needsNumber && !isNumber(number))) return null;
  return template.replace('{amount}', String(amountXaf)).replace('{number}', String(number));
}

function isAmount(value: number | null): boolean {
  return value !== null && Number.isSafeInteger(value) && value > 0;
}

function isNumber(value: string | null): boolean {
  return value !== null && /^\d{9}$/.test(value);
}
