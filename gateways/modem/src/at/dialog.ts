import { createLineReader } from './lines.ts';
import { type Final, readFinal, readUnsolicited, type Unsolicited } from './words.ts';

/** The parts of a serial line that a dialog needs. */
export interface Port {
  readonly write: (text: string) => void;
  readonly onData: (listener: (piece: string) => void) => void;
  /** Called once, when the line is gone: unplugged, or closed by us. */
  readonly onGone: (listener: () => void) => void;
  readonly close: () => void;
}

export interface Question {
  readonly command: string;
  /** The lines that belong to the answer; all others are unsolicited, or noise. */
  readonly answer?: RegExp;
  readonly deadlineMs?: number;
}

export type Answer =
  | (Final & { readonly lines: readonly string[] })
  /** The modem did not answer in time, or is gone: what it does now is unknown. */
  | { readonly kind: 'silent' };

export interface Dialog {
  /** Waits until a modem that may be busy, or in the middle of something, answers OK. */
  readonly wake: (options: {
    readonly tries: number;
    readonly pauseMs: number;
  }) => Promise<boolean>;
  readonly ask: (question: Question) => Promise<Answer>;
  /** Each returns a function that removes the listener. */
  readonly onUnsolicited: (listener: (reported: Unsolicited) => void) => () => void;
  readonly onEnd: (listener: () => void) => () => void;
  readonly isOver: () => boolean;
  readonly end: () => void;
}

const DEADLINE_MS = 10_000;
const SILENT = { kind: 'silent' } as const;

interface Pending {
  readonly question: Question;
  readonly lines: string[];
  readonly finish: (answer: Answer) => void;
}

/**
 * One question at a time. A question without an answer ends the dialog, because a late answer would
 * be taken for that of the next question: the line is then opened again.
 */
export function createDialog(port: Port): Dialog {
  const reader = createLineReader();
  const listeners = new Set<(reported: Unsolicited) => void>();
  const enders = new Set<() => void>();
  let pending: Pending | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isOver = false;

  port.onData((piece) => {
    for (const event of reader.read(piece)) {
      if (event.kind === 'line') take(event.line);
    }
  });
  port.onGone(end);

  function end(): void {
    if (isOver) return;
    isOver = true;
    pending?.finish(SILENT);
    port.close();
    for (const ender of enders) ender();
  }

  function take(line: string): void {
    const reported = readUnsolicited(line);
    if (reported !== null) {
      for (const listener of listeners) listener(reported);
      return;
    }
    if (pending === null || line === pending.question.command) return;
    const final = readFinal(line);
    if (final !== null) pending.finish({ ...final, lines: pending.lines });
    else if (pending.question.answer?.test(line) === true) pending.lines.push(line);
  }

  /** Whether or not an answer came, the next question may be asked. */
  function exchange(question: Question): Promise<Answer> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish(SILENT), question.deadlineMs ?? DEADLINE_MS);
      const finish = (answer: Answer) => {
        clearTimeout(timer);
        pending = null;
        resolve(answer);
      };
      pending = { question, lines: [], finish };
      port.write(`${question.command}\r`);
    });
  }

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = last.then(run);
    last = turn.catch(() => {});
    return turn;
  }

  return {
    wake: ({ tries, pauseMs }) =>
      inTurn(async () => {
        for (let left = tries; left > 0 && !isOver; left -= 1) {
          const answer = await exchange({ command: 'AT', deadlineMs: pauseMs });
          if (answer.kind !== 'ok') continue;
          // Answers to earlier tries may still come; nothing is asked until it is quiet.
          await new Promise((resolve) => setTimeout(resolve, left === tries ? 0 : pauseMs));
          return !isOver;
        }
        return false;
      }),
    ask: (question) =>
      inTurn(async () => {
        if (isOver) return SILENT;
        const answer = await exchange(question);
        if (answer.kind === 'silent') end();
        return answer;
      }),
    onUnsolicited: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onEnd: (listener) => {
      if (isOver) listener();
      else enders.add(listener);
      return () => void enders.delete(listener);
    },
    isOver: () => isOver,
    end,
  };
}
