import type { AuditAction, AuditRow, PendingChange } from '../api/types.ts';
import { formatMoney } from '../words/money.ts';
import type { Words } from '../words/words.tsx';

type SaidRow = Pick<AuditRow, 'action' | 'about' | 'before' | 'after'>;
type DeedWords = Pick<Words, 'auditLog' | 'changes'>;

/** What was done, to what; an action of another release stays as it is. */
export function sayDeed(row: SaidRow, words: DeedWords, called: string): string {
  const { did } = words.auditLog;
  const { action, about, after } = row;
  const named = action.startsWith('change.') ? sayChange(row, words, called) : called;
  const what = about.amount_xaf === null ? named : `${named} (${formatMoney(about.amount_xaf)})`;
  if (!Object.hasOwn(did, action)) return `${action} ${what}`;
  return did[action as AuditAction](what, after?.includes('"enabled":true') ?? false);
}

/** The kind of a change as its own screen calls it, of what, and what became otherwise in it. */
function sayChange({ about, ...values }: SaidRow, { changes }: DeedWords, called: string): string {
  if (!Object.hasOwn(changes.kinds, about.kind)) return called;
  const kind = about.kind as PendingChange['kind'];
  const fields = HAS_FIELDS.has(kind) ? changedFields(values, changes) : [];
  const parts = [changes.kinds[kind], called, fields.join(', ')];
  return [...new Set(parts)].filter((part) => part !== '').join(' · ');
}

/** Of the other kinds the values are what is done, and the kind has said it. */
const HAS_FIELDS: ReadonlySet<PendingChange['kind']> = new Set([
  'channel',
  'staff',
  'policy',
  'gateway',
  'line',
]);

/** A change that is taken back has no values after it. */
function changedFields(
  { before, after }: Pick<SaidRow, 'before' | 'after'>,
  { field: names }: DeedWords['changes'],
): readonly string[] {
  const [old, now] = [readValues(before), readValues(after)];
  return Object.keys(now)
    .filter((name) => JSON.stringify(now[name]) !== JSON.stringify(old[name] ?? null))
    .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .filter((name) => Object.hasOwn(names, name))
    .map((name) => names[name as keyof typeof names]);
}

/** What is in the database may have been changed behind the service's back. */
function readValues(json: string | null): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(json ?? '{}') ?? {};
  } catch {
    return {};
  }
}
