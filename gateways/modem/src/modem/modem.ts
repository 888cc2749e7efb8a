import type { Answer, Dialog, Question } from '../at/dialog.ts';
import {
  type Listed,
  type Registration,
  readIccid,
  readList,
  readPinState,
  readRegistration,
  readShown,
  readSignal,
  readStore,
  type Store,
} from '../at/words.ts';
import { readPdu } from '../gsm/pdu.ts';

/** What a modem and its SIM report about themselves. */
export interface ModemStatus {
  readonly registration: Registration;
  readonly signal: number | null;
  /** `null` if the modem does not report it: a text might then be lost unnoticed. */
  readonly store: Store | null;
}

export type Started =
  | { readonly kind: 'ready'; readonly iccid: string }
  | { readonly kind: 'silent' }
  /** The SIM asks for its PIN; `blocked` if it asks for more, or no PIN is left to try. */
  | { readonly kind: 'pin_refused' }
  | { readonly kind: 'sim_blocked'; readonly state: string }
  | { readonly kind: 'failed'; readonly command: string; readonly code: string };

export interface StartOptions {
  /** Returns the SIM's PIN at most once, or `null` if there is none or it failed before. */
  readonly takePin: () => Promise<string | null>;
  /** Called when the PIN was accepted. */
  readonly keepPin: () => Promise<void>;
}

/** Each must work, or the modem is not reliable. */
const SET_UP: readonly Question[] = [
  { command: 'ATE0' },
  // Errors as numbers: texts are in the maker's language.
  { command: 'AT+CMEE=1' },
];

const FOR_MESSAGES: readonly Question[] = [
  // Raw, in hexadecimal: joining texts needs the headers of their parts.
  { command: 'AT+CMGF=0' },
  // The modem stores messages and announces each.
  { command: 'AT+CNMI=2,1,0,0,0' },
];

/** A SIM takes some seconds after it has received its PIN. */
const READY_TRIES = 20;
const READY_PAUSE_MS = 500;

/** Makes a modem ready to receive messages, and returns its SIM's number. */
export async function startModem(dialog: Dialog, options: StartOptions): Promise<Started> {
  if (!(await dialog.wake({ tries: 10, pauseMs: 500 }))) return { kind: 'silent' };
  const trouble = (await askAll(dialog, SET_UP)) ?? (await unlock(dialog, options));
  if (trouble !== null) return trouble;
  const worse = await askAll(dialog, FOR_MESSAGES);
  if (worse !== null) return worse;
  for (const command of ['AT+CCID', 'AT+ICCID', 'AT^ICCID?']) {
    const answer = await dialog.ask({ command, answer: /\d{18}/ });
    if (answer.kind === 'silent') return answer;
    const iccid = readIccid(linesOf(answer));
    if (iccid !== null) return { kind: 'ready', iccid };
  }
  return { kind: 'failed', command: 'AT+CCID', code: 'no number of the card' };
}

async function askAll(dialog: Dialog, questions: readonly Question[]): Promise<Started | null> {
  for (const question of questions) {
    const answer = await dialog.ask(question);
    if (answer.kind === 'silent') return answer;
    if (answer.kind === 'error') {
      return { kind: 'failed', command: question.command, code: answer.code };
    }
  }
  return null;
}

/** A SIM blocks after three wrong PINs: each is tried once, and never again by itself. */
async function unlock(dialog: Dialog, { takePin, keepPin }: StartOptions): Promise<Started | null> {
  let isGiven = false;
  for (let left = READY_TRIES; left > 0; left -= 1) {
    const answer = await dialog.ask({ command: 'AT+CPIN?', answer: /^\+CPIN:/ });
    if (answer.kind === 'silent') return answer;
    const state = readPinState(linesOf(answer));
    if (state === 'READY') {
      if (isGiven) await keepPin();
      return null;
    }
    if (state !== null && (state !== 'SIM PIN' || isGiven)) return { kind: 'sim_blocked', state };
    if (state === 'SIM PIN') {
      const pin = await takePin();
      if (pin === null) return { kind: 'sim_blocked', state };
      isGiven = true;
      const given = await dialog.ask({ command: `AT+CPIN="${pin}"`, deadlineMs: 30_000 });
      if (given.kind === 'silent') return given;
      if (given.kind === 'error') return { kind: 'pin_refused' };
    }
    // Busy, or no SIM yet.
    await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS));
  }
  return { kind: 'sim_blocked', state: 'no answer' };
}

/** `null` if the modem does not answer. */
export async function readStatus(dialog: Dialog): Promise<ModemStatus | null> {
  const store = await dialog.ask({ command: 'AT+CPMS?', answer: /^\+CPMS:/ });
  const registration = await dialog.ask({ command: 'AT+CREG?', answer: /^\+CREG: *\d *, *\d/ });
  const signal = await dialog.ask({ command: 'AT+CSQ', answer: /^\+CSQ:/ });
  if (signal.kind === 'silent') return null;
  return {
    store: readStore(linesOf(store)),
    registration: readRegistration(linesOf(registration)),
    signal: readSignal(linesOf(signal)),
  };
}

/** For the messages of the largest store, on a slow line. */
const LIST_DEADLINE_MS = 60_000;

/**
 * How often a message is read again. A changed letter would give another amount, and a noisy line
 * changes the same letter twice now and then. A broken message is more likely noise, and is read
 * until chance can be ruled out.
 */
const READ_AGAIN = { sms: 2, other: 2, broken: 6 } as const;

/** The messages in the store; one that differs between readings is left for the next time. */
export async function readMessages(dialog: Dialog): Promise<readonly Listed[]> {
  const answer = await dialog.ask({
    command: 'AT+CMGL=4',
    answer: /^\+CMGL:|^[0-9A-Fa-f]{20,}$/,
    deadlineMs: LIST_DEADLINE_MS,
  });
  const sure: Listed[] = [];
  for (const listed of readList(linesOf(answer))) {
    if (await isSure(dialog, listed)) sure.push(listed);
  }
  return sure;
}

async function isSure(dialog: Dialog, { index, pdu, length }: Listed): Promise<boolean> {
  for (let left: number = READ_AGAIN[readPdu(pdu, length).kind]; left > 0; left -= 1) {
    const answer = await dialog.ask({
      command: `AT+CMGR=${index}`,
      answer: /^\+CMGR:|^[0-9A-Fa-f]{20,}$/,
    });
    const shown = readShown(linesOf(answer));
    if (shown?.pdu !== pdu || shown.length !== length) return false;
  }
  return true;
}

/** Returns whether the modem confirms it. A message that stays is read again and known. */
export async function deleteMessage(dialog: Dialog, index: number): Promise<boolean> {
  const answer = await dialog.ask({ command: `AT+CMGD=${index}`, deadlineMs: 25_000 });
  return answer.kind === 'ok';
}

function linesOf(answer: Answer): readonly string[] {
  return answer.kind === 'ok' ? answer.lines : [];
}
