import fc from 'fast-check';
import type {
  DirectionBy,
  StatementMapping,
} from '../../../src/domain/finance/statements/mapping.ts';
import { xlsxWith } from './sheet.ts';

// Statements as operators might write them: what happened, and a form that some portal could have,
// with the mapping that says so.

export const OWN_NUMBER = '+237690000000';

/** A line of a statement, as it happened. */
export interface Fact {
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly other: string;
  readonly amountXaf: number;
  readonly feeXaf: number;
  /** Whole minutes, since many forms show no more. */
  readonly at: Date;
  readonly isFailed: boolean;
}

export interface Form {
  readonly file: 'csv' | 'xlsx';
  readonly encoding: keyof typeof ENCODINGS;
  readonly separator: string;
  readonly lineBreak: string;
  readonly grouping: keyof typeof GROUPINGS;
  readonly withCents: boolean;
  readonly unit: string;
  readonly time: keyof typeof TIMES;
  readonly hasOwnTime: boolean;
  readonly directionBy: DirectionBy;
  readonly minusMeansOut: boolean;
  readonly party: 'columns' | 'own' | 'described';
  readonly idAs: 'plain' | 'formula' | 'apostrophe' | 'described';
  readonly hasStatus: boolean;
  readonly hasFee: boolean;
  readonly hasBalance: boolean;
  readonly newestFirst: boolean;
  readonly hasTitles: boolean;
  readonly hasUnits: boolean;
  readonly hasTotals: boolean;
  readonly repeatsHeading: boolean;
  readonly hasConstants: boolean;
  readonly hasNotes: boolean;
  /** Columns are in the order of these numbers. */
  readonly order: readonly number[];
}

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const ENCODINGS = {
  utf8: (text: string) => Buffer.from(text),
  utf8Mark: (text: string) => Buffer.from(`\uFEFF${text}`),
  latin1: (text: string) => Buffer.from(text, 'latin1'),
  utf16: (text: string) => Buffer.from(text, 'utf16le'),
  utf16Mark: (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  utf16Big: swapped,
  utf16BigMark: (text: string) => swapped(`\uFEFF${text}`),
} as const;

/** What parts thousands, and what parts cents. */
const GROUPINGS = {
  none: ['', '.'],
  noneComma: ['', ','],
  space: [' ', ','],
  hardSpace: ['\u00A0', ','],
  narrowSpace: ['\u202F', ','],
  point: ['.', ','],
  comma: [',', '.'],
  apostrophe: ["'", '.'],
} as const;

const FRENCH = 'janv. févr. mars avril mai juin juil. août sept. oct. nov. déc.'.split(' ');
const ENGLISH = 'Jan Feb March Apr May June Jul August Sept Oct Nov Dec'.split(' ');

interface Clock {
  readonly y: string;
  readonly m: string;
  readonly d: string;
  readonly hh: string;
  readonly mm: string;
}

/** Day and time of a form, which one column or two have. */
const TIMES = {
  iso: ({ y, m, d, hh, mm }: Clock) => [`${y}-${m}-${d}`, `${hh}:${mm}:00`],
  compact: ({ y, m, d, hh, mm }: Clock) => [`${y}${m}${d}`, `${hh}:${mm}`],
  dayFirst: ({ y, m, d, hh, mm }: Clock) => [`${d}/${m}/${y}`, `${hh}:${mm}`],
  monthFirst: ({ y, m, d, hh, mm }: Clock) => [`${m}/${d}/${y}`, `${hh}:${mm}`],
  shortYear: ({ y, m, d, hh, mm }: Clock) => [`${d}-${m}-${y.slice(2)}`, `${hh}h${mm}`],
  yearFirst: ({ y, m, d, hh, mm }: Clock) => [`${y.slice(2)}.${m}.${d}`, `${hh}:${mm}`],
  french: ({ y, m, d, hh, mm }: Clock) => [
    `${Number(d)} ${FRENCH[Number(m) - 1]} ${y}`,
    `${hh}h${mm}`,
  ],
  english: ({ y, m, d, hh, mm }: Clock) => [
    `${ENGLISH[Number(m) - 1]} ${Number(d)}, ${y}`,
    `${Number(hh) % 12 || 12}:${mm} ${Number(hh) < 12 ? 'AM' : 'PM'}`,
  ],
  serial: (clock: Clock) => {
    const { y, m, d, hh, mm } = clock;
    const days = Date.UTC(Number(y), Number(m) - 1, Number(d)) / 86_400_000 + 25_569;
    return [String(days), String((Number(hh) * 60 + Number(mm)) / 1_440)];
  },
} as const;

export const someForm: fc.Arbitrary<Form> = fc
  .record({
    file: fc.constantFrom('csv' as const, 'csv' as const, 'xlsx' as const),
    encoding: fc.constantFrom(...keysOf(ENCODINGS)),
    separator: fc.constantFrom(';', ',', '\t', '|'),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    grouping: fc.constantFrom(...keysOf(GROUPINGS)),
    withCents: fc.boolean(),
    unit: fc.constantFrom('', ' XAF', ' FCFA', ' F'),
    time: fc.constantFrom(...keysOf(TIMES)),
    hasOwnTime: fc.boolean(),
    directionBy: fc.constantFrom<DirectionBy>('numbers', 'columns', 'words', 'sign'),
    minusMeansOut: fc.boolean(),
    party: fc.constantFrom('columns' as const, 'own' as const, 'described' as const),
    idAs: fc.constantFrom<Form['idAs']>('plain', 'formula', 'apostrophe', 'described'),
    hasStatus: fc.boolean(),
    hasFee: fc.boolean(),
    hasBalance: fc.boolean(),
    newestFirst: fc.boolean(),
    hasTitles: fc.boolean(),
    hasUnits: fc.boolean(),
    hasTotals: fc.boolean(),
    repeatsHeading: fc.boolean(),
    hasConstants: fc.boolean(),
    hasNotes: fc.boolean(),
    order: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
  })
  .map((form) => ({
    ...form,
    // One byte has no narrow space.
    encoding:
      form.grouping === 'narrowSpace' && form.encoding === 'latin1' ? 'utf8' : form.encoding,
    party: form.directionBy === 'numbers' ? ('columns' as const) : form.party,
    minusMeansOut: form.directionBy === 'sign' || form.minusMeansOut,
  }));

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table) as Key[];
}

export function mappingOf(form: Form): StatementMapping {
  const { directionBy, party, idAs } = form;
  return {
    id: 'random-form',
    version: 1,
    operator: 'orange',
    directionBy,
    columns: {
      id: [idAs === 'described' ? 'Détails' : 'Référence'],
      at: ['Date'],
      amount: ['Montant'],
      debit: ['Débit'],
      credit: ['Crédit'],
      direction: ['Sens'],
      ...(form.hasOwnTime ? { time: ['Heure'] } : {}),
      ...(form.hasStatus ? { status: ['Statut'] } : {}),
      ...(form.hasFee ? { fee: ['Frais'] } : {}),
      ...(form.hasBalance ? { balance: ['Solde'] } : {}),
      ...(party === 'columns' ? { from: ['Expéditeur'], to: ['Destinataire'] } : {}),
      ...(party === 'own' ? { party: ['Correspondant'] } : {}),
      ...(party === 'described' ? { party: ['Détails'] } : {}),
    },
    patterns: {
      ...(idAs === 'described' ? { id: ['{skip} ID {value}'] } : {}),
      ...(party === 'described'
        ? { party: ['Transfert vers {value} NGONO{skip}', 'Reçu de {value} NGONO{skip}'] }
        : {}),
    },
    directionWords: { in: ['Crédit'], out: ['Débit'] },
    minusMeansOut: form.minusMeansOut,
    dayFirst: form.time !== 'monthFirst',
    yearFirst: form.time === 'yearFirst',
    succeeded: ['Succès'],
    failed: ['Échec'],
    hasNoStatus: !form.hasStatus,
    leftOut: [{ pattern: 'TOTAL{skip}' }, { pattern: '(en FCFA)' }],
    ...(form.hasConstants ? { expected: { Devise: ['XAF'], Compte: ['{number}'] } } : {}),
    ...(form.hasTitles ? { expectedAbove: ['Relevé du compte {number}'] } : {}),
  };
}

/** The file in which a portal of that form lists these facts, the oldest first. */
export function statementFile(form: Form, facts: readonly Fact[]): Buffer {
  let balanceXaf = 1_000_000;
  const rows = facts.map((fact) => {
    if (!fact.isFailed) balanceXaf += fact.direction === 'in' ? fact.amountXaf : -fact.amountXaf;
    if (!fact.isFailed && form.hasFee) balanceXaf -= fact.feeXaf;
    return cellsOf(form, fact, balanceXaf);
  });
  const names = Object.keys(rows[0] ?? {});
  const order = names.toSorted(
    (a, b) => (form.order[names.indexOf(a)] ?? 0) - (form.order[names.indexOf(b)] ?? 0),
  );
  const lines = (form.newestFirst ? rows.toReversed() : rows).map((row) =>
    order.map((name) => row[name] ?? ''),
  );
  const half = Math.ceil(lines.length / 2);
  const fill = (cell: string) => [cell, ...order.slice(1).map(() => '')];
  const table = [
    ...(form.hasTitles ? [['Relevé du compte 237 690 00 00 00'], ['Édité à Douala'], ['']] : []),
    order,
    ...(form.hasUnits ? [fill('(en FCFA)')] : []),
    ...lines.slice(0, half),
    ...(form.repeatsHeading ? [order] : []),
    ...lines.slice(half),
    ...(form.hasTotals ? [fill('TOTAL GÉNÉRAL')] : []),
  ];
  return form.file === 'xlsx' ? workbookOf(table) : csvOf(form, table);
}

function cellsOf(form: Form, fact: Fact, balanceXaf: number): Record<string, string> {
  const isOut = fact.direction === 'out';
  const ours = OWN_NUMBER.slice(4);
  const theirs = fact.other.slice(4);
  const described = `${isOut ? 'Transfert vers' : 'Reçu de'} ${theirs} NGONO ID ${fact.id}`;
  const [day = '', time = ''] = TIMES[form.time](clockOf(fact.at));
  const amount = figure(form, isOut && form.minusMeansOut ? -fact.amountXaf : fact.amountXaf);
  const ids = {
    plain: fact.id,
    formula: `="${fact.id}"`,
    apostrophe: `'${fact.id}`,
    described: 'voir détails',
  };
  return {
    Référence: ids[form.idAs],
    Date: form.hasOwnTime ? day : joined(form.time, day, time),
    ...(form.hasOwnTime ? { Heure: time } : {}),
    ...(form.hasStatus ? { Statut: fact.isFailed ? 'Échec : solde' : 'Succès' } : {}),
    Expéditeur: isOut ? ours : theirs,
    Destinataire: isOut ? theirs : ours,
    Correspondant: theirs,
    Détails: described,
    Montant: amount,
    Débit: isOut ? amount : '',
    Crédit: isOut ? '' : amount,
    Sens: isOut ? 'DÉBIT' : 'CRÉDIT',
    ...(form.hasFee ? { Frais: figure(form, fact.feeXaf) } : {}),
    ...(form.hasBalance ? { Solde: fact.isFailed ? '' : figure(form, balanceXaf) } : {}),
    ...(form.hasConstants ? { Devise: 'XAF', Compte: `237${ours}` } : {}),
    ...(form.hasNotes ? { Note: `"${fact.id}"; échec, ou non` } : {}),
  };
}

/** In Douala. */
function clockOf(at: Date): Clock {
  const [y = '', m = '', d = '', hh = '', mm = ''] = new Date(at.getTime() + 3_600_000)
    .toISOString()
    .split(/[-T:]/);
  return { y, m, d, hh, mm };
}

function joined(time: Form['time'], day: string, clock: string): string {
  if (time === 'serial') return String(Number(day) + Number(clock));
  return time === 'french' ? `${day} à ${clock}` : `${day} ${clock}`;
}

function figure({ grouping, withCents, unit }: Form, xaf: number): string {
  const [mark, point] = GROUPINGS[grouping];
  const whole = String(Math.abs(xaf)).replaceAll(/\B(?=(\d{3})+$)/g, mark);
  return `${xaf < 0 ? '-' : ''}${whole}${withCents ? `${point}00` : ''}${unit}`;
}

function csvOf(form: Form, rows: readonly (readonly string[])[]): Buffer {
  const { separator, lineBreak } = form;
  const cell = (text: string) =>
    text.includes(separator) || (text.includes('"') && !text.startsWith('="'))
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const text = rows.map((row) => `${row.map(cell).join(separator)}${lineBreak}`).join('');
  return ENCODINGS[form.encoding](text);
}

function workbookOf(rows: readonly (readonly string[])[]): Buffer {
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cell = (text: string) => `<c t="inlineStr"><is><t>${escape(text)}</t></is></c>`;
  return xlsxWith(rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join(''));
}
