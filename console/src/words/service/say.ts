import type { GapValues, Said } from '../../api/types.ts';

type Sentences = Readonly<Record<string, string>>;

/** How a language writes the value in a gap; values that are not listed are written unchanged. */
type GapWords = {
  readonly [Name in keyof GapValues]?: (value: GapValues[Name]) => string;
};

/**
 * Makes the sentence of a code. A service that is newer than this page may have more codes: these
 * are shown in the service's own English.
 */
export function createSay(sentences: Sentences, gaps: GapWords) {
  const writers = new Map<string, (value: never) => string>(Object.entries(gaps));
  return (said: Said | string) => (typeof said === 'string' ? said : say(said));

  function say({ code, params = {}, text }: Omit<Said, 'text'> & Partial<Said>): string {
    const sentence = nameIn(sentences, code);
    const isWhole = sentence !== undefined && gapsOf(sentence).every((name) => name in params);
    if (!isWhole) return text ?? code;
    return sentence.replaceAll(GAP, (_, name: string) => write(name, params[name]));
  }

  function write(name: string, value: unknown): string {
    if (Array.isArray(value)) return value.map((one) => write(name, one)).join(' · ');
    // A remark within another one has no English text.
    if (typeof value === 'object' && value !== null) return say(value as Omit<Said, 'text'>);
    // The service fills each gap with the kind of value that its name stands for.
    return writers.get(name)?.(value as never) ?? String(value);
  }
}

/** A remark that is stored as the words of a network or a program. */
export function asTechnical(error: string): Said {
  return { code: 'technical', params: { error }, text: error };
}

export function gapsOf(sentence: string): readonly string[] {
  return [...sentence.matchAll(GAP)].map(([, name = '']) => name);
}

const GAP = /\{(\w+)\}/g;

/** A service that is newer than this page may have more codes. */
export function nameIn(names: Sentences, code: string): string | undefined {
  return Object.hasOwn(names, code) ? names[code] : undefined;
}
