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

/**
 * Why a row of a table may be believed although its writer had only the database's password: each
 * table of the database, and each column of a sealed one, is in `sealed-tables.ts`, and a test
 * compares both.
 */
export type Believed =
  /** Each row has an entry in the one sealed list of all rows that give power (`row_seals`). */
  | ({ readonly by: 'list' } & SealedColumns)
  /** Each row has its own seal: there are too many for a list. */
  | ({ readonly by: 'row' } & SealedColumns)
  /** Before it is used it is compared with something sealed. */
  | { readonly by: 'comparison'; readonly with: string }
  /** A false row moves no money and lets nobody in. */
  | { readonly by: 'nothing'; readonly because: string };

export interface SealedColumns {
  readonly key: readonly string[];
  /** The columns that decide something, all of them under the seal. */
  readonly columns: readonly string[];
  /** Those among them that the vault has sealed: the seal is over what they hide. */
  readonly secrets?: readonly string[];
  /** The columns that change too often for the list: the row has their `seal` and a `version`. */
  readonly own?: readonly string[];
  /** What else decides, as SQL about the row `$`: what another table, or the whole one, must have. */
  readonly also?: readonly string[];
  /** The columns that decide nothing, and why. */
  readonly free?: Readonly<Record<string, string>>;
}
