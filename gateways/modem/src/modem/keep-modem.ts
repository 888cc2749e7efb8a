import { setTimeout as pause } from 'node:timers/promises';
import { createDialog, type Dialog, type Port } from '../at/dialog.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { Log } from '../log.ts';
import {
  deleteMessage,
  type ModemStatus,
  readMessages,
  readStatus,
  type StartOptions,
  startModem,
} from './modem.ts';

export interface KeepModemDeps {
  /** Its path, which people know it by. */
  readonly name: string;
  readonly open: () => Promise<Port>;
  readonly pin: StartOptions;
  readonly inbox: Inbox;
  readonly log: Log;
  readonly stopping: AbortSignal;
  /** Called when messages were written to the journal. */
  readonly onKept: () => void;
  /** Works with the SIM between checks of its store; returns whether there was anything to do. */
  readonly work?: (dialog: Dialog, iccid: string) => Promise<boolean>;
  /** Rung when there may be work. */
  readonly bell?: Bell;
  /** Called when the SIM came or went, or entered or left its network. */
  readonly onNews?: () => void;
  readonly pace: Pace;
}

export interface Pace {
  /** Some modems do not announce every message, so the store is also checked at this interval. */
  readonly lookMs: number;
  readonly reopenMs: number;
}

export interface ModemState {
  readonly iccid: string;
  readonly status: ModemStatus;
}

export interface KeptModem {
  /** Its last state, or `null` while it does not work. */
  readonly state: () => ModemState | null;
  readonly ended: Promise<void>;
}

/** Keeps a modem at work: reopens the line whenever it ends. */
export function keepModem(deps: KeepModemDeps): KeptModem {
  const { name, log, stopping, pace } = deps;
  let state: ModemState | null = null;
  const setState = (reported: ModemState | null) => {
    const isNews = state?.status.registration !== reported?.status.registration;
    state = reported;
    if (isNews) deps.onNews?.();
  };
  const run = async () => {
    while (!stopping.aborted) {
      const problem = await serve(deps, setState);
      setState(null);
      if (stopping.aborted) return;
      log('modem_lost', { modem: name, problem });
      await pause(pace.reopenMs, undefined, { signal: stopping }).catch(() => {});
    }
  };
  return { state: () => state, ended: run() };
}

/** Serves one opening of the line until it ends, and returns the reason. */
async function serve(deps: KeepModemDeps, onState: (state: ModemState) => void): Promise<string> {
  const { name, open, pin, log, stopping, pace } = deps;
  let dialog: Dialog;
  try {
    dialog = createDialog(await open());
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be opened';
  }
  const end = () => dialog.end();
  stopping.addEventListener('abort', end);
  try {
    const started = await startModem(dialog, pin);
    if (started.kind !== 'ready') return describe(started);
    const { iccid } = started;
    log('modem_ready', { modem: name, iccid });
    const { work, bell = createBell() } = deps;
    dialog.onUnsolicited(({ kind }) => kind === 'sms' && bell.ring());
    dialog.onEnd(bell.ring);
    while (!dialog.isOver()) {
      await collect(deps, dialog, iccid);
      const status = await readStatus(dialog);
      if (status === null) break;
      onState({ iccid, status });
      const mayWork = work !== undefined && IN_NETWORK.has(status.registration);
      if (!mayWork || !(await work(dialog, iccid))) await bell.wait(pace.lookMs);
    }
    return 'it no longer answers';
  } catch (error) {
    // The journal cannot be written: the messages stay on the SIM.
    return error instanceof Error ? error.message : 'unknown';
  } finally {
    stopping.removeEventListener('abort', end);
    dialog.end();
  }
}

/** This order loses no payment: read, write to disk, delete from the SIM. */
async function collect(
  { inbox, onKept }: KeepModemDeps,
  dialog: Dialog,
  iccid: string,
): Promise<void> {
  const messages = await readMessages(dialog);
  if (messages.length === 0) return;
  const kept = messages.map(({ pdu, length }) => ({ sim: iccid, pdu, length }));
  await inbox.keep(kept, Date.now());
  onKept();
  for (const { index } of messages) {
    if (!(await deleteMessage(dialog, index)) && dialog.isOver()) return;
  }
}

function describe(started: Exclude<Awaited<ReturnType<typeof startModem>>, { kind: 'ready' }>) {
  switch (started.kind) {
    case 'silent':
      return 'it does not answer';
    case 'pin_refused':
      return 'the SIM refuses its PIN';
    case 'sim_blocked':
      return `the SIM is not ready: ${started.state}`;
    case 'failed':
      return `it refuses ${started.command}: ${started.code}`;
  }
}

export const IN_NETWORK: ReadonlySet<string> = new Set(['home', 'roaming']);

export type Bell = ReturnType<typeof createBell>;

/** Wakes the waiting code; a ring while none waits is not lost. */
export function createBell() {
  let isRung = false;
  let wake: (() => void) | null = null;
  return {
    ring: () => {
      isRung = true;
      wake?.();
    },
    wait: async (mostMs: number): Promise<void> => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, mostMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = null;
      isRung = false;
    },
  };
}
