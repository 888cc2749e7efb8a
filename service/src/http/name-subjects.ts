import { listSubjectNames } from '../db/access/audit.ts';
import type { Queryable } from '../db/client.ts';

/** Says of each subject what it is and what people call it. */
export async function nameSubjects(database: Queryable, subjects: readonly string[]) {
  const names = await listSubjectNames(database, [...new Set(subjects)]);
  const named = new Map(names.map((row) => [row.subject, row]));
  return (subject: string) => {
    const [kind = '', ...id] = subject.split(':');
    const { name = null, amount_xaf = null, operator = null } = named.get(subject) ?? {};
    return { kind, id: id.join(':'), name, amount_xaf, operator };
  };
}

/** Kinds of what a recorded value may point to. */
const POINTED_TO = ['staff', 'transaction', 'receipt', 'checkout', 'statement_line', 'statement'];

/** Of one page; a value may name hundreds of payments. */
const MAX_IDS = 1_000;

/** Says of recorded values what people call the ids in them; an id is of one kind alone. */
export async function nameRecordedIds(database: Queryable, values: readonly string[]) {
  const ids = [...new Set(values.flatMap(idsIn))].slice(0, MAX_IDS);
  const subjects = ids.flatMap((id) => POINTED_TO.map((kind) => `${kind}:${id}`));
  const rows = subjects.length === 0 ? [] : await listSubjectNames(database, subjects);
  const names = new Map(rows.map(({ subject, name }) => [subject, name]));
  const nameOf = (id: string) =>
    POINTED_TO.map((kind) => names.get(`${kind}:${id}`) ?? null).find((name) => name !== null);
  return (value: string) =>
    [...new Set(idsIn(value))].flatMap((id) => {
      const name = nameOf(id);
      return name === undefined ? [] : [{ id, name }];
    });
}

function idsIn(value: string): readonly string[] {
  return value.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
}
