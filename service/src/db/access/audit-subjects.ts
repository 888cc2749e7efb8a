import type { Queryable } from '../client.ts';

export interface SubjectNameRow {
  readonly subject: string;
  /** `null` if people call it by its id. */
  readonly name: string | null;
  readonly amount_xaf: number | null;
}

/** What people call the subjects of audit entries, such as `transaction:019a…`. */
export function listSubjectNames(
  database: Queryable,
  subjects: readonly string[],
): Promise<SubjectNameRow[]> {
  return database.query<SubjectNameRow>({
    text: `select s.subject, coalesce(t.amount_xaf, r.amount_xaf) as amount_xaf,
                  coalesce(m.name, t.reference, r.operator_tx_id, p.display_name, a.name) as name
           from (select subject, split_part(subject, ':', 1) as kind,
                        split_part(subject, ':', 2) as id,
                        case when split_part(subject, ':', 2) ~ '${UUID}'
                             then split_part(subject, ':', 2)::uuid end as uuid
                 from unnest($1::text[]) as s (subject)) s
           left join staff m on s.kind = 'staff' and m.id = s.uuid
           left join transactions t on s.kind = 'transaction' and t.id = s.uuid
           left join receipts r on s.kind = 'receipt' and r.id = s.uuid
           left join channels c on s.kind = 'channel' and c.id = s.id
           left join providers p
             on p.id = case s.kind when 'provider' then s.id when 'channel' then c.provider_id end
           left join api_keys k on s.kind = 'key' and k.prefix = s.id
           left join applications a on a.id = k.application_id`,
    values: [subjects],
  });
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
