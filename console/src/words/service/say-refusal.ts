import type { ApiError, Issue } from '../../api/client.ts';
import type { Words } from '../languages.ts';
import { createSay } from './say.ts';

/** Why the service refused something, in the reader's language; the fields are named first. */
export function sayRefusal(
  { refusal }: Pick<ApiError, 'refusal'>,
  words: Pick<Words, 'said' | 'issues' | 'colon'>,
): string {
  if (refusal.issues.length === 0) return words.said(refusal);
  const say = createSay(words.issues, {});
  return refusal.issues
    .map(({ loc, type, msg, ctx }: Issue) => {
      const wrong = say({ code: type, params: { ...ctx, msg }, text: msg });
      const field = loc.slice(1).join('.');
      return field === '' ? wrong : `${field}${words.colon} ${wrong}`;
    })
    .join(' · ');
}
