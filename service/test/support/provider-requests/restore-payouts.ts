import assert from 'node:assert/strict';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { quarantineDatabase } from '../../../src/flows/upkeep/accept-restore.ts';
import type { TestService } from '../harness.ts';
import { approve } from '../providers/live.ts';
import { pick, seeded } from '../providers/provider-garbage.ts';
import { create, type Json, WITHDRAWALS } from '../transactions/payments.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';
import { accept, backUp, openRestoreCase, settle, stateOf } from './restore.ts';

export interface RestoreReport {
  readonly seed: number;
  readonly payouts: number;
  readonly held: number;
  readonly paid: number;
}

/** How far a payout has come. */
const STAGES = ['missing', 'pending_approval', 'approved', 'paid'] as const;
type Stage = (typeof STAGES)[number];

/**
 * Payouts of both operators that have come to any stage at the moment of a backup and to any later
 * one when it is restored, again and again, as a dump or as files. The platform then repeats all of
 * its requests, and everything that can be approved is. Then the operators' books are read.
 */
export async function restoreDuringPayouts(order: {
  readonly restores: number;
  readonly payoutsPerRestore: number;
  readonly seed: number;
}): Promise<RestoreReport> {
  const random = seeded(order.seed);
  const { startService, payout, timesPaid } = await openRestoreCase();
  let service = await startService();
  const all: Json[] = [];
  let held = 0;

  for (let round = 0; round < order.restores; round += 1) {
    const stories = Array.from({ length: order.payoutsPerRestore }, () => {
      const before = pick(random, STAGES);
      const after = pick(random, STAGES.slice(STAGES.indexOf(before)));
      return { json: payout(pick(random, ['mtn', 'orange'])), before, after };
    });
    all.push(...stories.map(({ json }) => json));
    await bring(
      service,
      stories.map(({ json, before }) => ({ json, stage: before })),
    );
    const backup = await backUp(service);
    await bring(
      service,
      stories.map(({ json, after }) => ({ json, stage: after })),
    );

    service = await backup.restore(pick(random, ['dump', 'files']));
    await quarantineDatabase(service, COMMAND_LINE, { reason: 'Restored.' });
    await settle(service);
    await accept(service);
    await bring(
      service,
      stories.map(({ json }) => ({ json, stage: 'paid' })),
    );
    for (const { json, before, after } of stories) {
      const story = `seed ${order.seed}, ${json['operator']}, ${before}, then ${after}`;
      const { service_tx_id: id } = await create(service, WITHDRAWALS, json);
      const state = await stateOf(service, id);
      if (state === 'requires_manual_resolution') held += 1;
      else assert.deepEqual([state, timesPaid(json)], ['succeeded', 1], story);
      assert.ok(timesPaid(json) <= 1, `${story}: paid ${timesPaid(json)} times`);
    }
    await assertAllHolds(service, { isStopped: true });
  }
  const paid = all.filter((json) => timesPaid(json) === 1).length;
  return { seed: order.seed, payouts: all.length, held, paid };
}

/** Brings each payout to its stage, if it is not there: those that are paid first, then others. */
async function bring(
  service: TestService,
  payouts: readonly { readonly json: Json; readonly stage: Stage }[],
): Promise<void> {
  const asked = payouts.filter(({ stage }) => stage !== 'missing');
  const known: { readonly id: string; readonly stage: Stage }[] = [];
  for (const { json, stage } of asked) {
    known.push({ id: (await create(service, WITHDRAWALS, json)).service_tx_id, stage });
  }
  for (const wanted of ['paid', 'approved'] as const) {
    for (const { id, stage } of known) {
      const isDue = stage === wanted && (await stateOf(service, id)) === 'pending_approval';
      if (isDue) await approve(service, id);
    }
    if (wanted === 'paid') await settle(service);
  }
}
