import type { Queryable } from '../../db/client.ts';
import {
  findSteps,
  insertSteps,
  listTouchingSteps,
  markBelieved,
} from '../../db/lines/balance-steps.ts';
import { type LockedLine, markGap, updateChains } from '../../db/lines/lines.ts';
import {
  type Chain,
  doubtBalance,
  joinSteps,
  type Step,
} from '../../domain/lines/balance-chain.ts';
import type { Remark } from '../../domain/remarks/remark.ts';

export type Followed =
  /** It connects to the trusted balance, and so do these texts that waited for it. */
  | { readonly kind: 'believed'; readonly released: readonly string[] }
  | { readonly kind: 'waits'; readonly doubt: Remark };

/**
 * Adds a text to the chain of its line, which the caller has locked. Its work does not grow with
 * the history of the line: only texts are read that touch the ends of the chain.
 */
export async function followChain(
  connection: Queryable,
  { line, chain }: LockedLine,
  text: { readonly steps: readonly Step[]; readonly sameness: string },
): Promise<Followed> {
  const grown = chain === null ? null : joinSteps(chain, text.steps);
  const isBelieved = grown !== null && grown.joined.length > 0;
  const added = await insertSteps(connection, [
    {
      line,
      steps: isBelieved ? grown.joined : text.steps,
      state: isBelieved ? 'believed' : 'waiting',
      sameness: text.sameness,
    },
  ]);
  if (added === 0) return recall(connection, { line, chain }, text);
  if (!isBelieved) {
    if (chain !== null) await markGap(connection, line);
    return { kind: 'waits', doubt: doubtOf(chain, text.steps) };
  }
  const whole = await growChain(connection, line, { chain: grown.chain, believedSinceId: null });
  await updateChains(connection, [{ line, chain: whole.chain }]);
  return { kind: 'believed', released: whole.smsIds };
}

/** A text that was read before, for instance in another wording of its template. */
async function recall(
  connection: Queryable,
  { line, chain }: Pick<LockedLine, 'line' | 'chain'>,
  text: { readonly steps: readonly Step[]; readonly sameness: string },
): Promise<Followed> {
  const known = await findSteps(connection, { line, sameness: text.sameness });
  if (known.some(({ state }) => state === 'believed')) return { kind: 'believed', released: [] };
  return { kind: 'waits', doubt: doubtOf(chain, text.steps) };
}

function doubtOf(chain: Chain | null, [step]: readonly Step[]): Remark {
  if (chain === null || step === undefined) return { code: 'line_not_opened' };
  return doubtBalance(chain.head.cents, step.beforeCents);
}

/** Adds every stored step that connects; the ids are those of the texts that waited. */
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
