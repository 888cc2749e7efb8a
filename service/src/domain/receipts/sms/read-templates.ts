import type { Fields } from '../../json.ts';
import { FACTS_OF, OPERATORS, type Operator } from '../../operators/operator.ts';
import {
  compileHead,
  foldSender,
  type HeadField,
  LABEL_FIELDS,
  type Label,
  type Segment,
  SMS_KINDS,
  type SmsKind,
  type SmsTemplate,
} from './template.ts';
import { wordsOf } from './tokens.ts';

/**
 * Checks a template file and compiles its content. The file names its operator once, and the
 * senders and labels of all its entries; an entry may have its own.
 */
export function readSmsTemplates(json: unknown): SmsTemplatesRead {
  try {
    const file = requireFields(json, 'the file', ['operator', 'senders', 'labels', 'templates']);
    const operator = oneOf(OPERATORS, file['operator'], 'operator');
    const entries = requireList(file['templates'], 'templates');
    if (entries.length === 0) throw new Problem('templates is empty');
    const labels = readLabels(file['labels'] ?? {}, 'labels');
    const templates = entries.map((entry) => readEntry(entry, { file, labels, operator }));
    const ids = templates.map(({ id }) => id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) throw new Problem(`${twice} is listed twice`);
    return { kind: 'templates', templates };
  } catch (error) {
    if (error instanceof Problem) return { kind: 'problem', problem: error.message };
    throw error;
  }
}

export type SmsTemplatesRead =
  | { readonly kind: 'templates'; readonly templates: readonly SmsTemplate[] }
  | { readonly kind: 'problem'; readonly problem: string };

/** Thrown and caught in this file only, since the first mistake ends the reading of a file. */
class Problem extends Error {}

interface Surroundings {
  readonly file: Fields;
  /** For every entry without its own. */
  readonly labels: readonly Label[];
  readonly operator: Operator;
}

function readEntry(json: unknown, around: Surroundings): SmsTemplate {
  const { file, operator } = around;
  const named = typeof json === 'object' && json !== null && 'id' in json ? String(json.id) : '';
  const where = named === '' ? 'an entry of templates' : named;
  const entry = requireFields(json, where, [
    'id',
    'version',
    'language',
    'kind',
    'head',
    'ids',
    'unit',
    'senders',
    'labels',
  ]);
  const id = requireText(entry['id'], `id of ${where}`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    throw new Problem(`${id}: id must be words-with-hyphens`);
  const kind = oneOf(SMS_KINDS, entry['kind'], `${id}: kind`);
  const head = compileHead(requireText(entry['head'], `${id}: head`));
  if (head.kind === 'invalid') throw new Problem(`${id}: ${head.problem}`);
  const own = entry['labels'];
  const labels = own === undefined ? around.labels : readLabels(own, `${id}: labels`);
  const idKinds = readIdKinds(entry['ids'], { id, kind, operator });
  checkNeeds({ id, kind, head: head.segments, labels });
  const senders = requireList(entry['senders'] ?? file['senders'], `${id}: senders`);
  if (senders.length === 0) throw new Problem(`${id}: senders is empty`);
  return {
    id,
    version: readVersion(entry['version'], id),
    operator,
    language: oneOf(['fr', 'en'] as const, entry['language'], `${id}: language`),
    kind,
    senders: senders.map((sender) => foldSender(requireText(sender, `${id}: a sender`))),
    head: head.segments,
    labels,
    idKinds,
    unit: oneOf(['required', 'optional'] as const, entry['unit'] ?? 'required', `${id}: unit`),
  };
}

function readLabels(json: unknown, where: string): readonly Label[] {
  const lists = requireFields(json, where, LABEL_FIELDS);
  const labels = LABEL_FIELDS.flatMap((field) =>
    requireList(lists[field] ?? [], `${where}: ${field}`).map((label) => {
      const words = wordsOf(requireText(label, `${where}: ${field}`));
      if (words.length === 0) throw new Problem(`${where}: ${field} has an empty label`);
      return { field, words };
    }),
  );
  // The longest label comes first: `montant net` must not be taken for `montant`.
  return labels.toSorted((one, other) => other.words.length - one.words.length);
}

function readIdKinds(
  json: unknown,
  { id, kind, operator }: { id: string; kind: SmsKind; operator: Operator },
): readonly string[] {
  const found = requireList(json ?? [], `${id}: ids`).map((one) => requireText(one, `${id}: ids`));
  const { kinds, description } = FACTS_OF[operator].ids;
  if (kinds === null || kind === 'balance') {
    if (found.length === 0) return [];
    const why = kind === 'balance' ? 'a balance has no id' : `ids are ${description}`;
    throw new Problem(`${id}: ids does not belong here: ${why}`);
  }
  // A kind that is never credited may have whatever id the operator gives it.
  if (found.length === 0 && ANY_ID.has(kind)) return [];
  if (found.length === 0) throw new Problem(`${id}: ids is missing`);
  if (found.some((one) => !kinds.form.test(one))) {
    throw new Problem(`${id}: ids must be ${kinds.description}`);
  }
  return found;
}

const ANY_ID: ReadonlySet<SmsKind> = new Set(['sent', 'deposited', 'reversal', 'refusal']);

/** Without these a text could not be distinguished from another, so it would never match. */
const NEEDED_IN_HEAD = {
  received: ['payer'],
  transfer: ['payer', 'payee'],
  merchant_payment: ['payer'],
  cash_in: ['payee'],
  cash_out: ['payer'],
  sent: [],
  deposited: [],
  reversal: ['original'],
  refusal: [],
  balance: ['balance'],
} as const satisfies Record<SmsKind, readonly HeadField[]>;

function checkNeeds(entry: {
  readonly id: string;
  readonly kind: SmsKind;
  readonly head: readonly Segment[];
  readonly labels: readonly Label[];
}): void {
  const { id, kind, head, labels } = entry;
  const has = (field: HeadField) =>
    head.some((segment) => segment.kind === 'field' && segment.field === field);
  for (const field of NEEDED_IN_HEAD[kind]) {
    if (!has(field)) throw new Problem(`${id}: the head of kind ${kind} must have {${field}}`);
  }
  if (kind === 'balance' || kind === 'reversal' || kind === 'refusal') return;
  if (!labels.some(({ field }) => field === 'id')) throw new Problem(`${id}: labels has no id`);
  if (!has('amount') && !labels.some(({ field }) => field === 'amount')) {
    throw new Problem(`${id}: neither the head nor labels has an amount`);
  }
}

function requireFields(json: unknown, where: string, known: readonly string[]): Fields {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Problem(`${where} must be an object`);
  }
  const unknown = Object.keys(json).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Problem(`${where} has the unknown field ${unknown}`);
  return json as Fields;
}

function requireList(json: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(json)) throw new Problem(`${where} must be a list`);
  return json;
}

function requireText(json: unknown, where: string): string {
  if (typeof json !== 'string' || json.trim() === '') throw new Problem(`${where} must be a text`);
  return json;
}

function oneOf<T extends string>(choices: readonly T[], json: unknown, where: string): T {
  const choice = choices.find((choice) => choice === json);
  if (choice === undefined) throw new Problem(`${where} must be one of ${choices.join(', ')}`);
  return choice;
}

function readVersion(json: unknown, id: string): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < 1) {
    throw new Problem(`${id}: version must be a whole number from 1`);
  }
  return json;
}
