/** The fields that a pattern can read from a screen. */
export const FIELDS = ['amount', 'number', 'balance', 'fee', 'id', 'name', 'skip'] as const;
export type Field = (typeof FIELDS)[number];

export interface Pattern {
  readonly regex: RegExp;
  /** The field of each group of the expression. */
  readonly fields: readonly Field[];
}

export interface Fact {
  readonly field: Field;
  readonly value: string;
}

/** A space, a point or a comma may separate thousands; cents are only zeros. */
const WHOLE = String.raw`([1-9]\d{0,2}(?:[ .,]\d{3})+|[1-9]\d{0,8})(?:[.,]0{1,2})?(?![\d.,]*\d)`;
const WITH_CENTS = String.raw`(\d{1,9}(?:[.,]\d{1,2})?)(?![\d.,]*\d)`;

const FORMS: Readonly<Record<Field, string>> = {
  amount: `(?<![\\d.,])${WHOLE}`,
  fee: `(?<![\\d.,])${WITH_CENTS}`,
  balance: `(?<![\\d.,])${WITH_CENTS}`,
  number: String.raw`(?<!\d)(?:\+?237 ?)?(\d(?: ?\d){8})(?!\d)`,
  id: String.raw`([a-z0-9.]{6,30}?)`,
  // Without digits: an amount could hide in a field that is not compared.
  name: String.raw`([^\d]{1,60}?)`,
  skip: String.raw`([^]{0,200}?)`,
};

/** Text and `{fields}` that match a whole screen, in any case, accents and spaces. */
export function compilePattern(text: string): Pattern | null {
  const fields: Field[] = [];
  let source = '';
  for (const piece of text.split(/(\{[a-z]*\})/)) {
    const [, name] = /^\{([a-z]*)\}$/.exec(piece) ?? [];
    if (name === undefined) source += escape(plain(piece, 'inside'));
    else {
      const field = FIELDS.find((one) => one === name);
      if (field === undefined) return null;
      fields.push(field);
      source += FORMS[field];
    }
  }
  return { regex: new RegExp(`^ ?${source} ?$`), fields };
}

/** `null` if the screen does not match. */
export function matchPattern({ regex, fields }: Pattern, screen: string): readonly Fact[] | null {
  const found = regex.exec(plain(screen, 'whole'));
  if (found === null) return null;
  return fields.map((field, index) => ({ field, value: found[index + 1] ?? '' }));
}

/** Without accents, in lower case, each space or line break one space. */
function plain(text: string, what: 'whole' | 'inside'): string {
  const normalised = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');
  return what === 'whole' ? normalised.trim() : normalised;
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** `2 500`, `2.500,00` and `2500` are the same amount. */
export function readAmount(value: string): number {
  return Number(value.replace(/[.,]0{1,2}$/, '').replaceAll(/[ .,]/g, ''));
}

/** Nine digits. */
export function readNumber(value: string): string {
  return value.replaceAll(/\D/g, '').slice(-9);
}
