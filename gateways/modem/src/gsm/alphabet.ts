// The alphabet of GSM 03.38, seven bits per letter. Operators write most texts in it; a letter that
// it lacks, such as ê, makes a whole text UCS-2.

const LETTERS =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Announces a letter of the second table. */
const ESCAPE = 0x1b;

const ESCAPED: Readonly<Record<number, string>> = {
  0x0a: '\f',
  0x14: '^',
  0x28: '{',
  0x29: '}',
  0x2f: '\\',
  0x3c: '[',
  0x3d: '~',
  0x3e: ']',
  0x40: '|',
  0x65: '€',
};

/** Reads packed letters, the lowest bit first, from a given bit on. */
export function unpackSeptets(
  bytes: Uint8Array,
  { count, fromBit = 0 }: { readonly count: number; readonly fromBit?: number },
): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const bit = fromBit + index * 7;
    const low = bytes[bit >> 3] ?? 0;
    const high = bytes[(bit >> 3) + 1] ?? 0;
    return ((low | (high << 8)) >> (bit & 7)) & 0x7f;
  });
}

export function packSeptets(septets: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((septets.length * 7) / 8));
  for (const [index, septet] of septets.entries()) {
    const bit = index * 7;
    const shifted = septet << (bit & 7);
    const at = bit >> 3;
    bytes[at] = (bytes[at] ?? 0) | (shifted & 0xff);
    if (at + 1 < bytes.length) bytes[at + 1] = (bytes[at + 1] ?? 0) | (shifted >> 8);
  }
  return bytes;
}

export function readSeptets(septets: readonly number[]): string {
  let text = '';
  let isEscaped = false;
  for (const septet of septets) {
    if (isEscaped) {
      // The standard: a letter that the second table lacks is taken from the first.
      text += ESCAPED[septet] ?? LETTERS[septet] ?? '';
      isEscaped = false;
    } else if (septet === ESCAPE) isEscaped = true;
    else text += LETTERS[septet] ?? '';
  }
  return text;
}

/** `null` if the alphabet lacks a letter. */
export function writeSeptets(text: string): readonly number[] | null {
  const septets: number[] = [];
  for (const letter of text) {
    const code = LETTERS.indexOf(letter);
    if (code >= 0 && code !== ESCAPE) septets.push(code);
    else {
      const escaped = Object.entries(ESCAPED).find(([, other]) => other === letter);
      if (escaped === undefined) return null;
      septets.push(ESCAPE, Number(escaped[0]));
    }
  }
  return septets;
}

export function readUcs2(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  }
  return text;
}

/** `null` if it is not whole bytes in hexadecimal. */
export function readHex(hex: string): Uint8Array | null {
  if (hex.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(hex)) return null;
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}
