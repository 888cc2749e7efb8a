import type { Message } from '../messages/message.ts';
import { MAX_AMOUNT_XAF, MIN_AMOUNT_XAF } from '../money.ts';
import { DEFAULT_PREFIXES, type PrefixTable } from '../msisdn.ts';
import { formatPrefixTable, parsePrefixTable } from '../prefix-table.ts';

/** A value of the policy as it is stored and compared; `null` means off. */
export type Plain = string | number | boolean | null;

type ByEnvironment<T> = T | { readonly sandbox: T; readonly live: T };

/** One value of the policy. */
export interface Field<T> {
  readonly description: string;
  /** The values that it may have, for people. */
  readonly form: string;
  /** The same as a message, for the console. */
  readonly accepts: Message;
  /** Whether it is a question of yes or no. */
  readonly isFlag?: boolean;
  /** Whether it may be off. */
  readonly mayBeOff?: boolean;
  /** Reads a text; throws an Error whose message names the problem. */
  readonly parse: (text: string) => T;
  /** The one form in which the value of a text is stored. */
  readonly store: (text: string) => Plain;
  /** Whether the second value protects less than the first. */
  readonly isLooser: (before: Plain, after: Plain) => boolean;
  /** The value until someone sets one. */
  readonly unset: ByEnvironment<Plain>;
  /** The value that a new live installation starts with, if it differs. */
  readonly newLive?: Plain;
}

interface Words<T extends Plain> {
  readonly description: string;
  readonly looser: Field<T>['isLooser'];
  readonly unset: ByEnvironment<T>;
  readonly newLive?: T;
}

/** Which of two values is looser, by their kind; `null` means off. */
const LOOSER = {
  /** A higher value allows more; off is the highest. */
  higher: (before: Plain, after: Plain) => rank(after, Infinity) > rank(before, Infinity),
  /** A lower value keeps or asks for less; off keeps for ever. */
  lower: (before: Plain, after: Plain) => rank(after, Infinity) < rank(before, Infinity),
  /** A lower value sees less; off sees nothing. */
  lowerOrOff: (before: Plain, after: Plain) => rank(after, 0) < rank(before, 0),
} as const satisfies Record<string, Field<Plain>['isLooser']>;

/** How a person, a file or an old setting writes that a limit is off. */
const OFF = 'off';

const isOff = (text: string) => text === OFF || text === '';

/**
 * A deposit may be paid up to a year after it expired (late_payment_window_hours), and its history
 * must still be there.
 */
const FIRST_ARCHIVE_MONTHS = 14;

/**
 * Everything that a company decides about its money: what it means, which change is looser, and the
 * value until someone decides. `unset` is what release 0.2 did without the setting.
 */
export const POLICY_FIELDS = {
  amountMaxXaf: whole(
    { min: MIN_AMOUNT_XAF, max: MAX_AMOUNT_XAF, unit: 'XAF' },
    {
      description: 'Largest amount of one transaction.',
      looser: LOOSER.higher,
      unset: MAX_AMOUNT_XAF,
      newLive: 1_000_000,
    },
  ),
  approvalSecondPersonXaf: whole(
    { min: 0, max: MAX_AMOUNT_XAF, unit: 'XAF' },
    {
      description:
        'Two different people approve a withdrawal above this amount, and complete such a deposit by hand.',
      looser: LOOSER.higher,
      unset: 1_000_000,
      newLive: 250_000,
    },
  ),
  approvalSumPerDayXaf: limit('XAF', {
    description:
      'What one person approves, and completes by hand, within 24 hours; above this sum a second person decides as well.',
    looser: LOOSER.higher,
    newLive: 5_000_000,
  }),
  unprovenSumPerDayXaf: whole(
    { min: 0, max: MAX_AMOUNT_XAF, unit: 'XAF' },
    {
      description:
        'What one person completes within 24 hours from payments that no balance proves; above this sum a second person decides as well.',
      looser: LOOSER.higher,
      // Release 0.2 had no limit: one person completed any number of deposits from forged texts.
      unset: 50_000,
    },
  ),
  approvalValidHours: whole(
    { min: 1, max: 8_760, unit: 'hours' },
    {
      description:
        'An approved withdrawal that no provider has taken after this long waits for a decision.',
      looser: LOOSER.higher,
      unset: 24,
    },
  ),
  accountsNeedVouching: flag({
    description:
      'Whether an account, or an API key, counts as the person who made or reset it until another person vouches for it.',
    looser: LOOSER.lower,
    unset: { sandbox: false, live: true },
  }),
  changesSecondPerson: flag({
    description:
      'Whether a new merchant number or dial code, switching a channel on, a line without balances and who is an administrator wait for a second person.',
    looser: LOOSER.lower,
    unset: { sandbox: false, live: true },
  }),
  payoutsPerNumberAndDay: limit('withdrawals', {
    description: 'Withdrawals to one number within 24 hours; more are marked and take two people.',
    looser: LOOSER.higher,
    newLive: 5,
  }),
  payoutsPerPlayerAndDay: limit('withdrawals', {
    description: 'Withdrawals of one player within 24 hours; more are marked and take two people.',
    looser: LOOSER.higher,
    newLive: 5,
  }),
  payoutDuplicateMinutes: limit('minutes', {
    description:
      'A withdrawal of the same amount to the same number within so many minutes is marked for the approver.',
    looser: LOOSER.lowerOrOff,
    newLive: 30,
  }),
  payoutsWaitForFloat: flag({
    description:
      'Whether an approved payout waits while the balance that its provider reported last does not cover it, instead of being refused there.',
    looser: LOOSER.lower,
    unset: false,
  }),
  openPromptsPerNumber: limit('prompts', {
    description: 'Payment requests that may be open on one phone; the next deposit is a 429.',
    looser: LOOSER.higher,
    newLive: 3,
  }),
  requestsPerSecond: limit('requests', {
    description:
      'Requests that one application may make in a second, at each start of the service; more are a 429, unless their reference is known.',
    looser: LOOSER.higher,
  }),
  httpCallbacks: flag({
    description:
      'Whether a callback_url may begin with http: in live, where a third party on the way reads the webhooks.',
    looser: LOOSER.higher,
    // Installations of release 0.2 may have platforms that are reached so.
    unset: true,
    newLive: false,
  }),
  depositWindowSeconds: whole(
    { min: 1, max: 86_400, unit: 'seconds' },
    {
      description: 'Time that a player has to confirm a deposit.',
      looser: LOOSER.higher,
      unset: { sandbox: 900, live: 600 },
    },
  ),
  latePaymentWindowHours: whole(
    { min: 0, max: 8_760, unit: 'hours' },
    {
      description: 'How long after its expiry a customer-initiated deposit is still completed.',
      looser: LOOSER.higher,
      unset: 24,
    },
  ),
  floatLowXaf: lowFloats({
    description:
      'Below how many free XAF a wallet counts as low: one figure for all, <operator>:<number>=<XAF> for one, or both with commas between.',
  }),
  operatorPrefixes: prefixes({
    description: 'National number prefixes of each operator, for the prefix check and detection.',
    unset: formatPrefixTable(DEFAULT_PREFIXES),
  }),
  keepTextMonths: months(1, {
    description:
      'After so many whole months `momo retention run` empties the words of texts (SMS) about which nothing is open.',
  }),
  keepEvidenceMonths: months(1, {
    description:
      'The same for what operators were asked and answered, of transactions that are not open.',
  }),
  keepWebhookMonths: months(1, {
    description:
      'The same for headers of webhooks and answers to them; when and how each attempt ended stays.',
  }),
  keepSessionMonths: months(1, {
    description:
      'The same for sessions of staff that have ended, with address and browser; the audit log stays.',
  }),
  archiveAfterMonths: months(FIRST_ARCHIVE_MONTHS, {
    description:
      'After so many whole months `momo retention run --archive FOLDER` puts histories, attempts and evidence of a month into files.',
  }),
} as const satisfies Record<string, Field<unknown>>;

export type PolicyKey = keyof typeof POLICY_FIELDS;

export const POLICY_KEYS = Object.keys(POLICY_FIELDS) as readonly PolicyKey[];

/** The policy as the service uses it. */
export type Policy = {
  readonly [K in PolicyKey]: (typeof POLICY_FIELDS)[K] extends Field<infer T> ? T : never;
};

function whole(
  { min, max, unit }: { readonly min: number; readonly max: number; readonly unit: string },
  { looser, ...words }: Words<number>,
): Field<number> {
  const form = `a whole number of ${unit} from ${min} to ${max}`;
  const parse = (text: string) => read(text, min, max, form);
  // The largest number that JavaScript counts exactly limits nobody.
  const accepts: Message =
    max === MAX_AMOUNT_XAF
      ? { code: 'policy_takes_from', params: { min } }
      : { code: 'policy_takes_whole', params: { min, max } };
  return { ...words, form, accepts, parse, store: parse, isLooser: looser };
}

/** A limit of at least 1, or none. */
function limit(
  unit: string,
  { looser, ...words }: Omit<Words<number>, 'unset'>,
): Field<number | null> {
  const form = `a whole number of ${unit} from 1, or ${OFF}`;
  const parse = (text: string) =>
    isOff(text) ? null : read(text, 1, Number.MAX_SAFE_INTEGER, form);
  const accepts = { code: 'policy_takes_limit' } as const;
  const kind = { form, accepts, mayBeOff: true } as const;
  return { ...words, ...kind, parse, store: parse, isLooser: looser, unset: null };
}

/** How long something is kept; off means for ever. */
function months(min: number, words: { readonly description: string }): Field<number | null> {
  const form = `a whole number of months from ${min} to 999, or ${OFF} (kept for ever)`;
  const parse = (text: string) => (isOff(text) ? null : read(text, min, 999, form));
  const accepts = { code: 'policy_takes_months', params: { min, max: 999 } } as const;
  const kind = { form, accepts, mayBeOff: true } as const;
  return { ...words, ...kind, parse, store: parse, isLooser: LOOSER.lower, unset: null };
}

function flag({ looser, ...words }: Words<boolean>): Field<boolean> {
  const form = 'true or false';
  const parse = (text: string) => {
    if (text !== 'true' && text !== 'false') throw new Error(`must be ${form}`);
    return text === 'true';
  };
  const kind = { form, accepts: { code: 'policy_takes_flag' }, isFlag: true } as const;
  return { ...words, ...kind, parse, store: parse, isLooser: looser };
}

function prefixes(words: {
  readonly description: string;
  readonly unset: string;
}): Field<PrefixTable> {
  const parse = (text: string) => {
    const parsed = parsePrefixTable(text);
    if (parsed.kind === 'invalid') throw new Error(`is not valid: ${parsed.problems.join('; ')}`);
    return parsed.prefixes;
  };
  const form = 'operators with their prefixes, such as name=67,650-654;other=69';
  // A number that changes its operator is neither looser nor tighter, so it takes two people.
  const isLooser = (before: Plain, after: Plain) => before !== after;
  const store = (text: string) => formatPrefixTable(parse(text));
  const accepts = { code: 'policy_takes_prefixes' } as const;
  return { ...words, form, accepts, parse, store, isLooser };
}

/** The balance below which a wallet counts as low: one for all, and others for some of them. */
export interface LowFloats {
  readonly fallbackXaf: number | null;
  readonly wallets: ReadonlyMap<string, number>;
}

export function lowXafOf({ fallbackXaf, wallets }: LowFloats, wallet: string): number | null {
  return wallets.get(wallet) ?? fallbackXaf;
}

function lowFloats(words: { readonly description: string }): Field<LowFloats> {
  const form = `XAF, or <operator>:<number>=XAF, with commas, or ${OFF}`;
  const parse = (text: string) => parseLowFloats(text, form);
  const isLooser = (before: Plain, after: Plain) => {
    const [was, is] = [parse(String(before ?? '')), parse(String(after ?? ''))];
    const names = ['', ...was.wallets.keys(), ...is.wallets.keys()];
    return names.some((name) => (lowXafOf(is, name) ?? 0) < (lowXafOf(was, name) ?? 0));
  };
  const store = (text: string) => formatLowFloats(parse(text));
  const kind = { form, accepts: { code: 'policy_takes_floats' }, mayBeOff: true } as const;
  return { ...words, ...kind, parse, store, isLooser, unset: null };
}

function parseLowFloats(text: string, form: string): LowFloats {
  const wallets = new Map<string, number>();
  let fallbackXaf: number | null = null;
  for (const part of isOff(text) ? [] : text.split(',')) {
    const [, wallet, xaf] = /^(?:([a-z0-9-]+:[^=,\s]+)=)?(\d{1,13})$/.exec(part.trim()) ?? [];
    if (xaf === undefined) throw new Error(`must be ${form}`);
    if (wallet === undefined) fallbackXaf = Number(xaf);
    else wallets.set(wallet, Number(xaf));
  }
  return { fallbackXaf, wallets };
}

function formatLowFloats({ fallbackXaf, wallets }: LowFloats): string | null {
  const named = [...wallets].map(([wallet, xaf]) => `${wallet}=${xaf}`).sort();
  const all = [...(fallbackXaf === null ? [] : [String(fallbackXaf)]), ...named];
  return all.length === 0 ? null : all.join(',');
}

function rank(value: Plain, ofOff: number): number {
  return value === null ? ofOff : Number(value);
}

function read(text: string, min: number, max: number, form: string): number {
  const number = Number(text);
  const isWhole = /^\d+$/.test(text) && Number.isSafeInteger(number);
  if (isWhole && number >= min && number <= max) return number;
  throw new Error(`must be ${form}`);
}
