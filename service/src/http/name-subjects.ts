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
