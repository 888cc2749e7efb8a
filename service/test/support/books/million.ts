import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import type { Database } from '../../../src/db/client.ts';
import { sealedLine } from '../../../src/domain/transactions/sealed-transaction.ts';
import { sealedText } from '../../../src/domain/transactions/transaction.ts';
import { webhookBody } from '../../../src/domain/transactions/webhook-event.ts';

const LINE = '+237670000000';
const MSISDN = '+237670000001';
const CALLBACK_URL = 'https://platform.example/hook';

/**
 * Stores deposits and payouts that have succeeded, with history, seals of this key, books, webhooks
 * and their attempts; ids are in the order of time as those of the service.
 */
export async function fillSettled(database: Database, count: number, key: Buffer): Promise<void> {
  await database.withConnection(async (connection) => {
    for (const text of fill(count, key)) await connection.query({ text });
  });
}

const VALUES: Readonly<Record<string, string>> = {
  id: 'id',
  n: 'n',
  player: 'player',
  direction: `case when is_payout then 'withdrawal' else 'deposit' end`,
  mode: `case when is_payout then 'null' else '"merchant_initiated"' end`,
  line_of: 'm.id',
  seq: 'h.seq',
  from: 'h.from_state',
  to: 'h.to_state',
  trigger: 'h.trigger',
  ms: `(extract(epoch from m.at) * 1000)::bigint`,
  at: `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** The service's text around what differs, so that SQL writes the very same. */
const WEBHOOK_BODY = inSql(
  webhookBody({
    transaction: {
      id: '{id}',
      reference: '{n}',
      direction: '{direction}' as 'deposit',
      amountXaf: 500,
      operator: 'mtn',
      providerTxId: 'P{n}',
      refundOf: null,
    },
    event: 'payment.succeeded',
    at: new Date(0),
    reasonCode: null,
  }).replace(new Date(0).toISOString(), '{at}'),
);

const SEALED_TEXT = inSql(
  sealedText({
    id: '{id}',
    applicationId: DEFAULT_APPLICATION_ID,
    direction: '{direction}' as 'deposit',
    reference: '{n}',
    playerId: '{player}',
    operator: 'mtn',
    collectionMode: '{mode}' as 'merchant_initiated',
    msisdn: MSISDN,
    amountXaf: 500,
    callbackUrl: CALLBACK_URL,
    line: LINE,
    instructions: null,
    createdBy: 'sandbox',
    refundOf: null,
  }).replace('"{mode}"', '{mode}'),
);

const SEALED_LINE = inSql(
  sealedLine(
    { id: '{line_of}', createdAt: new Date(0) },
    {
      seq: 7,
      from: '{from}' as 'pending',
      to: '{to}' as 'pending',
      trigger: '{trigger}',
      reason: 'Paid.',
      actor: 'sandbox',
      at: new Date(0),
      remark: null,
      providerTxId: null,
    },
  )
    .replace('",0,7,', '",{ms},{seq},')
    .replace('"sandbox",0,', '"sandbox",{ms},'),
);

function inSql(text: string): string {
  const parts = text.split(/\{(\w+)\}/);
  return parts.map((part, index) => (index % 2 === 0 ? `'${part}'` : VALUES[part])).join(' || ');
}

/** An HMAC as SQL, since a million of them are written. */
function hmacInSql(key: Buffer, text: string): string {
  const padded = Buffer.concat([key, Buffer.alloc(64 - key.length)]);
  const pad = (byte: number) => {
    const bytes = Buffer.from([...padded].map((one) => one ^ byte));
    return `'\\x${bytes.toString('hex')}'::bytea`;
  };
  const inner = `sha256(${pad(0x36)} || convert_to(${text}, 'UTF8'))`;
  return `left(encode(sha256(${pad(0x5c)} || ${inner}), 'hex'), 32)::uuid`;
}

function fill(count: number, key: Buffer): readonly string[] {
  return [
    `create temp table made as
     select uuidv7() as id, n, n % 2 = 0 as is_payout, gen_random_uuid() as player,
            date_trunc('milliseconds', app_now()) as at
     from generate_series(1, ${count}) n`,
    `insert into transactions (id, application_id, direction, reference, player_id, operator,
       provider_id, channel_id, collection_mode, msisdn, amount_xaf, state, state_reason,
       state_updated_at, provider_tx_id, created_at, updated_at, version, line, callback_url, seal,
       created_by)
     select id, '${DEFAULT_APPLICATION_ID}', ${VALUES['direction']}, n::text, player, 'mtn',
            'mtn-momo', 'mtn-momo-sandbox',
            case when is_payout then null else 'merchant_initiated' end, '${MSISDN}', 500,
            'succeeded', 'Paid.', at, 'P' || n, at, at, case when is_payout then 4 else 3 end,
            '${LINE}', '${CALLBACK_URL}', ${hmacInSql(key, `(${SEALED_TEXT})`)},
            'sandbox'
     from made`,
    `insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor, at,
                              seal)
     select m.id, h.seq, h.from_state, h.to_state, h.trigger, 'Paid.', 'sandbox', m.at,
            case when h.seq > 1 then ${hmacInSql(key, `(${SEALED_LINE})`)} end
     from made m, lateral (values
       (false, 1, null, 'pending', 'create'),
       (false, 2, 'pending', 'provider_acknowledged', 'prompt_sent'),
       (false, 3, 'provider_acknowledged', 'succeeded', 'payment_confirmed'),
       (true, 1, null, 'pending_approval', 'create'),
       (true, 2, 'pending_approval', 'approved', 'approved'),
       (true, 3, 'approved', 'provider_submitted', 'transfer_sent'),
       (true, 4, 'provider_submitted', 'succeeded', 'transfer_succeeded'))
       as h (is_payout, seq, from_state, to_state, trigger)
     where h.is_payout = m.is_payout order by m.id, h.seq`,
    `insert into webhooks (id, transaction_id, application_id, event, body, created_at)
     select uuidv7(), id, '${DEFAULT_APPLICATION_ID}', 'payment.succeeded', ${WEBHOOK_BODY}, at
     from made order by n`,
    `insert into webhook_attempts (webhook_id, number, at, status, latency_ms)
     select id, 1, created_at, 200, 5 from webhooks order by id`,
    ...BOOKS,
    'analyze',
  ];
}

const BOOKS = [
  `select open_account('wallet mtn:${LINE}'), open_account('unmatched '),
          open_account('application ${DEFAULT_APPLICATION_ID}'),
          open_account('payouts_under_way ')`,
  // As if each was a database transaction of its own, long ago.
  'update books set xact_offset = 1000000000',
  `insert into book_entries (cause, rule, debit, credit, amount_cents, booked_at, value_at, xact)
   select r.cause, r.rule, d.id, c.id,
          50000, now(), now(), m.n
   from made m
   cross join
        lateral (values
          (not m.is_payout, 'payment:mtn:P' || n, 'payment_in', 'wallet', 'mtn:${LINE}',
           'unmatched', ''),
          (not m.is_payout, 'transaction:' || id, 'deposit_credited', 'unmatched', '',
           'application', '${DEFAULT_APPLICATION_ID}'),
          (m.is_payout, 'transaction:' || id, 'payout_sent', 'application',
           '${DEFAULT_APPLICATION_ID}', 'payouts_under_way', ''),
          (m.is_payout, 'transaction:' || id, 'payout_succeeded', 'payouts_under_way', '',
           'wallet', 'mtn:${LINE}'))
          as r (is_wanted, cause, rule, debit, debit_key, credit, credit_key)
   join book_accounts d on d.kind = r.debit and d.key = r.debit_key
   join book_accounts c on c.kind = r.credit and c.key = r.credit_key
   where r.is_wanted`,
];
