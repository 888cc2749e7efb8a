import { isWaiting } from '../api/admin.ts';
import { ApiError, isInDoubt } from '../api/client.ts';
import { isSignedOut } from '../api/query-client.ts';
import { sayRefusal } from '../words/service/say-refusal.ts';
import { useWords } from '../words/words.tsx';
import { useAnnounce } from './result-message.tsx';

/**
 * Carries out a change of the set-up and shows its result; what is shown may depend on the answer.
 * Returns `null` if it was refused.
 */
export function useAdminAction() {
  const words = useWords();
  const announce = useAnnounce();
  return async <T>(
    change: () => Promise<T>,
    success: string | null | ((answer: T) => string),
  ): Promise<T | null> => {
    announce(null);
    try {
      const answer = await change();
      const text = typeof success === 'function' ? success(answer) : success;
      // What waits for another person is no success that may go by itself.
      if (text !== null) announce({ tone: isWaiting(answer) ? 'calm' : 'good', text });
      return answer;
    } catch (error) {
      // The dialog stays open while the person signs in again.
      if (!(error instanceof ApiError) || isSignedOut(error)) throw error;
      const { unknown, refused } = words.actions.results;
      const text = isInDoubt(error) ? unknown : refused(sayRefusal(error, words));
      announce({ tone: 'bad', text });
      return null;
    }
  };
}

/** For what is done without a dialog: the session has ended, and the sign-in screen says so. */
export function ignoreEnd(error: unknown): void {
  if (!isSignedOut(error)) throw error;
}
