import type { GapValues, Said } from '../../api/types.ts';
import type { ScreenWords } from '../en.ts';
import type { SmsWords } from '../en-sms.ts';
import { formatMoney } from '../money.ts';
import { frenchPlural, plural } from '../plural.ts';

/** How a language writes the value in a gap; values that are not listed are written unchanged. */
export type GapWords = {
  readonly [Name in keyof GapValues]?: (value: GapValues[Name]) => string;
};

/**
 * Makes the sentence of a code in one language. A service that is newer than this page may have
 * more codes: these are shown in the service's own English.
 */
export function createSay(sentences: Readonly<Record<string, string>>, gaps: GapWords) {
  const writers = new Map<string, (value: never) => string>(Object.entries(gaps));
  return say;

  function say(said: Said | string): string {
    // While a release is rolled out, an older service answers with its English.
    if (typeof said === 'string') return said;
    const { code, params = {}, text } = said;
    const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
    const isWhole = sentence !== undefined && gapsOf(sentence).every((name) => name in params);
    if (!isWhole) return text ?? code;
    return sentence.replaceAll(GAP, (_, name: string) => write(name, params[name]));
  }

  function write(name: string, value: unknown): string {
    if (Array.isArray(value)) return value.map((one) => write(name, one)).join(' · ');
    if (typeof value === 'object' && value !== null) return say(value as Said);
    // The service fills each gap with the kind of value that its name stands for.
    return writers.get(name)?.(value as never) ?? String(value);
  }
}

export function gapsOf(sentence: string): readonly string[] {
  return [...sentence.matchAll(GAP)].map(([, name = '']) => name);
}

const GAP = /\{(\w+)\}/g;

/** How a language writes what the service puts into its sentences. */
export function gapWordsOf(
  language: 'fr' | 'en',
  { states, sms }: Pick<ScreenWords, 'states'> & Pick<SmsWords, 'sms'>,
): GapWords {
  const stateOf = (state: string) => (nameIn(states, state) ?? state).toLowerCase();
  return {
    amount_xaf: formatMoney,
    days: (days) => DAYS[language](days),
    wait_s: (seconds) => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`),
    state: stateOf,
    outcome: stateOf,
    review_reason: (code) => nameIn(sms.reviewReasons, code) ?? code,
    nothing_reason: (code) => nameIn(sms.nothingReasons, code) ?? code,
  };
}

const DAYS = {
  fr: (days: number) => frenchPlural(days, 'jour', 'jours'),
  en: (days: number) => plural(days, 'day', 'days'),
} as const;

/** A service that is newer than this page may have more codes. */
function nameIn(names: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(names, code) ? names[code] : undefined;
}
