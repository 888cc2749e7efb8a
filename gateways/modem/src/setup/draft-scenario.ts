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
 * A draft of the scenario that would walk it again. Amounts, numbers and balances become fields;
 * names and fees stay as they are, for a person to correct.
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
    steps,
    outcomes: last === undefined ? [] : [{ expect: [generalise(last.screen, recording)], means }],
  };
}

function fieldsIn(said: string, { amountXaf, number }: Recording): string {
  const numbered = number === null ? said : said.replace(number, '{number}');
  if (amountXaf === null) return numbered;
  return numbered.replace(new RegExp(`(?<![0-9])${amountXaf}(?![0-9])`), '{amount}');
}

function generalise(screen: string, { amountXaf, number, action }: Recording): string {
  let text = screen.replaceAll(/\s+/g, ' ').trim();
  if (number !== null) {
    const spaced = number.split('').join(' ?');
    text = text.replace(new RegExp(`(?:\\+?237 ?)?${spaced}(?!\\d)`), '{number}');
  }
  if (amountXaf !== null) {
    const parted = String(amountXaf).replaceAll(/\B(?=(\d{3})+$)/g, '[ .,]?');
    text = text.replace(
      new RegExp(`(?<![\\d.,])${parted}(?:[.,]0{1,2})?(?![\\d.,]*\\d)`),
      '{amount}',
    );
  }
  if (action === 'balance') {
    text = text.replace(/(?<![\d.,])\d[\d ]*(?:[.,]\d{1,2})?(?= *(?:FCFA|XAF|F\b))/i, '{balance}');
  }
  return text;
}
