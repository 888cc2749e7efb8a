import type { PostRequest, PostResult } from '../../src/outbound/post.ts';
import { createDice } from '../seeded.ts';
import { elsewhere, pause } from '../virtual-time.ts';

/** An event that a platform received, in order of arrival. */
export interface Reported {
  readonly id: string;
  readonly event: string;
  readonly reference: string;
  readonly amountXaf: number;
}

const FATES = { taken: 70, refused: 10, lost_answer: 8, never_there: 8, slow: 4 };

/** The platforms' servers: they fail, are slow, or take a delivery and lose the answer. */
export function createReceivers(seed: number) {
  const reported: Reported[] = [];
  const faults = new Set<string>();
  const posts = new Map<string, number>();
  let isCalm = false;

  function diceFor(body: string) {
    const posted = (posts.get(body) ?? 0) + 1;
    posts.set(body, posted);
    return createDice(seed, `receiver ${body} ${posted}`);
  }

  function record(body: string): void {
    const payload = JSON.parse(body) as Readonly<Record<string, string>>;
    reported.push({
      id: payload['service_tx_id'] ?? '',
      event: payload['event'] ?? '',
      reference: payload['reference'] ?? '',
      amountXaf: Number(payload['amount_xaf']),
    });
  }

  return {
    reported,
    faults,
    calmDown: () => {
      isCalm = true;
    },
    post: async ({ body, timeoutMs }: PostRequest): Promise<PostResult> => {
      const dice = diceFor(body);
      const fate = isCalm ? 'taken' : dice.weighted(FATES);
      if (fate !== 'taken') faults.add(`receiver_${fate}`);
      const latencyMs = fate === 'slow' ? 4_000 : 2 + dice.below(50);
      const isReceived = fate !== 'never_there' && fate !== 'refused';
      await elsewhere(latencyMs - 1, () => isReceived && record(body));
      await pause(fate === 'lost_answer' ? timeoutMs - latencyMs : 1);
      if (fate === 'never_there') return { kind: 'failed', error: 'refused', latencyMs };
      if (fate === 'refused') return { kind: 'answered', status: 500, answer: '', latencyMs };
      return fate === 'lost_answer'
        ? { kind: 'failed', error: 'timeout', latencyMs: timeoutMs }
        : { kind: 'answered', status: 200, answer: 'ok', latencyMs };
    },
  };
}

export type Receivers = ReturnType<typeof createReceivers>;
