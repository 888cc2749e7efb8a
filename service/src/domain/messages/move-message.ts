import { prose, type Remark, readRemark } from './message.ts';

/**
 * A remark as stored in the history, beside the sentence that platforms read. The sentence is
 * stored there, so only code and values are written; a person's own text has neither.
 */
export function writeMoveRemark(remark: Remark | null): string | null {
  return remark === null || remark.code === 'prose' ? null : JSON.stringify(remark);
}

/** History of releases without codes, and whatever cannot be read, is shown as its sentence. */
export function readMoveRemark(reason: string, stored: string | null): Remark {
  const remark = stored === null ? null : readRemark(stored);
  return remark === null || remark.code === 'prose' ? prose(reason) : remark;
}
