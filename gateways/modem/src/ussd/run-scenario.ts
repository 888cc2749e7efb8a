import {
  codeOf,
  decideAnswer,
  findName,
  type Order,
  type Shown,
  type Surprise,
} from '../scenario/decide.ts';
import type { Fact } from '../scenario/pattern.ts';
import type { Meaning, Scenario } from '../scenario/scenario.ts';
import type { NoScreen, UssdSession } from './session.ts';

/** One input and the screen that followed, both without the PIN. */
export interface Exchange {
  readonly said: string;
  readonly screen: string | null;
}

export type Result =
  | { readonly kind: 'done'; readonly means: Meaning; readonly facts: readonly Fact[] }
  /** Ended before anything was confirmed: no money moves. */
  | { readonly kind: 'stopped'; readonly problem: Stop }
  /** Confirmed, with an unknown outcome: it is never done again. */
  | { readonly kind: 'unknown' };

export type Stop = Surprise | NoScreen | 'lacking' | 'no_pin' | 'too_late' | 'not_kept';

export interface RunOptions {
  readonly session: UssdSession;
  readonly pin: string | null;
  /** Whether there is still time to confirm. */
  readonly mayConfirm: () => boolean;
  /** Resolves when it is on disk that the confirmation is about to be sent. */
  readonly beforeConfirm: () => Promise<void>;
  /** Resolves when it is on disk that the PIN is about to be sent. */
  readonly beforePin?: () => Promise<void>;
}

export interface Walk {
  readonly result: Result;
  readonly exchanges: readonly Exchange[];
  /** The name that a screen showed, whatever came of it. */
  readonly name: string | null;
}

/** Walks through a menu. The first surprise ends it, and nothing is sent twice. */
export async function runScenario(
  scenario: Scenario,
  order: Order,
  options: RunOptions,
): Promise<Walk> {
  const exchanges: Exchange[] = [];
  const result = await walk(scenario, order, options, exchanges);
  await options.session.end();
  const name = findName(
    scenario,
    exchanges.flatMap(({ screen }) => screen ?? []),
  );
  return { result, exchanges, name };
}

async function walk(
  scenario: Scenario,
  order: Order,
  options: RunOptions,
  exchanges: Exchange[],
): Promise<Result> {
  const { session, pin } = options;
  const dialled = codeOf(scenario, order);
  if (dialled.kind === 'lacking') return { kind: 'stopped', problem: 'lacking' };
  const screens: Shown[] = [];
  let next = dialled.code;
  let isConfirmed = false;
  while (true) {
    const reply = await session.say(next.replace('{pin}', pin ?? ''));
    exchanges.push({ said: next, screen: reply.kind === 'none' ? null : mask(reply.text, pin) });
    if (reply.kind === 'none') {
      return isConfirmed ? { kind: 'unknown' } : { kind: 'stopped', problem: reply.problem };
    }
    screens.push(reply);
    const decision = decideAnswer(scenario, order, screens);
    switch (decision.kind) {
      case 'done':
      case 'unknown':
        return decision;
      case 'surprise':
        return isConfirmed ? { kind: 'unknown' } : { kind: 'stopped', problem: decision.problem };
      case 'answer': {
        const problem = await prepare(decision, options);
        if (problem !== null) return { kind: 'stopped', problem };
        isConfirmed ||= decision.confirms;
        next = decision.answer;
      }
    }
  }
}

/** `null` if the answer may be sent. */
async function prepare(
  { answer, confirms }: { readonly answer: string; readonly confirms: boolean },
  { pin, mayConfirm, beforeConfirm, beforePin }: RunOptions,
): Promise<Stop | null> {
  const saysPin = answer.includes('{pin}');
  if (saysPin && pin === null) return 'no_pin';
  if (confirms && !mayConfirm()) return 'too_late';
  try {
    if (saysPin) await beforePin?.();
    if (confirms) await beforeConfirm();
    return null;
  } catch {
    return 'not_kept';
  }
}

/** Some menus show the input. */
function mask(text: string, pin: string | null): string {
  return pin === null ? text : text.replaceAll(pin, '****');
}
