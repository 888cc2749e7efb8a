/** Where and how a process is to fail, once: for tests only. */
export interface Failpoint {
  /** A statement by its name, or a call outside: `prepare`, `send`, `ask` or `post`. */
  readonly point: string;
  /** `committed`: after the database transaction in which the statement ran. */
  readonly side: 'before' | 'after' | 'committed';
  /** Counted from 1. */
  readonly nth: number;
  /** `hang`: the whole process stands still until somebody lets it go on. */
  readonly action: 'kill' | 'hang' | 'error';
}

const FORM = /^([a-z-]+):(before|after|committed):([1-9]\d{0,5}):(kill|hang|error)$/;

export function readFailpoint(text: string): Failpoint | null {
  if (text === '') return null;
  const [, point = '', side, nth, action] = FORM.exec(text) ?? [];
  if (point === '') {
    throw new Error('must be <point>:<before|after|committed>:<nth>:<kill|hang|error>');
  }
  return {
    point,
    side: side as Failpoint['side'],
    nth: Number(nth),
    action: action as Failpoint['action'],
  };
}
