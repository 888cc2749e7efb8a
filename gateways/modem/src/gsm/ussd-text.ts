import {
  packSeptets,
  readHex,
  readSeptets,
  readUcs2,
  unpackSeptets,
  writeSeptets,
} from './alphabet.ts';

/** How a modem wants a code: most take it as it is, some sticks packed, some in UCS-2. */
export const CODE_FORMS = ['plain', 'packed', 'ucs2'] as const;
export type CodeForm = (typeof CODE_FORMS)[number];

/** A code or an answer for `AT+CUSD`, or `null` with a character that no code has (a quote). */
export function writeCode(code: string, form: CodeForm): string | null {
  if (!/^[0-9A-Za-z*#+ .]{1,160}$/.test(code)) return null;
  switch (form) {
    case 'plain':
      return code;
    case 'packed': {
      const septets = writeSeptets(code);
      return septets === null
        ? null
        : Buffer.from(packSeptets(septets)).toString('hex').toUpperCase();
    }
    case 'ucs2':
      return Buffer.from(code, 'utf16le').swap16().toString('hex').toUpperCase();
  }
}

/**
 * The text of a screen. The coding that a modem reports is often wrong, so the shape counts too:
 * hexadecimal is decoded if the result is readable, and left as it is otherwise.
 */
export function readScreen(reported: string, coding: number | null): string {
  const bytes = reported.length >= 4 ? readHex(reported) : null;
  if (bytes === null) return reported;
  const ucs2 = reported.length % 4 === 0 ? readUcs2(bytes) : null;
  if (ucs2 !== null && (isUcs2(coding) || isWords(ucs2))) return ucs2;
  // A number stays a number: a screen with only a balance must not become letters.
  if (/^[0-9]+$/.test(reported)) return reported;
  const packed = readSeptets(unpackSeptets(bytes, { count: Math.floor((bytes.length * 8) / 7) }));
  const text = packed.replace(/[@\r]$/, '');
  return isWords(text) ? text : reported;
}

function isUcs2(coding: number | null): boolean {
  if (coding === null) return false;
  const group = coding >> 4;
  return coding === 0x11 || ((group === 4 || group === 5) && ((coding >> 2) & 0x03) === 2);
}

/** Letters, digits and marks of French and English. */
function isWords(text: string): boolean {
  return /^[\n\r -~¡-ɏ‐-‧€]+$/.test(text) && /[A-Za-z0-9]/.test(text);
}
