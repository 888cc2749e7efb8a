import type {
  Deposit,
  DepositRequest,
  Direction,
  Instructions,
  Operator,
  Transaction,
  Withdrawal,
} from '../types.ts';

export interface FakeRecord {
  readonly playerId: string;
  readonly callbackUrl: string | null;
  readonly transaction: Transaction;
}

export type Records = Map<string, FakeRecord>;

export interface FakeAnswer {
  readonly status: number;
  readonly body: object;
}

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly answer: FakeAnswer;
  constructor(status: number, detail: unknown) {
    super(`The fake service refuses with ${status}`);
    this.answer = { status, body: { detail } };
  }
}

const REQUIRED = ['player_id', 'msisdn', 'amount_xaf', 'operator', 'reference'] as const;
const OPERATORS: ReadonlySet<unknown> = new Set<Operator>(['mtn', 'orange']);
const LEAST_XAF = 100;
const WINDOW_MS = 15 * 60_000;

/** A repeated reference returns the first transaction, whatever else the request contains. */
export function create(
  records: Records,
  direction: Direction,
  body: Readonly<Record<string, unknown>>,
): Deposit | Withdrawal {
  const request = check(body);
  const existing = [...records.values()].find(
    ({ playerId, transaction }) =>
      playerId === request.player_id &&
      transaction.direction === direction &&
      transaction.idempotency_key === request.reference,
  );
  const record = existing ?? begin(direction, request);
  records.set(record.transaction.service_tx_id, record);
  return direction === 'deposit' ? depositOf(record) : withdrawalOf(record);
}

function check(body: Readonly<Record<string, unknown>>): DepositRequest {
  const missing = REQUIRED.filter((name) => body[name] === undefined).map((name) => ({
    type: 'missing',
    loc: ['body', name],
    msg: 'Field required',
    input: body,
  }));
  if (missing.length > 0) throw new Refused(422, missing);
  const request = body as DepositRequest;
  if (request.amount_xaf < LEAST_XAF) {
    const msg = `Input should be greater than or equal to ${LEAST_XAF}`;
    const loc = ['body', 'amount_xaf'];
    const issue = { type: 'greater_than_equal', loc, msg, input: request.amount_xaf };
    throw new Refused(422, [{ ...issue, ctx: { ge: LEAST_XAF } }]);
  }
  if (!OPERATORS.has(request.operator)) {
    throw new Refused(400, "Unknown operator: the accepted values are 'mtn' and 'orange'");
  }
  return request;
}

function begin(direction: Direction, request: DepositRequest): FakeRecord {
  const now = new Date();
  const at = now.toISOString();
  const isDeposit = direction === 'deposit';
  return {
    playerId: request.player_id,
    callbackUrl: request.callback_url ?? null,
    transaction: {
      service_tx_id: crypto.randomUUID(),
      idempotency_key: request.reference,
      direction,
      operator: request.operator,
      provider: `fake-${request.operator}`,
      msisdn: request.msisdn,
      amount_minor: request.amount_xaf,
      state: isDeposit ? 'pending' : 'pending_approval',
      state_updated_at: at,
      requires_human_approval: !isDeposit,
      provider_tx_id: null,
      expires_at: isDeposit ? new Date(now.getTime() + WINDOW_MS).toISOString() : null,
      created_at: at,
      updated_at: at,
      state_reason: 'Created.',
    },
  };
}

function withdrawalOf({ transaction }: FakeRecord): Withdrawal {
  return {
    service_tx_id: transaction.service_tx_id,
    reference: transaction.idempotency_key,
    status: transaction.state as Withdrawal['status'],
    amount_xaf: transaction.amount_minor,
    operator: transaction.operator,
  };
}

function depositOf(record: FakeRecord): Deposit {
  const { operator, state, expires_at, amount_minor } = record.transaction;
  const isDialled = operator === 'orange';
  return {
    ...withdrawalOf(record),
    status: state as Deposit['status'],
    expires_at,
    collection_mode: isDialled ? 'customer_initiated' : 'merchant_initiated',
    instructions: isDialled ? instructionsFor(amount_minor) : null,
  };
}

function instructionsFor(amountXaf: number): Instructions {
  const code = `*000*000000*${amountXaf}#`;
  return {
    ussd_string: code,
    dial_uri: `tel:${code.replace('#', '%23')}`,
    copy_text: code,
    steps: [{ order: 1, text: `Fake service: never dial ${code}` }],
    merchant: { display_name: 'FAKE MERCHANT' },
    illustration_url: null,
    illustration_alt: null,
    polling_interval_seconds: 5,
  };
}
