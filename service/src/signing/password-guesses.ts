import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Why a password is guessed early. */
export type Guessable = 'own_words' | 'common' | 'keyboard' | 'repeats';

export interface PasswordQuestion {
  readonly password: string;
  /** Names of the person and of the installation. */
  readonly ownWords: readonly string[];
}

const DEADLINE_MS = 30_000;

/**
 * Says why a password falls too early, or `null`. The dictionaries take 50 MB and a check up to a
 * second, so both are in a process that ends with its answer: payments wait for neither.
 */
export async function findGuessable(question: PasswordQuestion): Promise<Guessable | null> {
  const program = join(import.meta.dirname, 'guess-process.ts');
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: DEADLINE_MS,
  });
  // It may end before it has read the question.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(question));
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error('a password could not be judged in time');
  return JSON.parse(answer) as Guessable | null;
}
