import assert from 'node:assert/strict';
import { mtnText } from '../providers/till.ts';
import { nextOrangeId, orangeText, timeInDouala } from './sms.ts';
import { OWN_MOVES, OWN_TRANSFERS, type OwnMove, retell } from './sms-own-moves.ts';

/** What an operator writes about a line of ours, in the order in which its money moves. */
export interface LineStory {
  readonly balanceCents: () => number;
  readonly pay: (payment: { readonly payer: string; readonly amount: number }) => StoryText;
  /** Money of ours that no player paid, or what the line has: all kinds one after the other. */
  readonly move: () => StoryText;
}

export interface StoryText {
  readonly text: string;
  /** What becomes of it. */
  readonly state: 'receipt' | OwnMove['kind'];
  /** Of the payment that it reverses. */
  readonly reversedTxId: string | null;
}

interface StoryLine {
  readonly sender: OwnMove['sender'];
  /** E.164. */
  readonly line: string;
  /** Another one of ours. */
  readonly secondLine: string;
  readonly opensWithXaf: number;
}

/** A reversal is of the payment so many before: that one has surely been read. */
const REVERSED_BEFORE = 8;

export function createStory({ sender, line, secondLine, opensWithXaf }: StoryLine): LineStory {
  const kinds = [...OWN_MOVES, ...OWN_TRANSFERS].filter((move) => move.sender === sender);
  const paid: string[] = [];
  let balance = opensWithXaf;
  let moved = 0;
  return {
    balanceCents: () => balance * 100,
    pay: ({ payer, amount }) => {
      balance += amount;
      const id = FORMS[sender].nextId();
      paid.push(id);
      const text = FORMS[sender].arrived({ payer, line, amount, balance, id });
      return { text, state: 'receipt', reversedTxId: null };
    },
    move: () => {
      const { text, kind, moves } = kinds[moved % kinds.length] ?? assert.fail();
      // All others are whole tens: no other text makes up for a reversal that is read backwards.
      const amount = moves === 'either' ? 101 : 100 + 10 * (moved % 9);
      moved += 1;
      balance += amount * DIRECTIONS[`${moves}`];
      const reversedTxId = moves === 'either' ? (paid.at(-REVERSED_BEFORE) ?? null) : null;
      const repeated = retell(text, {
        line,
        secondLine,
        amount,
        balance: String(balance),
        mtnId: nextMtnId(),
        orangeId: nextOrangeId(),
        original: reversedTxId ?? FORMS[sender].unknownId,
        time: now(),
      });
      return { text: repeated, state: kind, reversedTxId };
    },
  };
}

/** A payment to us that is reversed leaves the line. */
const DIRECTIONS = { in: 1, out: -1, either: -1, null: 0 } as const;

interface Arrived {
  readonly payer: string;
  readonly line: string;
  readonly amount: number;
  readonly balance: number;
  readonly id: string;
}

const FORMS = {
  MobileMoney: { nextId: nextMtnId, unknownId: '18000000001', arrived: mtnText },
  OrangeMoney: {
    nextId: nextOrangeId,
    unknownId: 'PP260101.1200.Z00001',
    arrived: ({ payer, line, amount, balance, id }: Arrived) =>
      orangeText({
        payer: payer.slice(4),
        payee: line.slice(4),
        amount,
        balance: String(balance),
        id,
      }),
  },
} as const;

let lastMtnId = 19_100_000_000;

function nextMtnId(): string {
  lastMtnId += 1;
  return String(lastMtnId);
}

/** As MTN writes it. */
function now(): string {
  return timeInDouala().slice(0, 19).replace('T', ' ');
}
