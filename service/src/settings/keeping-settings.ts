import { FIRST_ARCHIVE_MONTHS } from '../domain/upkeep/periods.ts';
import { custom } from './setting-kinds.ts';

/** How long data is kept; `momo retention run` does it. */
export const KEEPING_SETTINGS = {
  keepTextMonths: custom('KEEP_TEXT_MONTHS', readMonths(1), {
    description:
      'After so many whole months `momo retention run` empties the words of texts (SMS) about which nothing is open. Not set: never.',
  }),
  keepEvidenceMonths: custom('KEEP_EVIDENCE_MONTHS', readMonths(1), {
    description:
      'The same for what operators were asked and answered, of transactions that are not open.',
  }),
  keepWebhookMonths: custom('KEEP_WEBHOOK_MONTHS', readMonths(1), {
    description:
      'The same for headers of webhooks and answers to them; when and how each attempt ended stays.',
  }),
  keepSessionMonths: custom('KEEP_SESSION_MONTHS', readMonths(1), {
    description:
      'The same for sessions of staff that have ended, with address and browser; the audit log stays.',
  }),
  archiveAfterMonths: custom('ARCHIVE_AFTER_MONTHS', readMonths(FIRST_ARCHIVE_MONTHS), {
    description: `After so many whole months (at least ${FIRST_ARCHIVE_MONTHS}) \`momo retention run --archive FOLDER\` puts histories, attempts and evidence of a month into files. Not set: never.`,
  }),
} as const;

function readMonths(min: number): (text: string) => number | null {
  return (text) => {
    if (text === '') return null;
    const months = Number(text);
    if (/^\d{1,3}$/.test(text) && months >= min) return months;
    throw new Error(`must be a whole number of months from ${min} to 999`);
  };
}
