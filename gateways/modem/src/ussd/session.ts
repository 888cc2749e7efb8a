import type { Dialog } from '../at/dialog.ts';
import type { RawScreen } from '../at/words.ts';
import { type CodeForm, readScreen, writeCode } from '../gsm/ussd-text.ts';
import type { Shown } from '../scenario/decide.ts';

export type UssdAnswer =
  | ({ readonly kind: 'screen' } & Shown)
  /** No screen: the network or the modem refuses, does not answer in time, or is gone. */
  | { readonly kind: 'none'; readonly problem: NoScreen };

export type NoScreen = 'refused' | 'not_supported' | 'timed_out' | 'silent' | 'invalid';

export interface UssdSession {
  /** Dials a code, or answers a screen, and waits for the next one. */
  readonly say: (text: string) => Promise<UssdAnswer>;
  /** Ends it at the network; the modem accepts no other while one is open. */
  readonly end: () => Promise<void>;
}

export interface SessionOptions {
  readonly form: CodeForm;
  /** Networks take 5 to 30 seconds for a screen. */
  readonly screenMs: number;
  /** Some modems report the end before they show the last text. */
  readonly lastTextMs: number;
}

export const SESSION = { screenMs: 45_000, lastTextMs: 3_000 } as const;

/** One session at a time on a modem: the caller ensures it. */
export function openSession(dialog: Dialog, options: SessionOptions): UssdSession {
  const { form, screenMs, lastTextMs } = options;
  // Screens may come before the modem's OK.
  const shown: RawScreen[] = [];
  let wake: (() => void) | null = null;
  let isEnded = false;
  let isOpenAtNetwork = false;
  const deaf = [
    dialog.onUnsolicited((reported) => {
      if (reported.kind !== 'screen') return;
      shown.push(reported.screen);
      wake?.();
    }),
    dialog.onEnd(() => wake?.()),
  ];

  async function nextScreen(mostMs: number): Promise<RawScreen | null> {
    if (shown.length === 0 && !dialog.isOver()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, mostMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = null;
    }
    return shown.shift() ?? null;
  }

  async function record(): Promise<UssdAnswer> {
    let screen = await nextScreen(screenMs);
    const isBare = screen?.mode === 0 || screen?.mode === 2;
    if (isBare && screen?.text === '') screen = (await nextScreen(lastTextMs)) ?? screen;
    if (screen === null) return { kind: 'none', problem: 'silent' };
    isOpenAtNetwork = screen.mode === 1;
    if (screen.mode === 4) return { kind: 'none', problem: 'not_supported' };
    if (screen.mode === 5) return { kind: 'none', problem: 'timed_out' };
    const text = readScreen(screen.text, screen.coding);
    // An end without a word is a cut session: no screen of the menu, whatever the scenario says.
    if (!isOpenAtNetwork && text.trim() === '') return { kind: 'none', problem: 'timed_out' };
    return { kind: 'screen', text, isOpen: isOpenAtNetwork };
  }

  return {
    say: async (text) => {
      const written = writeCode(text, form);
      if (written === null || isEnded) return { kind: 'none', problem: 'invalid' };
      // A screen that came unasked is no answer to this.
      shown.length = 0;
      isOpenAtNetwork = true;
      const answer = await dialog.ask({ command: `AT+CUSD=1,"${written}",15` });
      if (answer.kind === 'silent') return { kind: 'none', problem: 'silent' };
      if (answer.kind === 'error') return { kind: 'none', problem: 'refused' };
      return record();
    },
    end: async () => {
      isEnded = true;
      for (const stop of deaf) stop();
      if (isOpenAtNetwork) await dialog.ask({ command: 'AT+CUSD=2' });
    },
  };
}
