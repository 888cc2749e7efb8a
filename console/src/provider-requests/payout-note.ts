import type { DetailAnswer, Message, State } from '../api/types.ts';
import type { Words } from '../words/words.tsx';

/** What must not be overlooked about an unsettled payout, or `null` if there is nothing. */
export interface PayoutNoteText {
  readonly text: string | null;
  /** What is wrong with the provider, or with the connection to it. */
  readonly problem: Message | null;
}

export function notePayout(
  { transaction, submission: request }: NotedDetail,
  { submission: { notes } }: Pick<Words, 'submission'>,
): PayoutNoteText | null {
  if (transaction.direction !== 'withdrawal' || request === null) return null;
  const note = NOTE_IN[transaction.state];
  if (note === null) return null;
  const { problem, sent_at } = request;
  // The problem may be that the provider has answered after all.
  if (note === 'held' && problem !== null) return { text: null, problem };
  if (note === 'held' && sent_at === null) return { text: notes.neverSent, problem };
  // Once it may have been sent, no text may say that it was not.
  return { text: notes[note === 'waits' && sent_at !== null ? 'sent' : note], problem };
}

interface NotedDetail {
  readonly transaction: Pick<DetailAnswer['transaction'], 'direction' | 'state'>;
  readonly submission: Pick<NonNullable<DetailAnswer['submission']>, 'problem' | 'sent_at'> | null;
}

const NOTE_IN: Readonly<Record<State, keyof Words['submission']['notes'] | null>> = {
  pending: null,
  provider_acknowledged: null,
  pending_approval: null,
  approved: 'waits',
  provider_submitted: 'sent',
  succeeded: null,
  failed: null,
  expired: null,
  requires_manual_resolution: 'held',
};
