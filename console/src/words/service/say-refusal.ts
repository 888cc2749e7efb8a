import type { ApiError, Issue } from '../../api/client.ts';
import type { Words } from '../languages/words.ts';
import { createSay } from './say.ts';

/** Why the service refused something, in the reader's language; the fields are named first. */
export function sayRefusal(
  { refusal }: Pick<ApiError, 'refusal'>,
  words: Pick<Words, 'said' | 'issues' | 'requestFields' | 'colon'>,
): string {
  if (refusal.issues.length === 0) return words.said(refusal);
  const say = createSay(words.issues, {});
  return refusal.issues
    .map(({ loc, type, msg, ctx }: Issue) => {
      const wrong = say({ code: type, params: { ...ctx, msg }, text: msg });
      const field = nameField(loc.slice(1), words.requestFields);
      return field === '' ? wrong : `${field}${words.colon} ${wrong}`;
    })
    .join(' · ');
}

/** `['receipt_ids', 1]` is “payments 2”; a field of a newer service keeps its own name. */
function nameField(path: Issue['loc'], fields: Words['requestFields']): string {
  const known: Readonly<Record<string, string>> = fields;
  return path
    .map((part) => (typeof part === 'number' ? part + 1 : (known[part] ?? part)))
    .join(' ');
}
