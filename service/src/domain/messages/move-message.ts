import { type Message, prose, readMessage } from './message.ts';

/**
 * A remark as stored in the history, beside the sentence that platforms read. The sentence is
 * stored there, so only code and values are written; a person's own text has neither.
 */
export function writeMoveMessage(remark: Message | null): string | null {
  return remark === null || remark.code === 'prose' ? null : JSON.stringify(remark);
}

/** History of releases without codes, and whatever cannot be read, is shown as its sentence. */
export function readMoveMessage(reason: string, stored: string | null): Message {
  const remark = stored === null ? null : readMessage(stored);
  return remark === null || remark.code === 'prose' ? prose(reason) : remark;
}
