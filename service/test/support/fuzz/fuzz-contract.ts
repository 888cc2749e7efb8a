import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Answer } from '../call.ts';
import { anyRequest, type FuzzedRequest } from './contract-requests.ts';

export interface ContractReport {
  readonly seed: number;
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly perSecond: number;
}

export interface ContractRun {
  readonly requests: number;
  readonly seed: number;
  /** Must hold each answer to docs/openapi.json, as `call` does. */
  readonly send: (request: FuzzedRequest) => Promise<Answer>;
}

/** Requests are made in lots, so that later ones know ids that earlier ones were given. */
const LOT = 500;
const AT_A_TIME = 16;
const MAX_KNOWN = 200;

/**
 * Sends requests that are made from the description of the interface. Nothing may be answered 5xx
 * but the 503 that is described, and every answer is as described.
 */
export async function fuzzContract({ requests, seed, send }: ContractRun): Promise<ContractReport> {
  const statuses: Record<string, number> = {};
  const known: string[] = [];
  const started = performance.now();
  for (let sent = 0; sent < requests; sent += LOT) {
    const numRuns = Math.min(LOT, requests - sent);
    const lot = fc.sample(anyRequest(known), { seed: seed + sent, numRuns }).values();
    await Promise.all(Array.from({ length: AT_A_TIME }, () => sendAll(lot)));
  }
  const seconds = (performance.now() - started) / 1_000;
  return { seed, requests, statuses, perSecond: Math.round(requests / seconds) };

  async function sendAll(lot: Iterator<FuzzedRequest> & Iterable<FuzzedRequest>): Promise<void> {
    for (let next = lot.next(); !next.done; next = lot.next()) {
      const request = next.value;
      const answer = await send(request).catch((error: unknown) => {
        throw new Error(`seed ${seed}: ${JSON.stringify(request)}`, { cause: error });
      });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const isAllowed = answer.status < 500 || answer.status === 503;
      assert.ok(isAllowed, `seed ${seed}: ${JSON.stringify(request)}: ${answer.text}`);
      remember(answer.json);
    }
  }

  function remember(json: unknown): void {
    if (typeof json !== 'object' || json === null || known.length >= MAX_KNOWN) return;
    for (const name of ['service_tx_id', 'player_id', 'id']) {
      const id = (json as Readonly<Record<string, unknown>>)[name];
      if (typeof id === 'string') known.push(id);
    }
  }
}
