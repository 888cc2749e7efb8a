/** Seals a text in 16 bytes, written as hexadecimal digits, or returns `null` without a key. */
export interface SealRow {
  (text: string): string | null;
  /** The same with the keys that this one replaced, for rows of before. */
  readonly former?: readonly SealRow[];
}

/** For a service without SECRETS_KEY, which could not hide the key from the database's owner. */
export const NO_SEAL: SealRow = () => null;

/** Why a webhook or a SIM job is not used: what is stored is not what the service wrote. */
export const SEAL_BROKEN = 'seal broken';

/** Whether a stored row has the seal of its text; always so where there is no key. */
export function fitsSeal(seal: SealRow, text: string, stored: string | null): boolean {
  const expected = mustHave(seal, text, stored);
  return expected === null || expected === stored?.replaceAll('-', '');
}

/** The seal that a stored row must have: that of a former key, if it has that one. */
export function mustHave(seal: SealRow, text: string, stored: string | null): string | null {
  const earlier = (seal.former ?? []).map((one) => one(text));
  return earlier.find((one) => one === stored?.replaceAll('-', '')) ?? seal(text);
}
