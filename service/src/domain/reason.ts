/**
 * A reason that a person typed, as it is kept: one line without invisible characters, which can
 * hide a word or reverse the order of a line on the screen.
 */
export function readReason(typed: string): { readonly value: string } | { readonly error: string } {
  const value = typed
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(value)) return { error: 'must have letters or digits' };
  if (Array.from(value).length < SHORTEST)
    return { error: `must have at least ${SHORTEST} characters` };
  return { value };
}

const SHORTEST = 3;
