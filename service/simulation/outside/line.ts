import { orangeText } from '../../test/support/receipts/sms.ts';
import type { Dice } from '../seeded.ts';
import { databaseNow, now } from '../virtual-time.ts';

/** Money that came to our line, as the operator knows it. */
export interface LinePayment {
  readonly id: string;
  readonly payer: string;
  readonly amountXaf: number;
  /** By the clock of the service's database. */
  readonly paidAt: number;
  /** When the service first acknowledged its text, or `null` before that. */
  seenAt: number | null;
}

/** A text on its way to the service; it may come late, twice, or after a later one. */
interface TravellingText {
  readonly text: string;
  readonly number: number;
  readonly arrivesAt: number;
}

export const LINE = '+237699000001';
export const OPENS_WITH_XAF = 50_000;

/** A SIM of ours that players pay to, and the operator's texts about it. */
export function createLine() {
  const payments: LinePayment[] = [];
  const forged = new Map<string, Pick<LinePayment, 'payer' | 'amountXaf'>>();
  const travelling: TravellingText[] = [];
  const faults = new Set<string>();
  let balanceXaf = OPENS_WITH_XAF;
  let texts = 0;
  let latest = 0;
  let isCalm = false;
  let isAsked = true;

  function write(
    dice: Dice,
    facts: Pick<LinePayment, 'id' | 'payer' | 'amountXaf'> & { readonly balanceXaf: number },
  ): void {
    texts += 1;
    const text = orangeText({
      payer: facts.payer.replace('+237', ''),
      payee: LINE.replace('+237', ''),
      amount: facts.amountXaf,
      balance: `${facts.balanceXaf}.00`,
      id: facts.id,
    });
    const times = !isCalm && dice.chance(0.2) ? 2 : 1;
    if (times === 2) faults.add('text_twice');
    for (let copy = 0; copy < times; copy += 1) {
      const isLate = !isCalm && dice.chance(0.25);
      if (isLate) faults.add('text_late');
      const delayMs = isLate ? dice.below(180_000) : dice.below(3_000);
      travelling.push({ text, number: texts, arrivesAt: now() + delayMs });
    }
  }

  return {
    payments,
    /** Invented payments by their ids. */
    forged,
    faults,
    calmDown: () => {
      isCalm = true;
    },
    pay: (dice: Dice, payer: string, amountXaf: number): void => {
      balanceXaf += amountXaf;
      const id = orangeIdOf(payments.length + 1, 'A');
      payments.push({ id, payer, amountXaf, paidAt: databaseNow(), seenAt: null });
      write(dice, { id, payer, amountXaf, balanceXaf });
    },
    /** Writes to our SIM in the operator's name, without knowing the balance. */
    forge: (dice: Dice, payer: string, amountXaf: number): void => {
      faults.add('text_forged');
      const id = orangeIdOf(forged.size + 1, 'F');
      forged.set(id, { payer, amountXaf });
      write(dice, { id, payer, amountXaf, balanceXaf: 3_000_001 + 1_000 * dice.below(1_000) });
    },
    /** Takes the text that arrived first, or `null` if none has. */
    takeArrived: (): string | null => {
      const arrived = travelling.filter(({ arrivesAt }) => arrivesAt <= now());
      const [first] = arrived.toSorted((a, b) => a.arrivesAt - b.arrivesAt || a.number - b.number);
      if (first === undefined) return null;
      travelling.splice(travelling.indexOf(first), 1);
      isAsked = false;
      if (first.number < latest) faults.add('text_overtaken');
      latest = Math.max(latest, first.number);
      return first.text;
    },
    acknowledge: (text: string): void => {
      const payment = payments.find(({ id }) => text.includes(id));
      if (payment !== undefined) payment.seenAt ??= databaseNow();
    },
    /** The service died before it answered, so the gateway sends the text again. */
    requeue: (text: string): void => {
      faults.add('text_again');
      travelling.push({ text, number: texts, arrivesAt: now() + 1_000 });
    },
    /** No text is under way, and the balance was read after the last one. */
    isQuiet: () => travelling.length === 0 && isAsked,
    /** What the operator answers to the question for the balance. */
    balanceXaf: () => balanceXaf,
    noteAsked: () => {
      isAsked = travelling.length === 0;
    },
  };
}

export type Line = ReturnType<typeof createLine>;

function orangeIdOf(number: number, letter: string): string {
  const inDouala = new Date(now() + 3_600_000).toISOString();
  const day = inDouala.slice(2, 10).replaceAll('-', '');
  const time = inDouala.slice(11, 16).replace(':', '');
  return `PP${day}.${time}.${letter}${String(number).padStart(5, '0')}`;
}
