import type { CodeForm } from './modem-state.ts';
import { GSM, pack } from './write-pdu.ts';

// How sticks differ: most take a code as it is, some packed in seven bits, some in UCS-2.

/** The code that the agent dialled, or `null` if this modem does not understand it. */
export function readCode(text: string, form: CodeForm): string | null {
  if (form === 'plain') return text;
  if (!/^(?:[0-9A-F]{2})+$/.test(text)) return null;
  const code = form === 'packed' ? unpack(text) : unpackUcs2(text);
  return /^[0-9*#]+$/.test(code) ? code : null;
}

export function writeScreen(text: string, form: CodeForm): string {
  switch (form) {
    case 'plain':
      return text;
    case 'packed':
      return pack(Array.from(toGsm(text), (letter) => GSM.indexOf(letter)));
    case 'ucs2':
      return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
  }
}

/** Packed screens have no letter that the alphabet lacks. */
function toGsm(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/[\u0300-\u036F]/g, '');
  return Array.from(plain, (letter) => (GSM.includes(letter) ? letter : '?')).join('');
}

function unpack(hex: string): string {
  const bits = Array.from(Buffer.from(hex, 'hex'), (byte) =>
    byte.toString(2).padStart(8, '0').split('').toReversed().join(''),
  ).join('');
  const letters = bits.match(/.{7}/g) ?? [];
  const codes = letters.map((seven) => Number.parseInt(seven.split('').toReversed().join(''), 2));
  return codes
    .map((code) => GSM[code] ?? '')
    .join('')
    .replace(/[@\r]$/, '');
}

function unpackUcs2(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  return bytes.length % 2 === 1 ? '' : bytes.swap16().toString('utf16le');
}
