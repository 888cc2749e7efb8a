import type { Queryable } from '../../db/client.ts';
import {
  insertSteps,
  listStepsBefore,
  listTouchingSteps,
  markBelieved,
  type NewSteps,
  type StepsBefore,
} from '../../db/lines/balance-steps.ts';
import { type LockedLine, markGaps, updateChains } from '../../db/lines/lines.ts';
import {
  type Chain,
  doubtBalance,
  joinSteps,
  type Step,
} from '../../domain/lines/balance-chain.ts';
import type { Message } from '../../domain/messages/message.ts';

/** A text that moved the balance of a line; the caller has locked the line. */
export interface TextOfLine {
  readonly line: LockedLine;
  readonly steps: readonly Step[];
  readonly content: string;
}

export type Followed =
  /** It connects to the trusted balance, and so do these texts that waited for it. */
  | { readonly kind: 'believed'; readonly released: readonly string[] }
  | { readonly kind: 'waits'; readonly doubt: Message }
  /** Nothing is done: texts of its line wait, and it may release them, so it is added alone. */
  | { readonly kind: 'left' };

/**
 * Adds texts to the chains of their lines, in order of arrival. The work does not grow with the
 * history of a line: it reads only texts that touch the ends of the chain. A single text is never
 * left.
 */
export async function followChains(
  connection: Queryable,
  texts: readonly TextOfLine[],
): Promise<readonly Followed[]> {
  if (texts.length === 0) return [];
  const before = await listStepsBefore(
    connection,
    texts.map(({ line, content }) => ({ line: line.line, content })),
  );
  const { followed, added, grown, gaps } = joinTexts(texts, before);
  await insertSteps(connection, added);
  let chains = [...grown].map(([line, chain]) => ({ line, chain }));
  let released: readonly string[] = [];
  const [only] = chains;
  if (only !== undefined && before[0]?.lineWaits === true && texts.length === 1) {
    const whole = await growChain(connection, only.line, { ...only, believedSinceId: null });
    chains = [{ ...only, chain: whole.chain }];
    released = whole.smsIds;
  }
  await updateChains(connection, chains);
  await markGaps(connection, gaps);
  return followed.map((one) => (one.kind === 'believed' ? { ...one, released } : one));
}

/** Each text sees the chain with the texts before it. */
function joinTexts(texts: readonly TextOfLine[], before: readonly StepsBefore[]) {
  const added: NewSteps[] = [];
  const grown = new Map<string, Chain>();
  const gaps: string[] = [];
  const waiting = new Set<string>();
  const followed = texts.map(({ line: { line, ...start }, steps, content }, index): Followed => {
    const { lineWaits, wasBelieved } = before[index] ?? NOTHING_BEFORE;
    if (waiting.has(line) || (lineWaits && texts.length > 1)) return { kind: 'left' };
    const chain = grown.get(line) ?? start.chain;
    const waits = { kind: 'waits', doubt: doubtOf(chain, steps) } as const;
    const believed = { kind: 'believed', released: [] } as const;
    if (wasBelieved !== null) return wasBelieved ? believed : waits;
    const joined = chain === null ? null : joinSteps(chain, steps);
    if (joined === null || joined.joined.length === 0) {
      added.push({ line, steps, state: 'waiting', content });
      waiting.add(line);
      if (chain !== null) gaps.push(line);
      return waits;
    }
    added.push({ line, steps: joined.joined, state: 'believed', content });
    grown.set(line, joined.chain);
    return believed;
  });
  return { followed, added, grown, gaps };
}

const NOTHING_BEFORE: StepsBefore = { lineWaits: false, wasBelieved: null };

function doubtOf(chain: Chain | null, [step]: readonly Step[]): Message {
  if (chain === null || step === undefined) return { code: 'line_not_opened' };
  return doubtBalance(chain.head.cents, step.beforeCents);
}

/** Adds every stored step that connects; returns the ids of the texts that waited. */
export async function growChain(
  connection: Queryable,
  line: string,
  start: { readonly chain: Chain; readonly believedSinceId: string | null },
): Promise<{ readonly chain: Chain; readonly smsIds: readonly string[] }> {
  let { chain } = start;
  const smsIds: string[] = [];
  const passed = new Set<string>();
  for (;;) {
    const touching = await listTouchingSteps(connection, line, { ...start, chain });
    const grown = joinSteps(
      chain,
      touching.filter(({ id }) => !passed.has(id)),
    );
    if (grown.joined.length === 0) return { chain, smsIds };
    chain = grown.chain;
    for (const { id } of grown.joined) passed.add(id);
    const waited = grown.joined.filter(({ state }) => state === 'waiting');
    if (waited.length > 0) await markBelieved(connection, waited);
    smsIds.push(...waited.map(({ smsId }) => smsId));
  }
}
