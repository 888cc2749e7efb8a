import { createDice, type Dice } from '../seeded.ts';
import { databaseNow, elsewhere, now, pause } from '../virtual-time.ts';

/** A system with an interface. MTN and pawaPay keep our references, CamPay has ids of its own. */
export type System = 'mtn' | 'pawapay' | 'campay';

/** What a call of ours asks for. */
export interface Wanted {
  readonly system: System;
  readonly reference: string;
  readonly direction: 'deposit' | 'withdrawal';
  readonly msisdn: string;
  readonly amountXaf: number;
  /** The address of this one payment, for a system that calls it. */
  readonly callbackUrl: string | null;
}

/** A request in the book of a system. */
export interface BookedRequest extends Wanted {
  /** What the system calls it, which may be our reference. */
  readonly handle: string;
  readonly operatorTxId: string;
  state: 'pending' | 'succeeded' | 'failed';
  /** The state that it has last reported to our callback address. */
  reportedState: 'pending' | 'succeeded' | 'failed';
  readonly takenAt: number;
  /** Until then a question is answered as if it had not been taken. */
  readonly listedAt: number;
  /** When the operator, or the player, decides. */
  readonly decidedAt: number;
  readonly fate: Fate;
  /** The answer to the call that asked for it has left. */
  isAnswered: boolean;
  /** The name that our last callback had, if it arrived while the service still asks. */
  namedAs: string | null;
}

/** A call of ours that asked for money, whether it arrived or not. */
export interface Sending {
  readonly reference: string;
  /** By the clock of the service's database. */
  readonly at: number;
  /** The operator could not take it, so the service may try again. */
  isRefused: boolean;
}

export type Received =
  | { readonly kind: 'taken'; readonly handle: string }
  | { readonly kind: 'refused'; readonly because: 'payment' | 'provider' }
  | { readonly kind: 'lost' };

export type Found =
  | { readonly kind: 'found'; readonly request: BookedRequest }
  | { readonly kind: 'not_listed' }
  | { readonly kind: 'lost' };

/** How a call goes; `late` arrives after the caller's timeout. */
const WAYS = { through: 80, lost: 5, lost_answer: 5, late: 10 };
/** Longer than until the second question. */
const LATE_MS = 600_000;
const REFUSALS = { payment: 7, provider: 7, nothing: 86 };

/** `failed_first`: the operator says failed, and succeeded an hour later. */
type Fate = 'succeeded' | 'failed' | 'failed_first' | 'never';

const OF_DEPOSITS = { succeeded: 62, failed: 16, failed_first: 14, never: 8 };
/** No known operator pays out after it said failed. */
const OF_PAYOUTS = { succeeded: 75, failed: 21, failed_first: 0, never: 4 };
const TURNS_AFTER_MS = 3_600_000;

/** What a system has taken may be missing in its answers for as long as this. */
const UNLISTED_MS = { mtn: 0, pawapay: 240_000, campay: 3_600_000 };

/** What the systems have taken, which is the truth about money. Calls and answers are lost. */
export function createBook(seed: number) {
  const requests: BookedRequest[] = [];
  const sendings: Sending[] = [];
  const faults = new Set<string>();
  const calls = new Map<string, number>();
  let isCalm = false;
  const note = (fault: string) => void faults.add(fault);

  return {
    sendings,
    faults,
    receive,
    ask,
    /** Whether an exchange without money is lost. */
    losesCall: (what: string) => !isCalm && diceFor(what, '').chance(0.05),
    list: (): readonly BookedRequest[] => requests.map(update),
    look: (reference: string): BookedRequest | null =>
      updated(requests.find((request) => request.reference === reference)),
    /** A request whose latest state it has not reported, or `null`. */
    findUnreported: (): BookedRequest | null =>
      requests.map(update).find(({ state, reportedState }) => state !== reportedState) ?? null,
    calmDown: () => {
      isCalm = true;
    },
  };

  function diceFor(what: string, reference: string): Dice {
    const name = `operator ${what} ${reference}`;
    const called = (calls.get(name) ?? 0) + 1;
    calls.set(name, called);
    return createDice(seed, `${name} ${called}`);
  }

  function take(wanted: Wanted): BookedRequest {
    const { system, reference, direction } = wanted;
    const known = requests.find((one) => one.system === system && one.reference === reference);
    // A name of ours that CamPay has seen before is another payment to it.
    if (known !== undefined && system !== 'campay') return known;
    const dice = diceFor('fate', reference);
    const fate = dice.weighted(direction === 'deposit' ? OF_DEPOSITS : OF_PAYOUTS);
    const isUnlisted = !isCalm && dice.chance(0.2);
    const request: BookedRequest = {
      ...wanted,
      handle: system === 'campay' ? idOf(dice) : reference,
      fate: isCalm ? 'succeeded' : fate,
      operatorTxId: String(7_000_000_001 + requests.length),
      state: 'pending',
      reportedState: 'pending',
      takenAt: now(),
      listedAt: now() + (isUnlisted ? dice.below(UNLISTED_MS[system]) : 0),
      decidedAt: now() + delayOf(dice),
      isAnswered: false,
      namedAs: null,
    };
    requests.push(request);
    return request;
  }

  function update(request: BookedRequest): BookedRequest {
    const { system, direction, fate, decidedAt } = request;
    if (fate === 'never' || now() < decidedAt) return request;
    const isTurned = fate === 'failed_first' && now() >= decidedAt + TURNS_AFTER_MS;
    if (fate === 'failed_first') request.state = isTurned ? 'succeeded' : 'failed';
    else request.state = fate;
    if (isTurned) note('operator_word_taken_back');
    if (request.state === 'succeeded') note(`${system}_${direction}`);
    return request;
  }

  function updated(request: BookedRequest | undefined): BookedRequest | null {
    return request === undefined ? null : update(request);
  }

  async function receive(wanted: Wanted, timeoutMs: number): Promise<Received> {
    const { reference } = wanted;
    const dice = diceFor('send', reference);
    const sending: Sending = { reference, at: databaseNow(), isRefused: false };
    sendings.push(sending);
    const way = isCalm ? 'through' : dice.weighted(WAYS);
    if (way !== 'through') note(`operator_${way}`);
    const because = isCalm ? 'nothing' : dice.weighted(REFUSALS);
    // A late request may arrive after the service has asked for it and got `not_found`.
    const arrivesInMs = way === 'late' ? timeoutMs + dice.below(LATE_MS) : 1 + dice.below(200);
    const arrives = way !== 'lost' && because === 'nothing';
    const arrival = elsewhere(arrivesInMs, () => (arrives ? take(wanted) : null));
    const taken = way === 'late' ? null : await arrival;
    await pause(way === 'through' ? 1 + dice.below(200) : timeoutMs - 1);
    if (way !== 'through') return { kind: 'lost' };
    if (because !== 'nothing') {
      sending.isRefused = because === 'provider';
      note(because === 'provider' ? 'operator_busy' : 'operator_refusal');
      return { kind: 'refused', because };
    }
    if (taken === null) return { kind: 'lost' };
    taken.isAnswered = true;
    return { kind: 'taken', handle: taken.handle };
  }

  async function ask(system: System, handle: string, timeoutMs: number): Promise<Found> {
    const dice = diceFor('ask', handle);
    const way = isCalm ? 'through' : dice.weighted(WAYS);
    await pause(way === 'through' ? 1 + dice.below(400) : timeoutMs);
    if (way !== 'through') return { kind: 'lost' };
    const request = requests.find((one) => one.system === system && one.handle === handle);
    if (request === undefined) return { kind: 'not_listed' };
    if (now() < request.listedAt) {
      note('operator_not_listed');
      return { kind: 'not_listed' };
    }
    return { kind: 'found', request: update(request) };
  }
}

export type Book = ReturnType<typeof createBook>;

/** An id as CamPay gives it. */
export function idOf(dice: Dice): string {
  const digits = Array.from({ length: 32 }, () => dice.below(16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Most decide soon; some only after the deposit's time, after an hour, or the next day. */
function delayOf(dice: Dice): number {
  const scale = dice.weighted({ soon: 68, late: 20, hours: 8, day: 4 });
  const most = { soon: 30_000, late: 1_200_000, hours: 14_400_000, day: 100_000_000 }[scale];
  return dice.below(most);
}
