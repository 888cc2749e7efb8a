import { assert } from '../assert.ts';
import type { Message } from '../messages/message.ts';
import type { AgreementPolicy } from './agreement.ts';
import {
  type Field,
  type LowFloats,
  type Plain,
  POLICY_FIELDS,
  POLICY_KEYS,
  type Policy,
  type PolicyKey,
} from './policy-fields.ts';

export type { LowFloats, Policy, PolicyKey };

type Environment = 'sandbox' | 'live';

/** The policy as it is stored and compared. */
export type PolicyValues = Readonly<Record<PolicyKey, Plain>>;
export type PolicyChange = Partial<PolicyValues>;

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Text;

/** As people, files and the database spell it: `amount_max_xaf`. */
export type PolicyName = Snake<PolicyKey>;

export function policyName(key: PolicyKey): PolicyName {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as PolicyName;
}

export const POLICY_NAMES: readonly PolicyName[] = POLICY_KEYS.map(policyName);

const KEYS: ReadonlyMap<string, PolicyKey> = new Map(
  POLICY_KEYS.map((key) => [policyName(key), key]),
);

export function policyKey(name: string): PolicyKey | null {
  return KEYS.get(name.toLowerCase()) ?? null;
}

/** The values before anything is set, as in release 0.2. */
export function unsetPolicy(environment: Environment): PolicyValues {
  return forEachKey((key) => unsetOf(key, environment));
}

/** What a new installation starts with: in live every limit that protects money is on. */
export function newPolicy(environment: Environment): PolicyValues {
  if (environment === 'sandbox') return unsetPolicy(environment);
  return forEachKey((key) => {
    const { newLive } = fieldOf(key);
    return newLive === undefined ? unsetOf(key, environment) : newLive;
  });
}

function unsetOf(key: PolicyKey, environment: Environment): Plain {
  const { unset } = fieldOf(key);
  return typeof unset === 'object' && unset !== null ? unset[environment] : unset;
}

export type ReadChange =
  | { readonly kind: 'change'; readonly change: PolicyChange }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly string[];
      /** What the values take that were given another one. */
      readonly accepted: readonly Message[];
    };

/** Reads the values that a person, a file or an old setting gives by name. */
export function readChange(texts: Readonly<Record<string, Plain>>): ReadChange {
  const problems: string[] = [];
  const accepted: Message[] = [];
  const change: Partial<Record<PolicyKey, Plain>> = {};
  for (const [name, text] of Object.entries(texts)) {
    const key = policyKey(name);
    if (key === null) {
      problems.push(`${name} is no value of the policy`);
      continue;
    }
    try {
      change[key] = fieldOf(key).store(textOf(text));
    } catch (error) {
      problems.push(`${policyName(key)} ${error instanceof Error ? error.message : 'is wrong'}`);
      accepted.push(fieldOf(key).accepts);
    }
  }
  return problems.length > 0 ? { kind: 'invalid', problems, accepted } : { kind: 'change', change };
}

export type AcceptedValue = Pick<Field<unknown>, 'accepts' | 'isFlag' | 'mayBeOff'>;

/** Which values a rule takes. */
export function acceptedBy(name: PolicyName): AcceptedValue {
  const key = KEYS.get(name);
  assert(key !== undefined, 'every rule has a field');
  return fieldOf(key);
}

/** The policy in use; a value that an older release did not know counts as unset. */
export function readPolicy(values: PolicyChange, environment: Environment): Policy {
  const all = { ...unsetPolicy(environment), ...values };
  // Each value is read by the field of its key.
  return forEachKey((key) => fieldOf(key).parse(textOf(all[key]))) as Policy;
}

/** The values that a change actually changes. */
export function differenceOf(before: PolicyValues, change: PolicyChange): PolicyChange {
  return pick(change, (key) => change[key] !== undefined && change[key] !== before[key]);
}

/** The values of a change that protect less than before. */
export function looserPart(before: PolicyValues, change: PolicyChange): PolicyChange {
  return pick(change, (key) => fieldOf(key).isLooser(before[key], change[key] ?? null));
}

function pick(change: PolicyChange, isWanted: (key: PolicyKey) => boolean): PolicyChange {
  const keys = POLICY_KEYS.filter((key) => key in change && isWanted(key));
  return Object.fromEntries(keys.map((key) => [key, change[key] ?? null]));
}

/** Ten years: how long accounts and what proves them are kept, as we read the law. */
const ACCOUNT_MONTHS = 120;
/** Books and transactions are never deleted; these say how long what proves them is kept. */
const PROOFS_OF_ACCOUNTS = ['keepTextMonths', 'keepEvidenceMonths'] as const;
const SHORTER = ['below ten years', 'moins de dix ans'];

/** The values that keep what proves the accounts for less than ten years, by name. */
export function shortRetention(values: PolicyChange): readonly PolicyName[] {
  return PROOFS_OF_ACCOUNTS.filter((key) => {
    const months = values[key];
    return typeof months === 'number' && months < ACCOUNT_MONTHS;
  }).map(policyName);
}

/** Whether a reason says in so many words that the accounts are proved for a shorter time. */
export function acceptsShortRetention(reason: string): boolean {
  return SHORTER.some((words) => reason.toLowerCase().includes(words));
}

/** The form of values in the database, in files and for programs. */
export function toContent(values: PolicyChange): Readonly<Record<string, Plain>> {
  const keys = POLICY_KEYS.filter((key) => values[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [policyName(key), values[key] ?? null]));
}

/** Leaves out what a later release has stored besides. */
export function fromContent(content: Readonly<Record<string, Plain>>): PolicyChange {
  const known = Object.entries(content).flatMap(([name, value]) => {
    const key = KEYS.get(name);
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(known);
}

/** What the seal of a row covers. */
export function sealedPolicy(row: {
  readonly revision: number;
  readonly content: Readonly<Record<string, Plain>>;
}): string {
  const entries = Object.entries(row.content).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(['policy', row.revision, entries]);
}

/** A value for people. */
export function textOf(value: Plain): string {
  return value === null ? 'off' : String(value);
}

const HOUR_MS = 3_600_000;

export function lateWindowMs({ latePaymentWindowHours }: Policy): number {
  return latePaymentWindowHours * HOUR_MS;
}

/** The part that decides which payments are credited by themselves. */
export interface CreditRules extends AgreementPolicy {
  readonly lateWindowMs: number;
}

export function creditRules(policy: Policy): CreditRules {
  return { ...agreementPolicy(policy), lateWindowMs: lateWindowMs(policy) };
}

/** The part that the agreement rules use. */
export function agreementPolicy(policy: Policy): AgreementPolicy {
  return {
    secondPersonAboveXaf: policy.approvalSecondPersonXaf,
    approvalSumXaf: policy.approvalSumPerDayXaf,
    unprovenSumXaf: policy.unprovenSumPerDayXaf,
    approvalValidMs: policy.approvalValidHours * HOUR_MS,
    needsVouching: policy.accountsNeedVouching,
    changesSecondPerson: policy.changesSecondPerson,
  };
}

function fieldOf(key: PolicyKey): Field<unknown> {
  return POLICY_FIELDS[key];
}

function forEachKey<T>(make: (key: PolicyKey) => T): Readonly<Record<PolicyKey, T>> {
  return Object.fromEntries(POLICY_KEYS.map((key) => [key, make(key)])) as Record<PolicyKey, T>;
}
