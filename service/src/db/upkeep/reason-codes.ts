import type { MessageCode } from '../../domain/messages/message.ts';
import { DIRECTIONS, type Direction, type ReasonCode } from '../../domain/payment-kinds.ts';
import {
  REASONS,
  reasonCodeOf,
  STATES_WITH_REASON,
} from '../../domain/transactions/reason-code.ts';
import { TRANSITIONS_OF } from '../../domain/transactions/transition.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';

export async function hasReasonCodes(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ readonly isDone: boolean }>({
    text: 'select has_reason_codes as "isDone" from installation',
  });
  return row?.isDone ?? false;
}

export async function markReasonCodes(database: Queryable): Promise<void> {
  await database.query({ text: 'update installation set has_reason_codes = true' });
}

/**
 * Fills the codes of some payments in the order of their ids, from the last lines of their
 * histories; a payment whose month has left for a file has no history here. Returns the last id
 * that was looked at, or `null` after the last payment.
 */
export async function fillReasonCodes(
  database: Queryable,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string | null> {
  const [row] = await database.query<{ readonly last: string | null }>({
    name: 'fill-reason-codes',
    text: `with part as materialized (
             select id, version, direction, state, reason_code from transactions
             where id > $1 order by id limit $2
           ), meaning as materialized (
             select * from ${MEANINGS.unnest('m', 4)}
           ), filled as (
             update transactions t
             set reason_code = coalesce(own.reason_code, otherwise.reason_code, 'unknown')
             from part p
             left join transitions h on h.transaction_id = p.id and h.seq = p.version
             left join meaning own
               on own.direction = p.direction and own.from_state = h.from_state
                  and own.trigger = h.trigger and own.code = ${CODE_OF_LINE}
             left join meaning otherwise
               on otherwise.direction = p.direction and otherwise.from_state = h.from_state
                  and otherwise.trigger = h.trigger and otherwise.code = ''
             where t.id = p.id and t.version = p.version
               and p.reason_code is null and p.state = any($3::text[])
           )
           select (select id from part order by id desc limit 1) as last`,
    values: [after, limit, STATES_WITH_REASON, ...MEANINGS.values(listMeanings())],
  });
  return row?.last ?? null;
}

/** A remark begins with its code. Not read as JSON: no stored text may stop a start. */
const CODE_OF_LINE = `substring(h.remark from '^\\{"code":"([a-z_]+)"')`;

interface Meaning {
  readonly direction: Direction;
  readonly from: string;
  readonly trigger: string;
  /** Of the line's own message; empty for a line without one. */
  readonly code: string;
  readonly reasonCode: ReasonCode;
}

/** The domain's table for every row that leads to a state with a reason. */
function listMeanings(): readonly Meaning[] {
  const codes = Object.keys(REASONS) as MessageCode[];
  return DIRECTIONS.flatMap((direction) =>
    TRANSITIONS_OF[direction].flatMap(({ from, trigger, to, remark: otherwise }) =>
      [null, ...codes].flatMap((code) => {
        const given = code && { code };
        const reasonCode = reasonCodeOf({ direction, to, given, otherwise });
        return reasonCode === null
          ? []
          : [{ direction, from, trigger, code: code ?? '', reasonCode }];
      }),
    ),
  );
}

const MEANINGS = rowsWith<Meaning>({
  direction: ['text', ({ direction }) => direction],
  from_state: ['text', ({ from }) => from],
  trigger: ['text', ({ trigger }) => trigger],
  code: ['text', ({ code }) => code],
  reason_code: ['text', ({ reasonCode }) => reasonCode],
});
