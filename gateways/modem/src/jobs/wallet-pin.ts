import { readFile, stat } from 'node:fs/promises';
import { readSecret } from '../config.ts';
import { writeWhole } from '../modem/write-whole.ts';

/** The PIN of the wallet. A wallet blocks after three wrong PINs, so uncertainty stops all use. */
export interface WalletPin {
  /** `null` if there is none, or if it must not be sent again until its file changes. */
  readonly read: () => Promise<string | null>;
  /** Resolves when it is on disk that the PIN is about to be sent. */
  readonly beforeSaying: () => Promise<void>;
  readonly learn: (verdict: 'accepted' | 'refused') => Promise<void>;
  /** The code of the reason why no PIN is sent, or `null` if one would be. */
  readonly trouble: () => Promise<string | null>;
}

/** What is known of the PIN that its file has now. */
type Mark =
  /** It was sent, and the operator's verdict was not seen. */
  'tried' | 'accepted' | 'refused' | 'new';

const TROUBLES: Readonly<Record<Mark, string | null>> = {
  tried: 'pin_unproven',
  refused: 'pin_refused',
  accepted: null,
  new: null,
};

export function createWalletPin(options: {
  readonly pinFile: string | null;
  /** Holds the verdict for one state of the PIN file, never the PIN. */
  readonly markFile: string;
}): WalletPin {
  const { pinFile, markFile } = options;
  const changedAt = async () =>
    pinFile === null ? null : String((await stat(pinFile).catch(() => null))?.mtimeMs ?? '');
  // If the disk is full, this process still knows.
  let refusedAt: string | null = null;
  const readMark = async (): Promise<Mark> => {
    const [at, mark] = (await readFile(markFile, 'utf8').catch(() => '')).split(' ');
    if (at === '' || at !== (await changedAt())) return 'new';
    // An unreadable mark stops too.
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
    // A PIN that the operator has accepted before is no risk.
    beforeSaying: async () => {
      if ((await readMark()) === 'new') await write('tried');
    },
    learn: async (verdict) => {
      if (verdict === 'refused') refusedAt = await changedAt();
      await write(verdict).catch(() => {});
    },
  };
}
