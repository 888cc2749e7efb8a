import type { Message, MessageCode } from '../messages/message.ts';

// What a line has is the secret behind its texts: who knows it can write a text that connects.

/** Fields that hold a balance, or from which one follows. */
const BALANCE_FIELDS: ReadonlySet<string> = new Set([
  'after_xaf',
  'balance_xaf',
  'becomes_cents',
  'before_xaf',
  'empty_at',
  'float_after_xaf',
  'free_xaf',
  'provider_balance_xaf',
]);

/** What a platform has with us: who decides about its payouts sees it, by `seesPlatforms`. */
const PLATFORM_FIELDS: ReadonlySet<string> = new Set(['application_left_xaf']);

/** Fields with the words of an operator, in which any figure may be a balance. */
const WORDS_OF_OPERATORS: ReadonlySet<string> = new Set([
  'answer',
  'error',
  'evidence',
  'sms_text',
  'text',
]);

/** Sentences that name a balance or a difference to one, and the same without it. */
const WITHOUT_BALANCE: Readonly<Partial<Record<string, MessageCode>>> = {
  text_assumes_other: 'text_assumed_other',
  line_holds_more: 'line_holds_other',
  line_holds_less: 'line_holds_other',
  float_too_low: 'float_is_too_low',
};

export interface Hiding {
  /** Lines whose balance the person has revealed. */
  readonly revealed: ReadonlySet<string>;
  readonly seesPlatforms: boolean;
  readonly writeMessage: (message: Message) => unknown;
  /** Called with each line of which something is hidden. */
  readonly onHidden: (line: string) => void;
}

/** An answer of the staff interface without any balance. */
export function hideBalances(answer: unknown, hiding: Hiding): unknown {
  return hide(answer, { field: '', line: '' }, hiding);
}

interface Place {
  readonly field: string;
  /** The line that it is about, or an empty text. */
  readonly line: string;
}

function hide(value: unknown, place: Place, hiding: Hiding): unknown {
  if (hiding.revealed.has(place.line)) return value;
  if (typeof value === 'string') return hideInField(value, place, hiding);
  if (Array.isArray(value)) return value.map((one) => hide(one, place, hiding));
  if (typeof value !== 'object' || value === null) return value;
  const found = value as Readonly<Record<string, unknown>>;
  const line = typeof found['line'] === 'string' ? found['line'] : place.line;
  const { code, action } = found;
  if (typeof code === 'string') {
    return hideMessage(found, code, { place: { field: '', line }, hiding });
  }
  const isAboutLine = typeof action === 'string' && action.startsWith('line.');
  return Object.fromEntries(
    Object.entries(found).map(([key, of]) => {
      if (hiding.revealed.has(line)) return [key, of];
      if (PLATFORM_FIELDS.has(key) && !hiding.seesPlatforms) return [key, null];
      if (BALANCE_FIELDS.has(key) && of !== null) {
        hiding.onHidden(line);
        return [key, null];
      }
      if (isAboutLine && WRITTEN_BY_STAFF.has(key) && typeof of === 'string') {
        return [key, of.replace(FIGURES, HIDDEN)];
      }
      return [key, hide(of, { field: key, line }, hiding)];
    }),
  );
}

/** What an entry of the audit log says of an act on a line. */
const WRITTEN_BY_STAFF: ReadonlySet<string> = new Set(['after', 'before', 'reason']);

function hideMessage(
  found: Readonly<Record<string, unknown>>,
  code: string,
  { place, hiding }: { readonly place: Place; readonly hiding: Hiding },
): unknown {
  if (hiding.revealed.has(place.line)) return found;
  const other = WITHOUT_BALANCE[code];
  if (other === undefined) {
    const entries = Object.entries(found);
    return Object.fromEntries(entries.map(([key, of]) => [key, hide(of, place, hiding)]));
  }
  hiding.onHidden(place.line);
  return hiding.writeMessage({ code: other } as Message);
}

function hideInField(text: string, { field, line }: Place, { onHidden }: Hiding): string {
  const hidden = WORDS_OF_OPERATORS.has(field) ? hideInWords(text) : hideNamed(text);
  if (hidden !== text) onHidden(line);
  return hidden;
}

/** Stands for a figure that is hidden. */
const HIDDEN = '•••';

/**
 * An operator's words without any figure that may be a balance: what is left are dates, times,
 * numbers, ids, and in a clause about a payment its first figure, since wordings differ and change.
 */
export function hideInWords(words: string): string {
  return words.replace(CLAUSE, (clause) => {
    const isKept = SPEAKS_OF_PAYMENT.test(clause) && !SPEAKS_OF_BALANCE.test(clause);
    let mayKeep = isKept;
    return clause.replace(TOKEN, (token, figure: string | undefined) => {
      if (figure === undefined) return token;
      if (!mayKeep) return HIDDEN;
      mayKeep = false;
      return token;
    });
  });
}

/** Any text without the figures that it calls a balance. */
export function hideNamed(text: string): string {
  return text.replace(CLAUSE, (clause) => {
    const at = clause.search(SPEAKS_OF_BALANCE);
    return at < 0 ? clause : clause.slice(0, at) + clause.slice(at).replace(FIGURES, HIDDEN);
  });
}

/** In camel case the word begins inside another one: `availableBalance`. */
const SPEAKS_OF_BALANCE =
  /(?<!\p{L})(?:solde|balance|reste|restant|remaining|disponible|available|avoir)|(?<=\p{Ll})(?:Solde|Balance)/iu;
const SPEAKS_OF_PAYMENT =
  /montant|amount|re[cç]u|received|frais|fee|charge|commission|transf|envoy|sent|retir|retrait|cash|withdr|d[eé]p[oô]t|deposit|pay|pai|factur|annul|revers|rembours/iu;

/** Up to a mark behind which other words begin. */
const CLAUSE = /[^.,;!?\n]+(?:[.,;!?\n]+(?!\s*["\p{L}])[^.,;!?\n]*)*[.,;!?\n]*/gu;

const GROUPED = "\\d{1,3}(?:[ \\u00A0\\u202F.,'’]\\d{3})+(?!\\d)(?:[.,]\\d{1,2})?";
const FIGURE = `(?:${GROUPED}|\\d+(?:[.,]\\d+)*)`;
const FIGURES = new RegExp(FIGURE, 'gu');

const TOKEN = new RegExp(
  [
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    '\\d{1,4}[-/]\\d{1,2}[-/]\\d{1,4}',
    '\\d{1,2}:\\d{2}(?::\\d{2})?',
    '(?<![\\p{L}\\d])(?!(?:F?CFA|XAF|F)\\d)[A-Za-z]+\\d[\\w.]*',
    '\\+?\\d{10,}',
    '(?<![\\d.,])[26]\\d{8}(?![\\d])',
    `(${FIGURE})`,
  ].join('|'),
  'gu',
);
