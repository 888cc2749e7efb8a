import type { StoredSms } from '../gsm/pdu.ts';

/** A message of a SIM, as the journal has it. */
export interface Received {
  readonly id: string;
  /** Its position in the order of arrival. */
  readonly order: number;
  readonly sim: string;
  /** When it was read from the SIM, in milliseconds. */
  readonly at: number;
  readonly sms: StoredSms;
}

/** A whole text, of one message or of several. */
export interface Text {
  readonly ids: readonly string[];
  readonly order: number;
  readonly sim: string;
  readonly sender: string;
  readonly text: string;
  readonly receivedAt: string;
}

/** The centre sends the parts of a text in one go, with nearly the same time on each. */
const CLOSE_MS = 5_000;
/** Sometimes it is interrupted. */
const INTERRUPTED_MS = 2 * 60_000;
/** How long a text may lack a part before it is handed over without it. */
export const PATIENCE_MS = 15 * 60_000;

/** The texts that can be handed over now, in order of arrival. */
export function joinParts(received: readonly Received[], nowMs: number): readonly Text[] {
  const isOlder = (ageMs: number) => (parts: readonly Received[]) =>
    parts.every(({ at }) => nowMs - at >= ageMs);
  const single = received.filter(({ sms }) => sms.part === null);
  const parts = received.filter(({ sms }) => sms.part !== null);
  const close = clustersOf(parts, CLOSE_MS).filter(isWhole);
  // There are 256 references, and a busy centre repeats them within a minute: parts further apart
  // are only joined when nothing closer has come for a while.
  const apart = clustersOf(without(parts, close), INTERRUPTED_MS).filter(isOlder(INTERRUPTED_MS));
  const joined = apart.filter(isWhole);
  const late = clustersOf(without(parts, [...close, ...joined]), INTERRUPTED_MS)
    .filter(isOlder(PATIENCE_MS))
    // Never guess which part belongs to which text: an amount could meet another's balance.
    .flatMap((some) => (isClear(some) ? [some] : some.map((part) => [part])));
  return [...single.map((one) => [one]), ...close, ...joined, ...late]
    .map((some) => textOf(inOrder(some)))
    .sort((a, b) => a.order - b.order);
}

function without(
  parts: readonly Received[],
  clusters: readonly (readonly Received[])[],
): readonly Received[] {
  const taken = new Set(clusters.flat());
  return parts.filter((part) => !taken.has(part));
}

/** Parts that may be of one text: the same name, and at most this far apart. */
function clustersOf(parts: readonly Received[], apartMs: number): readonly (readonly Received[])[] {
  const byName = new Map<string, Received[]>();
  for (const part of parts) {
    const { sender, part: of } = part.sms;
    const name = JSON.stringify([part.sim, sender, of?.reference, of?.of]);
    byName.set(name, [...(byName.get(name) ?? []), part]);
  }
  return [...byName.values()].flatMap((same) => {
    const clusters: Received[][] = [];
    for (const part of same.sort((a, b) => timeOf(a) - timeOf(b))) {
      const cluster = clusters.at(-1);
      const before = cluster?.at(-1);
      if (before !== undefined && timeOf(part) - timeOf(before) <= apartMs) {
        cluster?.push(part);
      } else clusters.push([part]);
    }
    return clusters;
  });
}

function timeOf({ sms, at }: Received): number {
  return sms.sentAt === null ? at : Date.parse(sms.sentAt);
}

function isWhole(parts: readonly Received[]): boolean {
  const of = parts[0]?.sms.part?.of;
  return isClear(parts) && new Set(parts.map(numberOf)).size === of;
}

/** No two messages claim to be the same part with different contents. */
function isClear(parts: readonly Received[]): boolean {
  const texts = new Map(parts.map((part) => [numberOf(part), part.sms.text]));
  return parts.every((part) => texts.get(numberOf(part)) === part.sms.text);
}

function inOrder(parts: readonly Received[]): readonly Received[] {
  return [...parts].sort((a, b) => numberOf(a) - numberOf(b));
}

function numberOf({ sms }: Received): number {
  return sms.part?.number ?? 1;
}

/** Names the missing parts in a way that no template matches. */
function textOf(parts: readonly Received[]): Text {
  const [first] = parts;
  if (first === undefined) throw new Error('a text has at least one part');
  const of = first.sms.part?.of ?? 1;
  const texts = new Map(parts.map((part) => [numberOf(part), part.sms.text]));
  const pieces = Array.from(
    { length: of },
    (_, index) => texts.get(index + 1) ?? ` [part ${index + 1} of ${of} is missing] `,
  );
  return {
    ids: parts.map(({ id }) => id),
    order: Math.min(...parts.map(({ order }) => order)),
    sim: first.sim,
    sender: first.sms.sender === '' ? 'unknown' : first.sms.sender,
    text: pieces.join(''),
    receivedAt: new Date(Math.max(...parts.map(({ at }) => at))).toISOString(),
  };
}
