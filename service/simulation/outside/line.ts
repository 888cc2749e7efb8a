import { orangeText } from '../../test/support/receipts/sms.ts';
import type { Dice } from '../seeded.ts';
import { databaseNow, now } from '../virtual-time.ts';

/** Money that came to our line or left it, as the operator knows it. */
export interface LineMove {
  readonly id: string;
  /** Who paid it, or got it. */
  readonly other: string;
  readonly amountXaf: number;
  /** What the line had before, and after. */
  readonly beforeXaf: number;
  readonly afterXaf: number;
  /** By the clock of the service's database. */
  readonly at: number;
  /** When the service first acknowledged its text, or `null` before that. */
  seenAt: number | null;
}

/** A payment that the operator took back, by an id of its own. */
interface TakenBack extends LineMove {
  readonly paymentId: string;
}

/** A payment that never was. */
export interface Forgery {
  readonly payer: string;
  readonly amountXaf: number;
  /** What the line would have had before. */
  readonly beforeXaf: number;
  /**
   * True payments may have to wait for a balance because of a burst, and because of a text that
   * connects, since its writer knows the balance; not because of a guess.
   */
  readonly kind: 'guess' | 'burst' | 'leak';
  /** By the clock of the service's database. */
  readonly at: number;
}

/** The line's balance, read at the operator, and when the service took it. */
export interface Reading {
  readonly by: 'question' | 'staff';
  readonly at: number;
  takenAt: number | null;
  /** How many arrivals of texts there were before it. */
  readonly arrivals: number;
}

/** A text on its way to the service; it may come late, twice, or after a later one. */
interface TravellingText {
  readonly text: string;
  readonly number: number;
  readonly arrivesAt: number;
}

export const LINE = '+237699000001';
export const LINE_WALLET = `orange:${LINE}`;
export const OPENS_WITH_XAF = 50_000;

/** A SIM of ours that players pay to, and the operator's texts about it. */
export function createLine() {
  const payments: LineMove[] = [];
  const refunds: LineMove[] = [];
  const takenBack: TakenBack[] = [];
  const forged = new Map<string, Forgery>();
  const readings: Reading[] = [];
  const travelling: TravellingText[] = [];
  const faults = new Set<string>();
  let balanceXaf = OPENS_WITH_XAF;
  let texts = 0;
  let latest = 0;
  let isCalm = false;
  /** How often a text came to the service or was taken by it, or people judged one. */
  let arrivals = 0;
  let askedAfter = 0;

  function move(xaf: number): Pick<LineMove, 'beforeXaf' | 'afterXaf' | 'at' | 'seenAt'> {
    const beforeXaf = balanceXaf;
    balanceXaf += xaf;
    return { beforeXaf, afterXaf: balanceXaf, at: databaseNow(), seenAt: null };
  }

  function write(dice: Dice, facts: Parameters<typeof orangeText>[0]): void {
    send(dice, orangeText(facts));
  }

  function send(dice: Dice, text: string): void {
    texts += 1;
    const times = !isCalm && dice.chance(0.2) ? 2 : 1;
    if (times === 2) faults.add('text_twice');
    for (let copy = 0; copy < times; copy += 1) {
      const isLate = !isCalm && dice.chance(0.25);
      if (isLate) faults.add('text_late');
      const delayMs = isLate ? dice.below(180_000) : dice.below(3_000);
      const arrivesAt = now() + delayMs;
      travelling.push({ text, number: texts, arrivesAt });
    }
  }

  return {
    payments,
    /** Money that went back to its payers. */
    refunds,
    takenBack,
    /** All money that left the line. */
    outs: (): readonly LineMove[] => [...refunds, ...takenBack],
    /** Invented payments by their ids. */
    forged,
    readings,
    /** Its account in the books. */
    wallet: LINE_WALLET,
    faults,
    calmDown: () => {
      isCalm = true;
    },
    pay: (dice: Dice, payer: string, amountXaf: number): void => {
      const id = orangeIdOf(payments.length + 1, 'A');
      payments.push({ id, other: payer, amountXaf, ...move(amountXaf) });
      write(dice, textOf({ id, payer, payee: LINE, amountXaf, balanceXaf }));
    },
    /** A person sends a payment back from our SIM. */
    refund: (dice: Dice, payee: string, amountXaf: number): void => {
      faults.add('money_returned');
      const id = orangeIdOf(refunds.length + 1, 'R');
      refunds.push({ id, other: payee, amountXaf, ...move(-amountXaf) });
      write(dice, textOf({ id, payer: LINE, payee, amountXaf, balanceXaf }));
    },
    /** The operator takes a payment back: the player complained, or it was a mistake. */
    takeBack: (dice: Dice, { id: paymentId, other, amountXaf }: LineMove): void => {
      faults.add('payment_taken_back');
      const id = orangeIdOf(takenBack.length + 1, 'B');
      takenBack.push({ id, paymentId, other, amountXaf, ...move(-amountXaf) });
      send(
        dice,
        `La transaction ${paymentId} a ete annulee. Montant: ${amountXaf} FCFA. ` +
          `Nouveau Solde: ${balanceXaf}.00 FCFA. Nouvelle transaction id: ${id}.`,
      );
    },
    /** Writes to our SIM in the operator's name. */
    forge: (dice: Dice, forgery: Omit<Forgery, 'at'>): void => {
      const { payer, amountXaf, beforeXaf } = forgery;
      faults.add('text_forged');
      const id = orangeIdOf(forged.size + 1, 'F');
      forged.set(id, { ...forgery, at: databaseNow() });
      const after = beforeXaf + amountXaf;
      write(dice, textOf({ id, payer, payee: LINE, amountXaf, balanceXaf: after }));
    },
    /** Takes the text that arrived first, or `null` if none has. */
    takeArrived: (): string | null => {
      const arrived = travelling.filter(({ arrivesAt }) => arrivesAt <= now());
      const [first] = arrived.toSorted((a, b) => a.arrivesAt - b.arrivesAt || a.number - b.number);
      if (first === undefined) return null;
      travelling.splice(travelling.indexOf(first), 1);
      arrivals += 1;
      if (first.number < latest) faults.add('text_overtaken');
      latest = Math.max(latest, first.number);
      return first.text;
    },
    acknowledge: (text: string): void => {
      // A text about a payment that was taken back names both.
      const move = [...takenBack, ...refunds, ...payments].find(({ id }) => text.includes(id));
      if (move !== undefined) move.seenAt ??= databaseNow();
      arrivals += 1;
    },
    /** The service died before it answered, so the gateway sends the text again. */
    requeue: (text: string): void => {
      faults.add('text_again');
      travelling.push({ text, number: texts, arrivesAt: now() + 1_000 });
    },
    /** People called a payment forged: the line has no balance until it is read. */
    noteJudged: () => {
      arrivals += 1;
    },
    /** No text is under way, and the balance was read after the last one. */
    isQuiet: () => travelling.length === 0 && askedAfter === arrivals,
    hasForgedUnderWay: () =>
      travelling.some(({ text }) => [...forged.keys()].some((id) => text.includes(id))),
    /** What the operator answers to the question for the balance. */
    balanceXaf: () => balanceXaf,
    /** Notes that a balance which was read then is given to the service. */
    noteReading: (by: Reading['by'], at = databaseNow()): Reading => {
      const reading: Reading = { by, at, takenAt: null, arrivals };
      readings.push(reading);
      return reading;
    },
    /** The service knows the balance: the line is quiet unless a text came meanwhile. */
    noteAsked: (reading: Reading) => {
      askedAfter = reading.arrivals;
    },
  };
}

function textOf(facts: {
  readonly id: string;
  readonly payer: string;
  readonly payee: string;
  readonly amountXaf: number;
  readonly balanceXaf: number;
}): Parameters<typeof orangeText>[0] {
  const { id, payer, payee, amountXaf: amount, balanceXaf } = facts;
  const national = (msisdn: string) => msisdn.replace('+237', '');
  const balance = `${balanceXaf}.00`;
  return { id, payer: national(payer), payee: national(payee), amount, balance };
}

export type Line = ReturnType<typeof createLine>;

function orangeIdOf(number: number, letter: string): string {
  const inDouala = new Date(now() + 3_600_000).toISOString();
  const day = inDouala.slice(2, 10).replaceAll('-', '');
  const time = inDouala.slice(11, 16).replace(':', '');
  return `PP${day}.${time}.${letter}${String(number).padStart(5, '0')}`;
}
