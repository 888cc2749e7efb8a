import { readFile, stat } from 'node:fs/promises';
import { readSecret } from '../config.ts';
import { fieldsOf, parseJson } from '../json.ts';
import { writeWhole } from '../modem/write-whole.ts';
import type { Stop } from './stops.ts';

/**
 * The PIN of the wallet. A wallet blocks after three wrong ones, so a PIN that no screen has proved
 * is said at most twice, whatever is in its file by then; after that a person has to speak.
 */
export interface WalletPin {
  /** `null` if there is none, or if it must not be said now. */
  readonly read: () => Promise<string | null>;
  /** Resolves when it is on disk that the PIN is about to be said. */
  readonly beforeSaying: () => Promise<void>;
  /** What a screen, or a person who knows, says of it; `null` if the screen does not say. */
  readonly learn: (verdict: PinVerdict | null, screen: string | null) => Promise<void>;
  /** Why it is not said, or `null` if it would be. */
  readonly stop: () => Promise<Stop | null>;
  /** A person knows that the operator would take one more wrong PIN. */
  readonly allowOneMore: () => Promise<void>;
}

export const PIN_VERDICTS = ['accepted', 'refused'] as const;
export type PinVerdict = (typeof PIN_VERDICTS)[number];

/** What is known of what was last said. Never the PIN. */
interface Mark {
  /** Which state of the PIN file it is about. */
  readonly file: string;
  readonly verdict: PinVerdict | null;
  /** How often a PIN was said since one was last accepted. */
  readonly tries: number;
  /** When it was said; `null` if it never was. */
  readonly saidAt: number | null;
  /** What the operator showed after it. */
  readonly screen: string | null;
}

const MAX_TRIES = 2;
const NEVER_SAID: Mark = { file: '', verdict: null, tries: 0, saidAt: null, screen: null };
/** As if all had been used. */
const UNREADABLE: Mark = { ...NEVER_SAID, tries: MAX_TRIES };

/** Of a modem, in the state folder. */
export function pinMarkFile(index: number): string {
  return `wallet-pin-${index + 1}`;
}

export function createWalletPin(options: {
  readonly pinFile: string | null;
  readonly markFile: string;
}): WalletPin {
  const { pinFile, markFile } = options;
  // If the disk is full, this process still knows.
  let unwritten: Mark | null = null;
  const readMark = async () =>
    unwritten ?? parseMark(await readFile(markFile, 'utf8').catch(() => ''));
  const write = async (mark: Mark) => {
    unwritten = mark;
    await writeWhole(markFile, JSON.stringify(mark));
    unwritten = null;
  };
  const fileNow = async () =>
    pinFile === null ? '' : String((await stat(pinFile).catch(() => null))?.mtimeMs ?? '');
  const isProven = async ({ file, verdict }: Mark) =>
    verdict === 'accepted' && file === (await fileNow());

  const stop = async (): Promise<Stop | null> => {
    if (readPin(pinFile) === null) return { code: 'no_pin', screen: null, since: null };
    const mark = await readMark();
    const { file, verdict, tries, screen, saidAt: since } = mark;
    if (await isProven(mark)) return null;
    const isRefused = verdict === 'refused';
    if (tries >= MAX_TRIES) {
      return { code: isRefused ? 'pin_refused_twice' : 'pin_unproven', screen, since };
    }
    const isSame = file === (await fileNow());
    return isRefused && isSame ? { code: 'pin_refused', screen, since } : null;
  };
  return {
    stop,
    read: async () => ((await stop()) === null ? readPin(pinFile) : null),
    beforeSaying: async () => {
      const mark = await readMark();
      if (await isProven(mark)) return;
      const tries = mark.tries + 1;
      await write({ ...NEVER_SAID, file: await fileNow(), tries, saidAt: Date.now() });
    },
    learn: async (verdict, screen) => {
      const mark = await readMark();
      // One that was accepted before stays so until a screen refuses it.
      if (verdict === null && (await isProven(mark))) return;
      const tries = verdict === 'accepted' ? 0 : Math.max(mark.tries, 1);
      await write({ ...mark, file: await fileNow(), verdict, tries, screen }).catch(() => {});
    },
    allowOneMore: () => write({ ...NEVER_SAID, tries: MAX_TRIES - 1 }),
  };
}

function readPin(pinFile: string | null): string | null {
  try {
    const pin = pinFile === null ? '' : readSecret(pinFile);
    return /^\d{4,8}$/.test(pin) ? pin : null;
  } catch {
    return null;
  }
}

function parseMark(text: string): Mark {
  if (text === '') return NEVER_SAID;
  const { file, verdict, tries, saidAt, screen } = fieldsOf(parseJson(text));
  if (typeof file !== 'string' || typeof tries !== 'number') return formerMark(text) ?? UNREADABLE;
  return {
    file,
    verdict: PIN_VERDICTS.find((one) => one === verdict) ?? null,
    tries,
    saidAt: typeof saidAt === 'number' ? saidAt : null,
    screen: typeof screen === 'string' ? screen : null,
  };
}

/** As release 0.2 wrote it: the state of the file, and `tried`, `accepted` or `refused`. */
function formerMark(text: string): Mark | null {
  const [file = '', word = '', ...more] = text.split(' ');
  if (!/^[\d.]+$/.test(file) || more.length > 0) return null;
  const verdict = PIN_VERDICTS.find((one) => one === word) ?? null;
  return { ...NEVER_SAID, file, verdict, tries: verdict === 'accepted' ? 0 : 1 };
}
