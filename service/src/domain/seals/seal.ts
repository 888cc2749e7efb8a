/** Seals a text in 16 bytes, written as hexadecimal digits, or returns `null` without a key. */
export type SealRow = (text: string) => string | null;

/** For a service without SECRETS_KEY, which could not hide the key from the database's owner. */
export const NO_SEAL: SealRow = () => null;

/** Why a webhook or a SIM job is not used: what is stored is not what the service wrote. */
export const SEAL_BROKEN = 'seal broken';

/** Whether a stored row has the seal of its text; always so where there is no key. */
export function fitsSeal(seal: SealRow, text: string, stored: string | null): boolean {
  const expected = seal(text);
  return expected === null || expected === stored?.replaceAll('-', '');
}
