import { type Message, prose, readMessage } from './message.ts';

/**
 * A message as stored in the history, beside the sentence that platforms read. The sentence is
 * stored there, so only code and values are written; a person's own text has neither.
 */
export function writeMoveMessage(message: Message | null): string | null {
  return message === null || message.code === 'prose' ? null : JSON.stringify(message);
}

/** History without codes, and anything unreadable, is shown as its sentence. */
export function readMoveMessage(reason: string, stored: string | null): Message {
  const message = stored === null ? null : readMessage(stored);
  return message === null || message.code === 'prose' ? prose(reason) : message;
}
