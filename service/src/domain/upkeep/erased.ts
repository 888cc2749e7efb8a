/** Stands where a number was; no country has it. */
export const ERASED_NUMBER = '+99900000000';

/** How a text begins whose words are gone. */
export const ERASED_TEXT = '(erased)';

/** What a seal covers in place of a number that is gone. */
export function sealedNumber(digest: string): string {
  return `erased:${digest}`;
}

/**
 * How statements and texts may write a number: with and without its plus sign and country. Each
 * contains the last one.
 */
export function spellingsOf(msisdn: string): readonly string[] {
  const digits = msisdn.slice(1);
  const shortest = digits.startsWith('237') ? digits.slice(3) : digits;
  return [...new Set([msisdn, `00${digits}`, digits, shortest])];
}
