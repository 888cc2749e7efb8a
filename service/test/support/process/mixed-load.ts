import { setTimeout as pause } from 'node:timers/promises';
import type { Acknowledged } from '../../../src/domain/upkeep/others.ts';
import { type Answer, call } from '../call.ts';
import { pick, seeded } from '../providers/provider-garbage.ts';
import { idOf } from '../service-process.ts';
import { DEPOSITS, MTN, ORANGE, paymentBody, WITHDRAWALS } from '../transactions/payments.ts';

export interface MixedLoad {
  /** What was answered 200, as the auditor compares it. */
  readonly acknowledged: readonly Acknowledged[];
  /** Answers that are neither what was asked for nor a 503 with Retry-After. */
  readonly strange: readonly string[];
  readonly requests: () => number;
  readonly unavailable: () => number;
  readonly slowestMs: () => number;
  /** Times of answers that are not 503, since the last call. */
  readonly takeTimes: () => readonly number[];
  /** Resolves with the next so many that are acknowledged. */
  readonly more: (count: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface LoadPlan {
  /** The processes that can be asked just now. */
  readonly urls: () => readonly string[];
  readonly seed: number;
  readonly callbackUrl?: string;
  readonly perSecond?: number;
  readonly clients?: number;
}

const OUTCOMES = ['succeeded', 'succeeded', 'failed', null] as const;
/** A client that gets no answer for so long is a finding. */
const PATIENCE_MS = 120_000;

/**
 * Clients that behave as a platform does: deposits, withdrawals, outcomes, reads. What gets a 503
 * or is broken off is sent again with the same reference, to whichever process answers.
 */
export function startMixedLoad(plan: LoadPlan): MixedLoad {
  const { urls, seed, callbackUrl, perSecond = 150, clients = 8 } = plan;
  const random = seeded(seed);
  const acknowledged: Acknowledged[] = [];
  const strange: string[] = [];
  let times: number[] = [];
  let [requests, unavailable, slowestMs] = [0, 0, 0];
  let stopping = false;
  const waiting = new Set<() => void>();

  async function ask(method: string, path: string, json?: unknown): Promise<Answer | null> {
    requests += 1;
    const startedAt = performance.now();
    const all = urls();
    const url = all.length === 0 ? null : pick(random, all);
    const options = json === undefined ? {} : { json };
    const answer = url === null ? null : await call(url, method, path, options).catch(() => null);
    const tookMs = performance.now() - startedAt;
    if (answer !== null) slowestMs = Math.max(slowestMs, tookMs);
    if (answer?.status === 503) {
      unavailable += 1;
      if (answer.headers.get('retry-after') === null) strange.push(`503 without Retry-After`);
    } else if (answer !== null) times.push(tookMs);
    await pause(Math.max(0, (1_000 * clients) / perSecond - tookMs));
    return answer;
  }

  /** Until it is answered with something else than a 503. */
  async function insist(method: string, path: string, json?: unknown): Promise<Answer | null> {
    const until = performance.now() + PATIENCE_MS;
    while (!stopping) {
      const answer = await ask(method, path, json);
      if (answer !== null && answer.status !== 503) return answer;
      if (performance.now() > until) {
        strange.push(`${method} ${path} was not answered for ${PATIENCE_MS} ms`);
        return null;
      }
    }
    return null;
  }

  async function client(): Promise<void> {
    while (!stopping) {
      const isDeposit = random() < 0.7;
      const callback = callbackUrl === undefined ? {} : { callback_url: callbackUrl };
      const operator = pick(random, [MTN, ORANGE]);
      const amount_xaf = 100 + Math.floor(random() * 10_000);
      const body = paymentBody({ ...operator, amount_xaf, ...callback });
      const answer = await insist('POST', isDeposit ? DEPOSITS : WITHDRAWALS, body);
      if (answer === null) continue;
      if (answer.status !== 200) strange.push(`${answer.status} ${answer.text}`);
      else await settle(note(answer, body, isDeposit));
    }
  }

  function note(answer: Answer, body: object, isDeposit: boolean): string {
    const { callback_url: _url, ...facts } = body as Record<string, unknown>;
    const id = idOf(answer);
    const direction = isDeposit ? 'deposit' : 'withdrawal';
    acknowledged.push({ ...facts, direction, service_tx_id: id });
    for (const check of waiting) check();
    return id;
  }

  async function settle(id: string): Promise<void> {
    const outcome = pick(random, OUTCOMES);
    const simulate = `/api/v1/sandbox/transactions/${id}/simulate`;
    if (outcome !== null) {
      const answer = await insist('POST', simulate, { outcome });
      // What was answered 503 or broken off may have been done: then the repeat says so.
      const isDone = answer === null || answer.status === 200 || answer.status === 409;
      if (!isDone) strange.push(`${answer.status} ${answer.text}`);
    }
    const read = await insist('GET', `/api/v1/transactions/${id}`);
    if (read !== null && read.status !== 200) strange.push(`${id} read: ${read.status}`);
  }

  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    acknowledged,
    strange,
    requests: () => requests,
    unavailable: () => unavailable,
    slowestMs: () => slowestMs,
    takeTimes: () => {
      const taken = times;
      times = [];
      return taken;
    },
    more: (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wanted = acknowledged.length + count;
      const check = () => {
        if (acknowledged.length < wanted) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      return promise;
    },
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}

export function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(0.99 * sorted.length)] ?? 0);
}
