import type { SmsLine } from '../api/types.ts';
import type { SmsWords } from '../words/en-sms.ts';

/**
 * Why a text became what it is, in words. Where a person or a parser has to look it is a code of a
 * closed list; elsewhere, or when the service is newer than this page, it is shown as it came.
 */
export function describeSmsReason(
  { state, reason }: Pick<SmsLine, 'state' | 'reason'>,
  { sms }: SmsWords,
): string | null {
  if (reason === null) return null;
  if (state === 'review') return sentenceIn(sms.reviewReasons, reason) ?? reason;
  if (state === 'nothing') return sentenceIn(sms.nothingReasons, reason) ?? reason;
  return reason;
}

function sentenceIn(sentences: Readonly<Record<string, string>>, code: string): string | null {
  return Object.hasOwn(sentences, code) ? (sentences[code] ?? null) : null;
}
