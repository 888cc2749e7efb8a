import { readFile, stat } from 'node:fs/promises';
import { readSecret } from '../config.ts';
import { writeWhole } from '../modem/write-whole.ts';

/** The PIN of the wallet. A wallet blocks after three wrong ones, so that doubt stops everything. */
export interface WalletPin {
  /** Null: there is none, or it must not be said again until somebody has changed its file. */
  readonly read: () => Promise<string | null>;
  /** Resolves when it is on disk that the PIN is about to be said. */
  readonly beforeSaying: () => Promise<void>;
  readonly learn: (verdict: 'accepted' | 'refused') => Promise<void>;
  /** Why no PIN is said, as a code; null when one would be. */
  readonly trouble: () => Promise<string | null>;
}

/** What is known of the PIN as its file has it now. */
type Mark =
  /** It was said, and what the operator made of it was not seen. */
  'tried' | 'accepted' | 'refused' | 'new';

const TROUBLES: Readonly<Record<Mark, string | null>> = {
  tried: 'pin_unproven',
  refused: 'pin_refused',
  accepted: null,
  new: null,
};

export function createWalletPin(options: {
  readonly pinFile: string | null;
  /** Holds what became of which state of the file, never the PIN. */
  readonly markFile: string;
}): WalletPin {
  const { pinFile, markFile } = options;
  const changedAt = async () =>
    pinFile === null ? null : String((await stat(pinFile).catch(() => null))?.mtimeMs ?? '');
  // Should the disk be full, this program still knows.
  let refusedAt: string | null = null;
  const readMark = async (): Promise<Mark> => {
    const [at, mark] = (await readFile(markFile, 'utf8').catch(() => '')).split(' ');
    if (at === '' || at !== (await changedAt())) return 'new';
    // A mark that cannot be read stops, too.
    return mark === 'accepted' || mark === 'refused' ? mark : 'tried';
  };
  const write = async (mark: Mark) => {
    if ((await readMark()) !== mark) await writeWhole(markFile, `${await changedAt()} ${mark}`);
  };
  const trouble = async () => {
    if (pinFile === null) return 'no_pin';
    return refusedAt !== null && refusedAt === (await changedAt())
      ? TROUBLES.refused
      : TROUBLES[await readMark()];
  };
  return {
    trouble,
    read: async () => {
      if (pinFile === null || (await trouble()) !== null) return null;
      try {
        const pin = readSecret(pinFile);
        return /^\d{4,8}$/.test(pin) ? pin : null;
      } catch {
        return null;
      }
    },
    // One that the operator has accepted before is no risk to say.
    beforeSaying: async () => {
      if ((await readMark()) === 'new') await write('tried');
    },
    learn: async (verdict) => {
      if (verdict === 'refused') refusedAt = await changedAt();
      await write(verdict).catch(() => {});
    },
  };
}
