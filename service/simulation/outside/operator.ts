import type { Message } from '../../src/domain/messages/message.ts';
import type {
  Adapter,
  Call,
  Connector,
  PreparedOrder,
  RefusedRequest,
  SendAnswer,
  StatusAnswer,
  Unknown,
} from '../../src/providers/provider.ts';
import { createDice, type Dice } from '../seeded.ts';
import { databaseNow, elsewhere, now, pause } from '../virtual-time.ts';

/** A request in the operator's book. */
export interface BookedRequest {
  readonly reference: string;
  readonly direction: 'deposit' | 'withdrawal';
  readonly msisdn: string;
  readonly amountXaf: number;
  readonly operatorTxId: string;
  state: 'pending' | 'succeeded' | 'failed';
  /** The state that it has last reported to our callback address. */
  reportedState: 'pending' | 'succeeded' | 'failed';
  readonly callbackUrl: string | null;
  /** When the operator, or the player, decides. */
  readonly decidedAt: number;
  readonly fate: Fate;
}

/** A call of ours that asked for money, whether it arrived or not. */
export interface Sending {
  readonly reference: string;
  /** By the clock of the service's database. */
  readonly at: number;
  /** The operator could not take it, so the service may try again. */
  isRefused: boolean;
}

/** How a call goes; `late` arrives after the caller's timeout. */
const WAYS = { through: 80, lost: 5, lost_answer: 5, late: 10 };
/** Longer than until the second question. */
const LATE_MS = 600_000;

/** `failed_first`: the operator says failed, and succeeded an hour later. */
type Fate = 'succeeded' | 'failed' | 'failed_first' | 'never';

/**
 * An operator with an interface like MTN's: it takes a request once under our reference, loses
 * calls and answers, and reports a status when asked. Its book is the truth about money.
 */
export function createOperator(seed: number) {
  const book = new Map<string, BookedRequest>();
  const sendings: Sending[] = [];
  const faults = new Set<string>();
  const calls = new Map<string, number>();
  let isCalm = false;
  const note = (fault: string) => void faults.add(`operator_${fault}`);

  function diceFor(what: string, reference: string): Dice {
    const name = `operator ${what} ${reference}`;
    const called = (calls.get(name) ?? 0) + 1;
    calls.set(name, called);
    return createDice(seed, `${name} ${called}`);
  }

  function take(order: PreparedOrder): void {
    const { reference, direction, msisdn, amountXaf, callbackUrl } = order;
    if (book.has(reference)) return;
    const dice = diceFor('fate', reference);
    const fate = isCalm
      ? 'succeeded'
      : dice.weighted(direction === 'deposit' ? OF_DEPOSITS : OF_PAYOUTS);
    book.set(reference, {
      reference,
      direction,
      msisdn,
      amountXaf,
      callbackUrl,
      fate,
      operatorTxId: String(7_000_000_001 + book.size),
      state: 'pending',
      reportedState: 'pending',
      decidedAt: now() + delayOf(dice),
    });
  }

  function look(reference: string): BookedRequest | null {
    const request = book.get(reference) ?? null;
    if (request === null || request.fate === 'never' || now() < request.decidedAt) return request;
    const isTurned = request.fate === 'failed_first' && now() >= request.decidedAt + TURNS_AFTER_MS;
    if (request.fate === 'failed_first') request.state = isTurned ? 'succeeded' : 'failed';
    else request.state = request.fate;
    if (isTurned) note('word_taken_back');
    return request;
  }

  async function send(order: PreparedOrder, call: Call): Promise<SendAnswer> {
    const { reference } = order;
    const dice = diceFor('send', reference);
    const sending: Sending = { reference, at: databaseNow(), isRefused: false };
    sendings.push(sending);
    const way = isCalm ? 'through' : dice.weighted(WAYS);
    if (way !== 'through') note(way);
    const refusal = isCalm ? null : drawRefusal(dice);
    // A late request may arrive after the service has asked for it and got `not_found`.
    const arrivesInMs = way === 'late' ? call.timeoutMs + dice.below(LATE_MS) : 1 + dice.below(200);
    const arrives = way !== 'lost' && refusal === null;
    const arrival = elsewhere(arrivesInMs, () => arrives && take(order));
    if (way !== 'late') await arrival;
    await pause(way === 'through' ? 1 + dice.below(200) : call.timeoutMs - 1);
    if (way !== 'through') return lost(call);
    if (refusal === null) return { kind: 'accepted', isFinal: false, providerTxId: null };
    sending.isRefused = refusal.because === 'provider';
    note(refusal.because === 'provider' ? 'busy' : 'refusal');
    return refusal;
  }

  async function ask({ reference }: PreparedOrder, call: Call): Promise<StatusAnswer> {
    const dice = diceFor('ask', reference);
    const way = isCalm ? 'through' : dice.weighted(WAYS);
    await pause(way === 'through' ? 1 + dice.below(400) : call.timeoutMs);
    if (way !== 'through') return lost(call);
    const request = look(reference);
    if (request === null) return { kind: 'not_found' };
    if (request.state === 'pending') return { kind: 'pending' };
    if (request.state === 'failed') return { kind: 'failed', reason: REASON, code: 'FAILED' };
    return { kind: 'succeeded', providerTxId: request.operatorTxId };
  }

  const connector: Connector = {
    prepare: async (order) => ({ kind: 'prepared', handle: order.reference }),
    send,
    ask,
    check: async () => ({ kind: 'up', balanceXaf: 100_000_000 }),
    findPayeeName: async () => ({ kind: 'found', name: 'ABEGA SOLANGE' }),
    close: async () => {},
  };
  return {
    adapter: { ...MTN, connect: () => connector } satisfies Adapter,
    book,
    sendings,
    look,
    /** A request whose latest state it has not reported, or `null`. */
    findUnreported: (): BookedRequest | null => {
      for (const { reference } of book.values()) {
        const request = look(reference);
        if (request !== null && request.state !== request.reportedState) return request;
      }
      return null;
    },
    faults,
    calmDown: () => {
      isCalm = true;
    },
  };
}

const MTN = {
  name: 'mtn-momo',
  operators: ['mtn'],
  abilities: {
    collect: true,
    payOut: true,
    payeeName: true,
    asksByReference: true,
    ownLines: false,
    simulated: false,
    payoutWallet: 'disbursement',
  },
  settings: [],
} as const;

const REASON: Message = { code: 'system_refused', params: { system: 'MTN' } };

function drawRefusal(dice: Dice): RefusedRequest | null {
  const because = dice.weighted({ payment: 7, provider: 7, nothing: 86 });
  if (because === 'nothing') return null;
  return { kind: 'refused', because, reason: REASON, code: 'NOT_ALLOWED' };
}

function lost({ timeoutMs }: Call): Unknown {
  return { kind: 'unknown', problem: { code: 'no_answer_within', params: { ms: timeoutMs } } };
}

const OF_DEPOSITS = { succeeded: 62, failed: 16, failed_first: 14, never: 8 };
/** No known operator pays out after it said failed. */
const OF_PAYOUTS = { succeeded: 75, failed: 21, failed_first: 0, never: 4 };
const TURNS_AFTER_MS = 3_600_000;

export type VirtualOperator = ReturnType<typeof createOperator>;

/** Most decide soon; some only after the deposit's time, after an hour, or the next day. */
function delayOf(dice: Dice): number {
  const scale = dice.weighted({ soon: 68, late: 20, hours: 8, day: 4 });
  const most = { soon: 30_000, late: 1_200_000, hours: 14_400_000, day: 100_000_000 }[scale];
  return dice.below(most);
}
