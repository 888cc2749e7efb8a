import { readFile } from 'node:fs/promises';
import type { Dialog } from '../at/dialog.ts';
import { CODE_FORMS, type CodeForm } from '../gsm/ussd-text.ts';
import type { Stop } from '../jobs/stops.ts';
import { writeWhole } from '../modem/write-whole.ts';
import { codeOf, isScreenOf, type Order } from '../scenario/decide.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { openSession, SESSION, type SessionOptions } from './session.ts';

/** How one modem wants its codes: no payment is begun before a menu has answered in this form. */
export interface ModemCodes {
  /** The form that a menu has answered, `untried`, or `null`; tries again after a while. */
  readonly find: (dialog: Dialog) => Promise<CodeForm | 'untried' | null>;
  /** The same with the code of this payment, if no other could be tried; never `untried`. */
  readonly findFor: (dialog: Dialog, trial: Trial | null) => Promise<CodeForm | null>;
  /** Why nothing is dialled, or `null` if codes work or a payment is still to try them. */
  readonly stop: () => Stop | null;
}

export interface ModemCodesOptions {
  /** What the settings say, or `null` to find it out. */
  readonly set: CodeForm | null;
  readonly keptFile: string;
  readonly scenarios: readonly Scenario[];
  readonly session?: Omit<SessionOptions, 'form'>;
}

/** The network may have been busy. */
const AGAIN_MS = 600_000;

export function createModemCodes(options: ModemCodesOptions): ModemCodes {
  const { set, keptFile, scenarios, session } = options;
  let found: {
    readonly dialog: Dialog;
    readonly form: CodeForm | 'untried' | null;
    readonly at: number;
  } | null = null;
  const tryAll = async (dialog: Dialog, trials: readonly Trial[]): Promise<CodeForm | null> => {
    for (const trial of trials) {
      const tried = await tryForms(dialog, trial, { set, ...(session && { session }) });
      if (tried.kind === 'fails') continue;
      const modem = await readSerialNumber(dialog);
      await writeWhole(keptFile, `${modem} ${tried.form}`).catch(() => {});
      return tried.form;
    }
    return null;
  };
  const find = async (dialog: Dialog): Promise<CodeForm | 'untried' | null> => {
    if (set !== null) return set;
    const modem = await readSerialNumber(dialog);
    const [keptModem, kept] = (await readFile(keptFile, 'utf8').catch(() => '')).split(' ');
    const known = CODE_FORMS.find((form) => form === kept && keptModem === modem);
    if (known !== undefined) return known;
    const trials = listTrials(scenarios);
    return trials.length === 0 ? 'untried' : tryAll(dialog, trials);
  };
  const findNow: ModemCodes['find'] = async (dialog) => {
    const isStale = found?.form === null && performance.now() - found.at > AGAIN_MS;
    if (found?.dialog !== dialog || isStale) {
      found = { dialog, form: await find(dialog), at: performance.now() };
    }
    return found.form;
  };
  return {
    find: findNow,
    findFor: async (dialog, trial) => {
      const form = await findNow(dialog);
      if (form !== 'untried') return form;
      const tried = trial === null ? null : await tryAll(dialog, [trial]);
      found = { dialog, form: tried, at: performance.now() };
      return tried;
    },
    stop: () =>
      set === null && (found?.form ?? null) === null
        ? { code: 'codes_unproven', screen: null, since: null }
        : null,
  };
}

/** A code that can be dialled up to its first screen, and which screens prove that it arrived. */
export interface Trial {
  readonly code: string;
  readonly isAnsweredBy: (screen: string) => boolean;
}

/** The codes of these scenarios that need no number and no amount, each once. */
export function listTrials(scenarios: readonly Scenario[]): readonly Trial[] {
  const dialled = scenarios.filter(({ dial }) => !dial.includes('{'));
  return [...new Set(dialled.map(({ dial }) => dial))].map((code) => ({
    code,
    isAnsweredBy: (screen) => dialled.some((one) => one.dial === code && isScreenOf(one, screen)),
  }));
}

/** The code of one payment; its operator may refuse at once what it asks for. */
export function trialOf(scenario: Scenario, order: Order): Trial | null {
  const dialled = codeOf(scenario, order);
  if (dialled.kind === 'lacking') return null;
  const { code } = dialled;
  const isAnsweredBy = (screen: string) =>
    isScreenOf(scenario, screen) || isScreenOf({ ...scenario, steps: [] }, screen);
  return { code, isAnsweredBy };
}

export type TriedForms =
  | { readonly kind: 'works'; readonly form: CodeForm; readonly shown: string }
  /** No form brings the scenario's first screen; `shown` is what came instead, if anything. */
  | { readonly kind: 'fails'; readonly shown: string | null };

/** Dials a code up to its first screen in each form, and ends there: no money can move. */
export async function tryForms(
  dialog: Dialog,
  { code, isAnsweredBy }: Trial,
  { set, session = SESSION }: Pick<ModemCodesOptions, 'set' | 'session'>,
): Promise<TriedForms> {
  let shown: string | null = null;
  for (const form of set === null ? CODE_FORMS : [set]) {
    // A session that is still open would take the code for its answer, such as a PIN.
    await dialog.ask({ command: 'AT+CUSD=2' });
    const trial = openSession(dialog, { ...session, form });
    const answer = await trial.say(code);
    await trial.end();
    if (answer.kind !== 'screen') continue;
    if (isAnsweredBy(answer.text)) return { kind: 'works', form, shown: answer.text };
    shown ??= answer.text;
  }
  return { kind: 'fails', shown };
}

/** Another modem on the same port may want another form. */
async function readSerialNumber(dialog: Dialog): Promise<string> {
  const answer = await dialog.ask({ command: 'AT+CGSN', answer: /^\d{14,16}$/ });
  const lines = answer.kind === 'ok' ? answer.lines : [];
  return lines.find((line) => /^\d{14,16}$/.test(line)) ?? 'unknown';
}
