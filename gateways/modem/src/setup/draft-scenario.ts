import { compilePattern, FIGURE, matchPattern, readCents } from '../scenario/pattern.ts';
import type { Action } from '../scenario/scenario.ts';

/** A menu as a person has walked it: the input, and the screen that followed. */
export interface Walked {
  readonly said: string;
  readonly screen: string;
}

export interface Recording {
  readonly operator: string;
  readonly action: Action;
  readonly amountXaf: number | null;
  /** Nine digits. */
  readonly number: string | null;
  readonly walked: readonly Walked[];
}

const PAYS: ReadonlySet<Action> = new Set(['collect', 'transfer']);

/**
 * A draft of the scenario that would walk it again. Amounts, numbers, fees and balances become
 * fields; names stay as they are, for a person to correct.
 */
export function draftScenario(recording: Recording): object {
  const { operator, action, walked } = recording;
  const [first] = walked;
  const last = walked.at(-1);
  const steps = walked.slice(0, -1).map(({ screen }, index) => {
    const answer = fieldsIn(walked[index + 1]?.said ?? '', recording);
    const confirms = PAYS.has(action) && index === walked.length - 2;
    return { expect: [generalise(screen, recording)], answer, ...(confirms ? { confirms } : {}) };
  });
  const means = PAYS.has(action) ? 'accepted' : 'told';
  return {
    id: `${operator}-${action.replaceAll('_', '-')}`,
    version: 1,
    operator,
    action,
    draft: true,
    dial: fieldsIn(first?.said ?? '', recording),
    ...proposeFee(recording),
    steps,
    outcomes: last === undefined ? [] : [{ expect: [generalise(last.screen, recording)], means }],
  };
}

/** A little more than the fee that was shown, as a share of the amount. */
function proposeFee({ action, amountXaf, walked }: Recording): { fee_at_most?: number | string } {
  if (!PAYS.has(action) || amountXaf === null) return {};
  const fees = walked.slice(0, -1).flatMap(({ screen }) => {
    const text = screen.replaceAll(/\s+/g, ' ');
    const figures = [...text.matchAll(new RegExp(FIGURE, 'g'))];
    return figures.flatMap(({ 0: figure, index }) =>
      isFeeAfter(text.slice(0, index)) ? [readCents(figure)] : [],
    );
  });
  if (fees.length === 0) return {};
  const halfPercents = Math.ceil((2 * Math.max(...fees)) / amountXaf);
  return { fee_at_most: halfPercents === 0 ? 0 : `${halfPercents / 2}%` };
}

function isFeeAfter(words: string): boolean {
  return /(?:frais|fees?|commission)\W{0,3}$/i.test(words);
}

function fieldsIn(said: string, { amountXaf, number }: Recording): string {
  const numbered = number === null ? said : said.replace(number, '{number}');
  if (amountXaf === null) return numbered;
  return numbered.replace(new RegExp(`(?<![0-9])${amountXaf}(?![0-9])`), '{amount}');
}

/** Text with fields that fits the screen it is made of: a field that would not fit stays text. */
function generalise(screen: string, { amountXaf, number, action }: Recording): string {
  // A screen with braces has no field of ours.
  const text = screen
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\{[a-z]*\}/g, '{skip}');
  const changes = [
    (before: string) => (number === null ? before : putNumber(before, number)),
    (before: string) =>
      amountXaf === null
        ? before
        : putFigure(before, '{amount}', ({ cents }) => cents === amountXaf * 100),
    (before: string) =>
      amountXaf === null ? before : putFigure(before, '{fee}', ({ isFee }) => isFee),
    (before: string) =>
      action === 'balance' ? putFigure(before, '{balance}', ({ isMoney }) => isMoney) : before,
  ];
  return changes.reduce((before, change) => {
    const after = change(before);
    return fits(after, screen) ? after : before;
  }, text);
}

function fits(text: string, screen: string): boolean {
  const pattern = compilePattern(text);
  return pattern !== null && matchPattern(pattern, screen) !== null;
}

function putNumber(text: string, number: string): string {
  const spaced = number.split('').join(' ?');
  return text.replace(new RegExp(`(?:\\+?237 ?)?${spaced}(?!\\d)`), '{number}');
}

interface Figure {
  readonly cents: number;
  /** Whether a currency is beside it. */
  readonly isMoney: boolean;
  /** Whether the words before it call it a fee. */
  readonly isFee: boolean;
}

/** With the first such figure as a field. */
function putFigure(text: string, field: string, isIt: (figure: Figure) => boolean): string {
  const all = text.matchAll(new RegExp(FIGURE, 'g'));
  for (const { 0: figure, index } of all) {
    const after = text.slice(index + figure.length);
    const before = text.slice(0, index);
    const isMoney = /^ ?(?:FCFA|XAF|F\b)/i.test(after) || /(?:FCFA|XAF) ?$/i.test(before);
    const isFee = isFeeAfter(before);
    if (isIt({ cents: readCents(figure), isMoney, isFee })) return before + field + after;
  }
  return text;
}
