import { createHash } from 'node:crypto';
import { readPdu } from '../gsm/pdu.ts';
import { joinParts, type Received, type Text } from './join-parts.ts';
import type { Journal } from './journal.ts';

/** The facts about messages in the journal. */
export type InboxFact =
  | {
      readonly fact: 'received';
      readonly id: string;
      readonly sim: string;
      readonly at: number;
      readonly pdu: string;
      readonly length: number;
    }
  /** The service has received them, or will never accept them. */
  | { readonly fact: 'done'; readonly ids: readonly string[]; readonly how: 'taken' | 'refused' };

export interface NewMessage {
  readonly sim: string;
  readonly pdu: string;
  readonly length: number;
}

export interface Inbox {
  /** Resolves when the messages are on disk and may be deleted from the SIM. */
  readonly keep: (messages: readonly NewMessage[], nowMs: number) => Promise<void>;
  /** The texts to hand over, in order of arrival. */
  readonly waiting: (nowMs: number) => readonly Text[];
  readonly finish: (ids: readonly string[], how: 'taken' | 'refused') => Promise<void>;
  /** How many messages the service does not have yet. */
  readonly count: () => number;
}

/** At most this many delivered messages are remembered: their SIM may show them once more. */
const REMEMBERED = 2_000;
/** A journal with more facts than this is rewritten. */
const LONGEST_JOURNAL = 4 * REMEMBERED;

export function createInbox(journal: Journal<InboxFact>): Inbox {
  const received = new Map<string, Received>();
  const facts = new Map<string, InboxFact & { readonly fact: 'received' }>();
  const done = new Set<string>();
  let order = 0;
  let written = journal.past.length;

  function apply(fact: InboxFact): void {
    if (fact.fact === 'received') {
      order += 1;
      facts.set(fact.id, fact);
      const message = receivedOf(fact, order);
      if (message === null) settle(fact.id);
      else received.set(fact.id, message);
    } else for (const id of fact.ids) settle(id);
    forget();
  }

  function settle(id: string): void {
    received.delete(id);
    done.add(id);
  }

  /** Sets keep the order of insertion: the oldest come first. */
  function forget(): void {
    for (const id of done) {
      if (done.size <= REMEMBERED) return;
      done.delete(id);
      facts.delete(id);
    }
  }

  let last: Promise<unknown> = Promise.resolve();

  /** In turn: a fact must not reach the journal while it is rewritten without that fact. */
  function write(added: readonly InboxFact[]): Promise<void> {
    const turn = last.then(() => writeNow(added));
    last = turn.catch(() => {});
    return turn;
  }

  async function writeNow(added: readonly InboxFact[]): Promise<void> {
    await journal.append(added);
    for (const fact of added) apply(fact);
    written += added.length;
    if (written <= LONGEST_JOURNAL + received.size) return;
    const kept: InboxFact[] = [...facts.values()];
    if (done.size > 0) kept.push({ fact: 'done', ids: [...done], how: 'taken' });
    await journal.replace(kept);
    written = kept.length;
  }

  for (const fact of journal.past) apply(fact);
  return {
    keep: (messages, nowMs) => {
      const fresh = new Map<string, InboxFact>();
      for (const message of messages) {
        const id = idOf(message);
        if (!received.has(id) && !done.has(id)) {
          fresh.set(id, { fact: 'received', id, at: nowMs, ...message });
        }
      }
      return fresh.size === 0 ? Promise.resolve() : write([...fresh.values()]);
    },
    waiting: (nowMs) => joinParts([...received.values()], nowMs),
    finish: (ids, how) => write([{ fact: 'done', ids, how }]),
    count: () => received.size,
  };
}

/** The same message of the same SIM; the operator's time to the second is part of it. */
function idOf({ sim, pdu }: NewMessage): string {
  return createHash('sha256').update(`${sim} ${pdu}`).digest('hex').slice(0, 32);
}

/**
 * `null` for anything but a text, such as a delivery report: it is not handed over. An unreadable
 * message is handed over as it is, because it may be a payment.
 */
function receivedOf(
  { id, sim, at, pdu, length }: InboxFact & { readonly fact: 'received' },
  order: number,
): Received | null {
  const sms = readPdu(pdu, length);
  switch (sms.kind) {
    case 'sms':
      return { id, order, sim, at, sms };
    case 'other':
      return null;
    case 'broken': {
      const text = `This message cannot be read: ${pdu}`;
      const raw = { kind: 'sms', sender: 'unknown', sentAt: null, text, part: null } as const;
      return { id, order, sim, at, sms: raw };
    }
  }
}
