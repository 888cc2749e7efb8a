import { ApiError } from '../../api/client.ts';
import { sayRefusal } from '../../words/service/say-refusal.ts';
import type { Words } from '../../words/words.tsx';

/** What went wrong and what to do, in the language of the page. */
export function describeProblem(error: Error, words: Words): string {
  if (!(error instanceof ApiError)) return words.errors.crash;
  if (error.status === 0) return words.errors.offline;
  // A proxy in between gives no code; the service says why.
  if (error.status === 403 && error.refusal.code === '') return words.errors.forbidden;
  if (error.status === 404) return words.errors.notFound;
  if (error.status === 429) {
    return words.signIn.locked(Math.max(1, Math.ceil((error.retryAfterS ?? 60) / 60)));
  }
  if (error.status >= 500) return words.errors.server;
  const said = sayRefusal(error, words);
  return error.refusal.code === '' ? words.errors.other(said) : said;
}
