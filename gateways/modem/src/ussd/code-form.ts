import { readFile } from 'node:fs/promises';
import type { Dialog } from '../at/dialog.ts';
import { CODE_FORMS, type CodeForm } from '../gsm/ussd-text.ts';
import type { Stop } from '../jobs/stops.ts';
import { writeWhole } from '../modem/write-whole.ts';
import { isScreenOf } from '../scenario/decide.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { openSession, SESSION, type SessionOptions } from './session.ts';

/** How one modem wants its codes: no payout is begun before a menu has answered in this form. */
export interface ModemCodes {
  /** The form that a menu has answered, or `null`; tries again after a while. */
  readonly find: (dialog: Dialog) => Promise<CodeForm | null>;
  /** Why nothing is dialled, or `null` if codes work. */
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
  const { set, keptFile } = options;
  let found: {
    readonly dialog: Dialog;
    readonly form: CodeForm | null;
    readonly at: number;
  } | null = null;
  const find = async (dialog: Dialog): Promise<CodeForm | null> => {
    if (set !== null) return set;
    const modem = await readSerialNumber(dialog);
    const [keptModem, kept] = (await readFile(keptFile, 'utf8').catch(() => '')).split(' ');
    const known = CODE_FORMS.find((form) => form === kept && keptModem === modem);
    if (known !== undefined) return known;
    const tried = await tryForms(dialog, options);
    if (tried.kind !== 'works') return tried.kind === 'untried' ? CODE_FORMS[0] : null;
    await writeWhole(keptFile, `${modem} ${tried.form}`).catch(() => {});
    return tried.form;
  };
  return {
    find: async (dialog) => {
      const isStale = found?.form === null && performance.now() - found.at > AGAIN_MS;
      if (found?.dialog !== dialog || isStale) {
        found = { dialog, form: await find(dialog), at: performance.now() };
      }
      return found.form;
    },
    stop: () =>
      set === null && (found?.form ?? null) === null
        ? { code: 'codes_unproven', screen: null, since: null }
        : null,
  };
}

export type TriedForms =
  | { readonly kind: 'works'; readonly form: CodeForm }
  /** No form brings the scenario's first screen; `shown` is what came instead, if anything. */
  | { readonly kind: 'fails'; readonly dialled: string; readonly shown: string | null }
  /** Each scenario needs an amount or a number in its code. */
  | { readonly kind: 'untried' };

/** Dials a scenario up to its first screen in each form, and ends there: no money can move. */
export async function tryForms(
  dialog: Dialog,
  { set, scenarios, session = SESSION }: Omit<ModemCodesOptions, 'keptFile'>,
): Promise<TriedForms> {
  const scenario = scenarios.find(({ dial }) => !dial.includes('{'));
  if (scenario === undefined) return { kind: 'untried' };
  let shown: string | null = null;
  for (const form of set === null ? CODE_FORMS : [set]) {
    const trial = openSession(dialog, { ...session, form });
    const answer = await trial.say(scenario.dial);
    await trial.end();
    if (answer.kind !== 'screen') continue;
    if (isScreenOf(scenario, answer.text)) return { kind: 'works', form };
    shown ??= answer.text;
  }
  return { kind: 'fails', dialled: scenario.dial, shown };
}

/** Another modem on the same port may want another form. */
async function readSerialNumber(dialog: Dialog): Promise<string> {
  const answer = await dialog.ask({ command: 'AT+CGSN', answer: /^\d{14,16}$/ });
  const lines = answer.kind === 'ok' ? answer.lines : [];
  return lines.find((line) => /^\d{14,16}$/.test(line)) ?? 'unknown';
}
