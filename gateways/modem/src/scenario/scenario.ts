import { fieldsOf, listOf } from '../json.ts';
import { compilePattern, type Pattern } from './pattern.ts';

export const ACTIONS = ['collect', 'transfer', 'balance'] as const;
export type Action = (typeof ACTIONS)[number];

export const MEANINGS = ['accepted', 'refused', 'pin_refused', 'told'] as const;
export type Meaning = (typeof MEANINGS)[number];

/** How to walk through one menu of an operator. */
export interface Scenario {
  readonly id: string;
  readonly version: number;
  readonly operator: string;
  readonly action: Action;
  readonly dial: string;
  /** The largest fee that may be confirmed, or `null` if nobody has said. */
  readonly feeAtMost: FeeLimit | null;
  readonly steps: readonly Step[];
  readonly outcomes: readonly Outcome[];
}

/** The larger of a share of the amount and a fixed amount. */
export interface FeeLimit {
  readonly share: number;
  readonly xaf: number;
}

export interface Step {
  /** The screen must be one of these. */
  readonly expect: readonly Pattern[];
  /** Digits, or one of `{amount}`, `{number}`, `{pin}`. */
  readonly answer: string;
  /** After this answer money may move. */
  readonly confirms: boolean;
}

export interface Outcome {
  readonly expect: readonly Pattern[];
  readonly means: Meaning;
}

export type ScenarioRead =
  | { readonly kind: 'scenario'; readonly scenario: Scenario }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Money moves in these. */
const PAYS: ReadonlySet<Action> = new Set(['collect', 'transfer']);
const MAX_STEPS = 12;

/** Checks a scenario file. One that could pay without comparing what it pays is not accepted. */
export function readScenario(json: unknown): ScenarioRead {
  const problems: string[] = [];
  const need = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem);
  };
  const fields = fieldsOf(json);
  const { id, version, operator, action, draft, dial, steps, outcomes } = fields;
  const feeAtMost = readFeeLimit(fields['fee_at_most']);
  need(isText(id) && /^[a-z0-9-]+$/.test(id), 'id must be small words with hyphens');
  need(Number.isInteger(version) && Number(version) > 0, 'version must be a whole number from 1');
  need(isText(operator) && /^[a-z]+$/.test(operator), 'operator is missing');
  need(
    ACTIONS.some((one) => one === action),
    `action must be one of ${ACTIONS.join(', ')}`,
  );
  need(draft === undefined || typeof draft === 'boolean', 'draft must be true or false');
  need(
    isText(dial) && /^[*#](?:[0-9*#]|\{amount\}|\{number\}){1,100}#$/.test(dial),
    'dial must be a code, with {amount} and {number} at most',
  );
  need(feeAtMost !== 'invalid', 'fee_at_most must be XAF, such as 500, or a share, such as "1.5%"');
  const readSteps = listOf(steps).map((step, at) => readStep(step, `step ${at + 1}`, problems));
  const readOutcomes = listOf(outcomes).map((one, at) =>
    readOutcome(one, `outcome ${at + 1}`, problems),
  );
  need(readSteps.length <= MAX_STEPS, `at most ${MAX_STEPS} steps`);
  need(readOutcomes.length > 0, 'outcomes are missing');
  if (problems.length > 0) return { kind: 'invalid', problems };
  const scenario: Scenario = {
    id: String(id),
    version: Number(version),
    operator: String(operator),
    action: action as Action,
    dial: String(dial),
    feeAtMost: feeAtMost === 'invalid' ? null : feeAtMost,
    steps: readSteps,
    outcomes: readOutcomes,
  };
  const unsafe = findUnsafe(scenario);
  return unsafe.length > 0 ? { kind: 'invalid', problems: unsafe } : { kind: 'scenario', scenario };
}

/** Not recorded on a SIM: the operator's menu may differ. */
export function isDraft(json: unknown): boolean {
  return fieldsOf(json)['draft'] === true;
}

function readFeeLimit(value: unknown): FeeLimit | null | 'invalid' {
  if (value === undefined) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    return { share: 0, xaf: value };
  }
  const [, percent] =
    /^(\d{1,2}(?:\.\d{1,2})?) ?%$/.exec(typeof value === 'string' ? value : '') ?? [];
  return percent === undefined ? 'invalid' : { share: Number(percent) / 100, xaf: 0 };
}

function findUnsafe({ action, steps, outcomes }: Scenario): readonly string[] {
  const confirming = steps.filter(({ confirms }) => confirms);
  if (!PAYS.has(action)) {
    return confirming.length > 0 ? [`${action} moves no money: nothing is confirmed`] : [];
  }
  const problems: string[] = [];
  if (confirming.length !== 1 || steps.at(-1)?.confirms !== true) {
    problems.push('the last step, and no other, must confirm');
  }
  for (const field of ['amount', 'number'] as const) {
    const reading = steps.filter(({ expect }) => expect.every((one) => one.fields.includes(field)));
    if (reading.length === 0) problems.push(`no step reads the ${field} back`);
    if (reading.some(({ expect }) => expect.some((one) => one.fields.includes('skip')))) {
      problems.push(`the step that reads the ${field} back must not skip anything`);
    }
  }
  if (!outcomes.some(({ means }) => means === 'accepted')) problems.push('no outcome is accepted');
  if (outcomes.some(({ means }) => means === 'told'))
    problems.push(`'told' is no outcome of a payment`);
  return problems;
}

function readStep(json: unknown, name: string, problems: string[]): Step {
  const { expect, answer, confirms } = fieldsOf(json);
  if (!isText(answer) || !/^(?:[0-9*#]{1,20}|\{amount\}|\{number\}|\{pin\})$/.test(answer)) {
    problems.push(`${name}: answer must be digits, {amount}, {number} or {pin}`);
  }
  if (confirms !== undefined && typeof confirms !== 'boolean') {
    problems.push(`${name}: confirms must be true or false`);
  }
  return {
    expect: readPatterns(expect, name, problems),
    answer: String(answer),
    confirms: confirms === true,
  };
}

function readOutcome(json: unknown, name: string, problems: string[]): Outcome {
  const { expect, means } = fieldsOf(json);
  const meaning = MEANINGS.find((one) => one === means);
  if (meaning === undefined) problems.push(`${name}: means must be one of ${MEANINGS.join(', ')}`);
  return { expect: readPatterns(expect, name, problems), means: meaning ?? 'refused' };
}

function readPatterns(json: unknown, name: string, problems: string[]): readonly Pattern[] {
  const texts = listOf(json);
  if (texts.length === 0) problems.push(`${name}: expect is missing`);
  return texts.flatMap((text) => {
    const pattern = isText(text) ? compilePattern(text) : null;
    // A pattern without letters would match any screen.
    const hasWords = isText(text) && /\p{L}{3}/u.test(text.replaceAll(/\{[a-z]*\}/g, ''));
    if (pattern === null || !hasWords) problems.push(`${name}: ${String(text)} cannot be used`);
    return pattern === null ? [] : [pattern];
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 500;
}
