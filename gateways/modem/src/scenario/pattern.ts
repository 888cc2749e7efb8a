/** The fields that a pattern can read from a screen. */
export const FIELDS = ['amount', 'number', 'balance', 'fee', 'id', 'name', 'skip'] as const;
export type Field = (typeof FIELDS)[number];

export interface Pattern {
  /** What is between the fields, and the fields. */
  readonly pieces: readonly Piece[];
  /** The field of each group of the expression. */
  readonly fields: readonly Field[];
}

type Piece = { readonly text: string } | { readonly field: Field };

export interface Fact {
  readonly field: Field;
  readonly value: string;
}

/**
 * A figure as operators write it: 2500, 249 850,00, 249.850 or 249,850.00. A separator before
 * exactly three digits parts thousands; a point or comma before one or two last digits parts cents.
 * A figure is read whole or not at all: of 232 275,00 never the 275.
 */
export const FIGURE = [
  String.raw`(?<![\d.,-])(?<!(?<!\d)\d{1,3} (?=\d{3}(?!\d)))`,
  '(',
  String.raw`[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d{1,2})?|`,
  String.raw`[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?|`,
  String.raw`[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,2})?|`,
  String.raw`(?:0|[1-9]\d{0,8})(?:[.,]\d{1,2})?`,
  ')',
  String.raw`(?![.,]*\d)(?! \d{3}(?!\d))`,
].join('');

const FORMS: Readonly<Record<Field, string>> = {
  amount: FIGURE,
  fee: FIGURE,
  balance: FIGURE,
  number: String.raw`(?<!\d)(?:\+?237 ?)?(\d(?: ?\d){8})(?!\d)`,
  id: String.raw`([a-z0-9.]{6,30}?)`,
  // Without digits: an amount could hide in a field that is not compared.
  name: String.raw`([^\d]{1,60}?)`,
  skip: String.raw`([^]{0,200}?)`,
};

/** Text and `{fields}` that match a whole screen, in any case, accents and spaces. */
export function compilePattern(text: string): Pattern | null {
  const pieces: Piece[] = [];
  const fields: Field[] = [];
  for (const piece of text.split(/(\{[a-z]*\})/)) {
    const [, name] = /^\{([a-z]*)\}$/.exec(piece) ?? [];
    if (name === undefined) pieces.push({ text: escape(withoutAccents(piece)) });
    else {
      const field = FIELDS.find((one) => one === name);
      if (field === undefined) return null;
      fields.push(field);
      pieces.push({ field });
    }
  }
  return { pieces, fields };
}

/** `null` if the screen does not match, or if a figure could begin at two places. */
export function matchPattern(pattern: Pattern, screen: string): readonly Fact[] | null {
  const text = withoutAccents(screen).trim();
  const found = expressionOf(pattern).exec(text);
  if (found === null) return null;
  const { fields } = pattern;
  const isUnsure = fields.some((field, index) => {
    if (FORMS[field] !== FIGURE) return false;
    const [from = 0] = found.indices?.[index + 1] ?? [];
    return expressionOf(pattern, { group: index, from }).test(text);
  });
  if (isUnsure) return null;
  return fields.map((field, index) => ({ field, value: found[index + 1] ?? '' }));
}

/** The expression of a pattern; with `elsewhere` one whose group begins at another place. */
function expressionOf(
  { pieces }: Pattern,
  elsewhere?: { readonly group: number; readonly from: number },
): RegExp {
  let group = -1;
  const sources = pieces.map((piece) => {
    if ('text' in piece) return piece.text;
    group += 1;
    const isMoved = group === elsewhere?.group;
    return (isMoved ? `(?<!^[^]{${elsewhere.from}})` : '') + FORMS[piece.field];
  });
  return new RegExp(`^ ?${sources.join('')} ?$`, 'di');
}

/** Without accents, and each space or line break one space. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/\s+/g, ' ');
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** The hundredths of a figure: `2 500`, `2.500,00` and `2500` have the same. */
export function readCents(figure: string): number {
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(figure) ?? [];
  return Number(whole.replaceAll(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'));
}

/** Nine digits. */
export function readNumber(value: string): string {
  return value.replaceAll(/\D/g, '').slice(-9);
}
