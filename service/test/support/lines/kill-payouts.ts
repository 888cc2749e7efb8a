import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestService } from '../harness.ts';
import { createApproved } from '../providers/live.ts';
import { createOrangeLine } from '../receipts/sms.ts';
import { eventually } from '../service-process.ts';
import { read } from '../transactions/payments.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';
import type { Copy } from './modem-box.ts';
import { createPayingBox } from './paying-box.ts';

export interface Killed {
  readonly succeeded: number;
  readonly failed: number;
  readonly open: number;
  /** Those of the open ones that were paid: their texts were not believed. */
  readonly paidOpen: number;
  /** Transfers whose end no screen showed; the texts have settled them. */
  readonly unknown: number;
  /** The most that a modem agent has used. */
  readonly mostMemoryMb: number;
}

/**
 * Kills the modem agent again and again while transfers run and texts arrive. Each transfer is
 * confirmed at most once; what the service calls succeeded was paid, what it calls failed was not,
 * and what no screen showed is settled by its text or stays open.
 */
export async function killDuringPayouts(options: {
  readonly payouts: number;
  readonly kills: number;
  /** Texts of strangers that arrive meanwhile; each becomes one stored text. */
  readonly texts: number;
  readonly copy?: Copy;
}): Promise<Killed> {
  const paying = await createPayingBox({ balance: 50_000_000 });
  const { service, box, wallet } = paying;
  const { database } = service;
  const numberOf = (index: number) => `6770${String(index).padStart(5, '0')}`;
  const ids: string[] = [];
  const unpaid = async () => {
    const text = `select count(*)::int as count from transactions
                  where state in ('approved', 'pending_approval')`;
    return (await database.query<{ readonly count: number }>({ text }))[0]?.count ?? 0;
  };
  // Kills right after the first two PINs leave it unproven, until a person has checked it.
  const provePin = async () => {
    const text = `select from gateway_sims where trouble = 'pin_unproven'`;
    if ((await database.query({ text })).length === 0) return;
    await box.start('pin', { words: ['accepted'] }).ended;
  };
  let isOver = false;
  after(() => {
    isOver = true;
  });
  // A few wait at a time, as staff approve them; a step that fails is taken again.
  const stepping = (async () => {
    while (!isOver) {
      if (ids.length < options.payouts && (await unpaid()) < MAX_UNPAID) {
        const index = ids.length;
        const payment = { msisdn: `+237${numberOf(index)}`, amount_xaf: 1_000 + index };
        ids.push(await createApproved(service, { operator: 'mtn', ...payment }));
      }
      await database.query({
        text: `update submissions set next_step_at = app_now()
               where next_step_at is not null and claim is null`,
      });
      await service.takeSteps().catch(() => {});
      await provePin();
      await pause(50);
    }
  })();
  const arriving = sendTexts(box.modem, options.texts);
  let kills = 0;
  let mostMemoryMb = 0;
  const paid = () => wallet.transfers.length;
  const texted = async () => {
    const text = `select count(*)::int as count from sms_messages where sender = 'OrangeMoney'`;
    return (await database.query<{ readonly count: number }>({ text }))[0]?.count ?? 0;
  };
  while (kills < options.kills) {
    const before = paid();
    const program = box.start('run', options.copy);
    await program.seen('modem_ready');
    // Some are killed in the middle of a session, some between two.
    const isBusy = () => paid() > before || box.modem.state.session !== null;
    await eventually('it works', isBusy, 3_000).catch(() => {});
    await pause(Math.random() * 300);
    mostMemoryMb = Math.max(mostMemoryMb, memoryOf(program.pid));
    await program.end('SIGKILL');
    kills += 1;
  }
  const program = box.start('run', options.copy);
  await arriving;
  const stateOf = async (id: string) => String((await read(service, id))['state']);
  const hasEnded = async () => {
    const open = await database.query({
      text: `select from sim_jobs where state in ('waiting', 'taken')
             union all select from transactions where state = 'approved'
             -- What was withdrawn is offered again.
             union all select from submissions s join transactions t on t.id = s.transaction_id
             where t.state = 'provider_submitted' and not exists (
               select from sim_jobs j where j.reference = s.reference and j.state = 'ended')`,
    });
    const isAll = ids.length === options.payouts && (await texted()) === options.texts;
    return open.length === 0 && isAll;
  };
  await eventually('every job has ended', hasEnded, 600_000);
  await eventually('every text is read', () => box.modem.state.store.size === 0, 60_000);
  const isSettled = async () => {
    const waiting = await database.query({
      text: `select from sim_jobs j join submissions s on s.reference = j.reference
             join transactions t on t.id = s.transaction_id
             where t.state = 'provider_submitted'
               and (j.outcome <> 'unknown' or j.operator_tx_id is not null)`,
    });
    return waiting.length === 0;
  };
  await eventually('what is known is settled', isSettled, 60_000);
  isOver = true;
  await stepping;
  mostMemoryMb = Math.max(mostMemoryMb, memoryOf(program.pid));
  await program.end('SIGTERM');
  const counts = { succeeded: 0, failed: 0, open: 0, paidOpen: 0 };
  for (const [index, id] of ids.entries()) {
    const times = wallet.transfers.filter(({ number }) => number === numberOf(index)).length;
    assert.ok(times <= 1, `${numberOf(index)} was paid ${times} times`);
    const state = await stateOf(id);
    const expected = { succeeded: 1, failed: 0 }[state];
    if (expected !== undefined) assert.equal(times, expected, `${state}, and paid ${times} times`);
    if (state === 'succeeded') counts.succeeded += 1;
    else if (state === 'failed') counts.failed += 1;
    else counts.open += 1;
    if (expected === undefined) counts.paidOpen += times;
  }
  await assertAllHolds(service, { isStopped: true });
  return { ...counts, unknown: await countUnknown(service), mostMemoryMb };
}

const MAX_UNPAID = 4;

/** The operator keeps a text while the SIM has no room. */
async function sendTexts(
  modem: Awaited<ReturnType<typeof createPayingBox>>['box']['modem'],
  texts: number,
): Promise<void> {
  const line = createOrangeLine('+237699000001');
  for (let sent = 0; sent < texts; sent += 1) {
    while (modem.state.store.size > modem.state.storeSize - 6) await pause(20);
    const payer = `+2376900${String(sent).padStart(5, '0')}`;
    modem.receive({ sender: 'OrangeMoney', text: line.pay({ payer, amount: 100 + sent }) });
    await pause(Math.random() * 60);
  }
}

async function countUnknown({ database }: Pick<TestService, 'database'>): Promise<number> {
  const text = `select from sim_jobs where outcome = 'unknown'`;
  return (await database.query({ text })).length;
}

function memoryOf(pid: number): number {
  const [, kb = ''] =
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1_024);
}
