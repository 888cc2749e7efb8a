import { readHex, readSeptets, readUcs2, unpackSeptets } from './alphabet.ts';

/** A message in the store of a SIM: a whole text, or a part of one. */
export interface StoredSms {
  readonly kind: 'sms';
  readonly sender: string;
  /** When the operator's centre received it, or `null` if it gives no possible time. */
  readonly sentAt: string | null;
  readonly text: string;
  readonly part: Part | null;
}

export interface Part {
  /** The parts of one text share it and their sender. */
  readonly reference: number;
  readonly number: number;
  readonly of: number;
}

export type PduRead =
  | StoredSms
  /** Whole, but not a text for people: a delivery report, a picture. */
  | { readonly kind: 'other' }
  /** Not a valid message: the line is garbled or cut. */
  | { readonly kind: 'broken' };

const BROKEN = { kind: 'broken' } as const;
const OTHER = { kind: 'other' } as const;

/**
 * Reads an SMS in the form of GSM 03.40.
 * @param length bytes without the number of the centre, which a modem sends beside it
 */
export function readPdu(hex: string, length: number): PduRead {
  const bytes = readHex(hex);
  const centre = bytes?.[0];
  if (bytes === null || centre === undefined || bytes.length !== 1 + centre + length) return BROKEN;
  const body = bytes.subarray(1 + centre);
  const [first, digits, kind] = body;
  if (first === undefined || digits === undefined || kind === undefined) return BROKEN;
  if ((first & 0x03) !== 0) return OTHER;
  const senderBytes = Math.ceil(digits / 2);
  if (digits > 20) return BROKEN;
  const sender = readSender(body.subarray(3, 3 + senderBytes), { digits, kind });
  const rest = body.subarray(3 + senderBytes);
  const [, coding] = rest;
  const units = rest[9];
  if (coding === undefined || units === undefined || sender === null) return BROKEN;
  const content = readContent(rest.subarray(10), {
    units,
    alphabet: alphabetOf(coding),
    hasHeader: (first & 0x40) !== 0,
  });
  if (content.kind !== 'text') return content;
  const { text, part } = content;
  return { kind: 'sms', sender, sentAt: readTime(rest.subarray(2, 9)), text, part };
}

const ALPHANUMERIC = 5;

function readSender(
  bytes: Uint8Array,
  { digits, kind }: { readonly digits: number; readonly kind: number },
): string | null {
  const type = (kind >> 4) & 0x07;
  if (type === ALPHANUMERIC) {
    return readSeptets(unpackSeptets(bytes, { count: Math.floor((digits * 4) / 7) })).trim();
  }
  const number = swapped(bytes).slice(0, digits);
  if (!/^[0-9*#]*$/.test(number)) return null;
  return type === 1 ? `+${number}` : number;
}

/** Digits are in pairs, the second one first. */
function swapped(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => digitOf(byte & 0x0f) + digitOf(byte >> 4)).join('');
}

function digitOf(half: number): string {
  return '0123456789*#abc'[half] ?? '';
}

type Alphabet = 'septets' | 'ucs2' | 'bytes';

function alphabetOf(coding: number): Alphabet | null {
  const group = coding >> 4;
  // Compressed texts exist only in the standard.
  if (group < 8 && (coding & 0x20) !== 0) return null;
  if (group < 8) return (['septets', 'bytes', 'ucs2', null] as const)[(coding >> 2) & 0x03] ?? null;
  if (group === 0x0e) return 'ucs2';
  if (group === 0x0f) return (coding & 0x04) === 0 ? 'septets' : 'bytes';
  return 'septets';
}

type Content = { readonly kind: 'text'; readonly text: string; readonly part: Part | null };

function readContent(
  data: Uint8Array,
  options: {
    readonly units: number;
    readonly alphabet: Alphabet | null;
    readonly hasHeader: boolean;
  },
): Content | typeof BROKEN | typeof OTHER {
  const { units, alphabet, hasHeader } = options;
  if (alphabet === null || alphabet === 'bytes') return OTHER;
  const expected = alphabet === 'septets' ? Math.ceil((units * 7) / 8) : units;
  if (data.length !== expected) return BROKEN;
  const headerBytes = hasHeader ? 1 + (data[0] ?? 0) : 0;
  if (headerBytes > data.length) return BROKEN;
  const part = hasHeader ? readPart(data.subarray(1, headerBytes)) : null;
  if (part === 'broken') return BROKEN;
  if (alphabet === 'ucs2') {
    return { kind: 'text', text: readUcs2(data.subarray(headerBytes)), part };
  }
  // Letters continue at the next whole one after the header.
  const skipped = Math.ceil((headerBytes * 8) / 7);
  const count = Math.max(0, units - skipped);
  const text = readSeptets(unpackSeptets(data, { count, fromBit: skipped * 7 }));
  return { kind: 'text', text, part };
}

/** Which part it is, by the elements of the header: each has a name, a length and its bytes. */
function readPart(header: Uint8Array): Part | 'broken' | null {
  let part: Part | null = null;
  for (let at = 0; at < header.length; ) {
    const [name, length] = [header[at], header[at + 1]];
    if (length === undefined || at + 2 + length > header.length) return 'broken';
    const bytes = header.subarray(at + 2, at + 2 + length);
    if (name === 0x00 || name === 0x08) {
      const wide = name === 0x08 ? 1 : 0;
      if (length !== 3 + wide) return 'broken';
      const [of = 0, number = 0] = bytes.subarray(1 + wide);
      const reference = wide === 0 ? (bytes[0] ?? 0) : ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
      if (of === 0 || number === 0 || number > of) return 'broken';
      part = of === 1 ? null : { reference, number, of };
    }
    at += 2 + length;
  }
  return part;
}

/** Local time with the distance to UTC in quarters of an hour, whose sign has its own bit. */
function readTime(bytes: Uint8Array): string | null {
  const digits = swapped(bytes.subarray(0, 6));
  const zone = bytes[6] ?? 0;
  const quarters = (zone & 0x07) * 10 + (zone >> 4);
  const found = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (found === null) return null;
  const [, year, month, day, hour, minute, second] = found;
  const local = Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(local)) return null;
  const sign = (zone & 0x08) === 0 ? 1 : -1;
  return new Date(local - sign * quarters * 15 * 60_000).toISOString();
}
