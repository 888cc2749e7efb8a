import type { SmsRow } from '../api/types.ts';
import type { Words } from '../words/words.tsx';

/**
 * Why a text became what it is, in words. Where a person or a parser has to look it is a code of a
 * closed list; elsewhere, or when the service is newer than this page, it is what the service says.
 */
export function describeSmsReason(
  { state, reason }: Pick<SmsRow, 'state' | 'reason'>,
  { sms, said }: Pick<Words, 'sms' | 'said'>,
): string | null {
  if (reason === null) return null;
  if (state === 'review') return sentenceIn(sms.reviewReasons, reason) ?? said(reason);
  if (state === 'nothing') return sentenceIn(sms.nothingReasons, reason) ?? said(reason);
  return said(reason);
}

function sentenceIn(sentences: Readonly<Record<string, string>>, code: string): string | null {
  return Object.hasOwn(sentences, code) ? (sentences[code] ?? null) : null;
}
