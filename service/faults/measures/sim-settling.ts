import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { MTN_TEXTS } from '../../src/domain/operators/mtn/texts.ts';
import { playAgent, SIM } from '../../test/support/lines/played-agent.ts';
import {
  createApproved,
  startLiveProcess,
  startLiveService,
} from '../../test/support/providers/live.ts';
import { addGateway, addLines, tell } from '../../test/support/receipts/sms.ts';
import { eventually } from '../../test/support/service-process.ts';

const LINE = '+237670000099';
const OPENING_XAF = 10_000_000;
/** As long as a real session takes, so that the last of a queue waits for minutes. */
const WALK_MS = 5_000;
/** It is not asked for balances. */
const PAYING = { actions: ['transfer'] };

/**
 * How long payouts in the queue of one SIM take from what decides them, the last screen or, if no
 * screen showed the end, the operator's text, until they are settled. The workers are those of a
 * process of its own.
 */
export async function measureSettling({ payouts }: { readonly payouts: number }) {
  const service = await startLiveService();
  const { database } = service;
  await addLines(database, 'mtn', [LINE]);
  await database.query({
    text: `update providers set directions = '{deposit,withdrawal}' where id = 'mtn-sims'`,
  });
  const sims = { [SIM]: { operator: 'mtn', line: LINE } } as const;
  await addGateway(database, { sims, opensWithXaf: OPENING_XAF });
  const agent = playAgent(service);
  await agent.poll(PAYING);
  for (let index = 0; index < payouts; index += 1) {
    const payee = {
      msisdn: `+2376770${String(index).padStart(5, '0')}`,
      amount_xaf: 1_000 + index,
    };
    await createApproved(service, { operator: 'mtn', ...payee });
  }
  await startLiveProcess(service, { ROLE: 'worker' });

  const decided = new Map<string, { readonly at: number; readonly by: 'screen' | 'text' }>();
  let balanceXaf = OPENING_XAF;
  const walk = async ({
    job: reference,
    offer,
  }: Readonly<Record<'job' | 'offer', string>>): Promise<void> => {
    assert.partialDeepStrictEqual(await agent.take(reference, offer), { status: 'taken' });
    await pause(WALK_MS);
    const by = decided.size % 2 === 0 ? 'screen' : 'text';
    const { msisdn, amountXaf } = await orderOf(reference);
    balanceXaf -= amountXaf;
    if (by === 'screen') decided.set(reference, { at: Date.now(), by });
    await agent.report(reference, { outcome: by === 'screen' ? 'accepted' : 'unknown' });
    const text = MTN_TEXTS.write.sent({
      number: msisdn.replace('+237', ''),
      name: 'NGO BIYONG ANNE',
      line: '',
      at: new Date(),
      amountXaf,
      balanceXaf,
      id: String(18_000_000_000 + amountXaf),
    });
    if (by === 'text') decided.set(reference, { at: Date.now(), by });
    await tell(service, { sim: SIM, sender: 'MobileMoney', text });
  };
  const orderOf = async (reference: string) => {
    const [order] = await database.query<{
      readonly msisdn: string;
      readonly amountXaf: number;
    }>({
      text: `select msisdn, amount_xaf as "amountXaf" from sim_jobs where reference = $1`,
      values: [reference],
    });
    if (order === undefined) throw new Error(`there is no job ${reference}`);
    return order;
  };
  const isWalked = async () => {
    // What was listed minutes ago may have been withdrawn or offered anew.
    const next = (await agent.poll(PAYING)).find(({ job }) => !decided.has(job));
    if (next !== undefined) await walk(next);
    return decided.size === payouts;
  };
  await eventually('every job is done', isWalked, PATIENCE_MS);
  const settled = async () =>
    database.query<{ readonly reference: string; readonly at: Date }>({
      text: `select s.reference, t.state_updated_at as at
             from submissions s join transactions t on t.id = s.transaction_id
             where t.state = 'succeeded'`,
    });
  const isSettled = async () => (await settled()).length === payouts;
  await eventually('every payout is settled', isSettled, PATIENCE_MS);
  const rows = await settled();
  const p95 = (by: 'screen' | 'text') => {
    const times = rows
      .flatMap(({ reference, at }) => {
        const what = decided.get(reference);
        return what?.by === by ? [Math.max(0, at.getTime() - what.at)] : [];
      })
      .toSorted((a, b) => a - b);
    return times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  };
  return { p95_after_screen_ms: p95('screen'), p95_after_text_ms: p95('text') };
}

const PATIENCE_MS = 240_000;
