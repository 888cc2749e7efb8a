/** A text on its way to a SIM, as the operator's centre sends it. */
export interface OutgoingSms {
  readonly sender: string;
  readonly text: string;
  readonly at: Date;
  /** What the parts of a long text have in common. */
  readonly reference: number;
}

export interface Pdu {
  readonly hex: string;
  /** Bytes without the number of the centre. */
  readonly length: number;
}

// Shares no code with the reader, so the same fault cannot hide in both.

export const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** One message, or the parts of a long one in their order. */
export function writePdus({ sender, text, at, reference }: OutgoingSms): readonly Pdu[] {
  const isGsm = Array.from(text).every((letter) => GSM.includes(letter) && letter !== '\u001B');
  const pieces = isGsm ? cut(text, 160, 153) : cut(text, 70, 67);
  return pieces.map((piece, index) => {
    const header =
      pieces.length === 1
        ? ''
        : `050003${byte(reference & 0xff)}${byte(pieces.length)}${byte(index + 1)}`;
    const first = header === '' ? '04' : '44';
    const coding = isGsm ? '00' : '08';
    const content = isGsm ? writeGsm(piece, header) : writeUcs2(piece, header);
    const body = `${first}${writeSender(sender)}00${coding}${writeTime(at)}${content}`;
    return { hex: `${CENTRE}${body}`.toUpperCase(), length: body.length / 2 };
  });
}

/** +237 670 000 000. */
const CENTRE = '0791326700000000';

function cut(text: string, whole: number, part: number): readonly string[] {
  if (text.length <= whole) return [text];
  const count = Math.ceil(text.length / part);
  return Array.from({ length: count }, (_, index) => text.slice(index * part, (index + 1) * part));
}

function writeSender(sender: string): string {
  if (/^\+?\d+$/.test(sender)) {
    const digits = sender.replace('+', '');
    return `${byte(digits.length)}${sender.startsWith('+') ? '91' : '81'}${swap(digits)}`;
  }
  const packed = pack(Array.from(sender, (letter) => GSM.indexOf(letter)));
  // Counted in half bytes that are needed, not in letters.
  return `${byte(Math.ceil((sender.length * 7) / 4))}D0${packed}`;
}

/** Cameroon is four quarters of an hour ahead of UTC. */
function writeTime(at: Date): string {
  const local = new Date(at.getTime() + 3_600_000).toISOString();
  return `${swap(local.slice(2, 19).replaceAll(/\D/g, ''))}40`;
}

function writeGsm(text: string, header: string): string {
  const headerBytes = header.length / 2;
  const filled = Math.ceil((headerBytes * 8) / 7);
  const letters = Array.from(text, (letter) => GSM.indexOf(letter));
  // The header replaces this many letters; bits of the last one stay empty.
  const packed = pack([...Array.from({ length: filled }, () => 0), ...letters]);
  return `${byte(filled + letters.length)}${header}${packed.slice(header.length)}`;
}

function writeUcs2(text: string, header: string): string {
  const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
  return `${byte((header.length + hex.length) / 2)}${header}${hex}`;
}

/** As one long number, lowest bits first. */
export function pack(septets: readonly number[]): string {
  let number = 0n;
  for (const [index, septet] of septets.entries()) number |= BigInt(septet) << BigInt(index * 7);
  const bytes = Math.ceil((septets.length * 7) / 8);
  const hex = number.toString(16).padStart(bytes * 2, '0');
  return Buffer.from(Buffer.from(hex, 'hex').toReversed()).toString('hex');
}

function swap(digits: string): string {
  const even = digits.length % 2 === 0 ? digits : `${digits}F`;
  return even.replaceAll(/(.)(.)/g, '$2$1');
}

function byte(value: number): string {
  return value.toString(16).padStart(2, '0');
}
