import { prose, type Remark, readRemark } from './remark.ts';

/**
 * A remark as it stands in the history, beside the sentence that platforms read. The sentence is
 * there, so only code and values are written; words of a person have neither.
 */
export function writeMoveRemark(remark: Remark | null): string | null {
  return remark === null || remark.code === 'prose' ? null : JSON.stringify(remark);
}

/** History of releases that had no codes, and whatever cannot be read, says its sentence. */
export function readMoveRemark(reason: string, stored: string | null): Remark {
  const remark = stored === null ? null : readRemark(stored);
  return remark === null || remark.code === 'prose' ? prose(reason) : remark;
}
