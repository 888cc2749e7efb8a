import type { Direction } from '../book.ts';
import type { GarbageShape } from './garbage.ts';

/** Before: nothing was accepted. After: the operator did the work, but the answer is faulty. */
export type When = 'before' | 'after';

export type AnswerFault =
  | { readonly kind: 'reset'; readonly when: When }
  | { readonly kind: 'hang'; readonly when: When }
  | { readonly kind: 'slow'; readonly when: When; readonly ms: number }
  | { readonly kind: 'garbage'; readonly when: When; readonly shape: GarbageShape }
  | {
      readonly kind: 'error';
      readonly when: When;
      readonly status: number;
      readonly code: string;
    }
  /** All issued tokens stop working, this call's included. */
  | { readonly kind: 'revoked_token' }
  | { readonly kind: 'forbidden_ip' }
  /** The account that pays, the customer's or ours, is empty for this call. */
  | { readonly kind: 'no_funds' }
  /** The operator's id of the payment is left out of the answer. */
  | { readonly kind: 'nameless' };

export type CallbackFault =
  | { readonly kind: 'lost' }
  | { readonly kind: 'late'; readonly ms: number }
  | { readonly kind: 'doubled' };

/** Without limits a fault lasts until it is cleared. */
export interface Extent {
  readonly times?: number;
  readonly probability?: number;
}

export interface FaultRule {
  readonly operation: string;
  readonly fault: AnswerFault | CallbackFault;
  readonly timesLeft: number | null;
  readonly probability: number;
}

/** Rules are tried in the order in which they were added; the first that applies is used. */
export interface Faults<Operation extends string> {
  readonly add: (operation: Operation | '*', fault: AnswerFault, extent?: Extent) => void;
  readonly addToCallbacks: (
    direction: Direction | '*',
    fault: CallbackFault,
    extent?: Extent,
  ) => void;
  /** Without an argument, clears everything. */
  readonly clear: (operation?: Operation | '*') => void;
  readonly list: () => readonly FaultRule[];
  readonly draw: (operation: Operation) => AnswerFault | null;
  readonly drawForCallback: (direction: Direction) => CallbackFault | null;
}

interface Rule<Fault> {
  readonly target: string;
  readonly fault: Fault;
  timesLeft: number | null;
  readonly probability: number;
}

export function createFaults<Operation extends string>(seed: number): Faults<Operation> {
  const random = seededRandom(seed);
  let answers: Rule<AnswerFault>[] = [];
  let callbacks: Rule<CallbackFault>[] = [];
  return {
    add: (operation, fault, extent = {}) => {
      answers.push(toRule(operation, fault, extent));
    },
    addToCallbacks: (direction, fault, extent = {}) => {
      callbacks.push(toRule(direction, fault, extent));
    },
    clear: (operation) => {
      answers = answers.filter(({ target }) => operation !== undefined && target !== operation);
      if (operation === undefined) callbacks = [];
    },
    list: () => [
      ...answers.map((rule) => describe(rule, rule.target)),
      ...callbacks.map((rule) => describe(rule, `callback of ${rule.target}`)),
    ],
    draw: (operation) => draw(answers, operation, random),
    drawForCallback: (direction) => draw(callbacks, direction, random),
  };
}

function toRule<Fault>(target: string, fault: Fault, extent: Extent): Rule<Fault> {
  return {
    target,
    fault,
    timesLeft: extent.times ?? null,
    probability: extent.probability ?? 1,
  };
}

function describe(
  { fault, timesLeft, probability }: Rule<AnswerFault | CallbackFault>,
  operation: string,
): FaultRule {
  return { operation, fault, timesLeft, probability };
}

function draw<Fault>(rules: Rule<Fault>[], target: string, random: () => number): Fault | null {
  for (const rule of rules) {
    if (rule.target !== '*' && rule.target !== target) continue;
    if (rule.probability < 1 && random() >= rule.probability) continue;
    if (rule.timesLeft !== null) {
      rule.timesLeft -= 1;
      if (rule.timesLeft <= 0) rules.splice(rules.indexOf(rule), 1);
    }
    return rule.fault;
  }
  return null;
}

/** Mulberry32: the same seed gives the same faults, so a failed run can be repeated. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
