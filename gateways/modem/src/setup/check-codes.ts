import { join } from 'node:path';
import type { Dialog } from '../at/dialog.ts';
import type { Config, ModemConfig } from '../config.ts';
import { CODE_FORMS } from '../gsm/ussd-text.ts';
import { createMenuTrust, menuFiles } from '../jobs/menu-trust.ts';
import { isScreenOf } from '../scenario/decide.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { listTrials, type Trial, tryForms } from '../ussd/code-form.ts';
import type { Say } from './finding.ts';

export interface CheckedModem {
  readonly dialog: Dialog;
  readonly modem: ModemConfig;
  readonly index: number;
  /** A person says that recorded menus which no check can see are the operator's. */
  readonly trustsMenus: boolean;
}

/** Dials each of the operator's menus up to its first screen: no money can move. */
export async function checkCodes(
  { scenariosFolder, stateFolder }: Config,
  { dialog, modem: { wallet, codeForm: set }, index, trustsMenus }: CheckedModem,
  say: Say,
): Promise<void> {
  if (wallet === null) return;
  const { recorded } = loadScenarios(scenariosFolder);
  const scenarios = recorded.filter(({ operator }) => operator === wallet.operator);
  const seen = await seeScreens(dialog, { set, trials: listTrials(scenarios) }, say);
  const { payments, balances } = menuFiles(index);
  const menus = { seen, trustsMenus };
  const ofBalance = scenarios.filter(({ action }) => action === 'balance');
  const ofPayments = scenarios.filter(({ action }) => action !== 'balance');
  await judgeMenu(join(stateFolder, balances), { ...menus, scenarios: ofBalance }, say);
  await judgeMenu(join(stateFolder, payments), { ...menus, scenarios: ofPayments }, say);
}

/** The first screen of each code that its scenario knows. */
async function seeScreens(
  dialog: Dialog,
  { set, trials }: { readonly set: Config['modems'][number]['codeForm']; trials: readonly Trial[] },
  say: Say,
): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, string>();
  let form = set;
  for (const trial of trials) {
    const tried = await tryForms(dialog, trial, { set: form });
    if (tried.kind === 'works') {
      form = tried.form;
      seen.set(trial.code, tried.shown);
      continue;
    }
    const shown = tried.shown === null ? 'nothing' : `"${tried.shown}"`;
    say(
      `${trial.code} shows ${shown}, which is not the first screen of its scenario`,
      `dial it on a phone; if it works there, set ussd_codes (${CODE_FORMS.join(', ')}) or record it anew`,
    );
  }
  if (seen.size > 0) say(`USSD codes work, written as ${form}`);
  if (trials.length === 0) {
    say(
      'USSD codes were not tried: each recorded scenario dials a number or an amount. The first ' +
        'payment tries them: a modem whose dialect does not work takes no payout',
    );
  }
  return seen;
}

/** A stopped menu is used again if each of its scenarios was seen, or a person speaks for it. */
async function judgeMenu(
  file: string,
  {
    scenarios,
    seen,
    trustsMenus,
  }: {
    readonly scenarios: readonly Scenario[];
    readonly seen: ReadonlyMap<string, string>;
    readonly trustsMenus: boolean;
  },
  say: Say,
): Promise<void> {
  const menu = createMenuTrust(file);
  const hidden = scenarios.filter(({ dial }) => dial.includes('{'));
  const shown = scenarios.filter(({ dial }) => !dial.includes('{'));
  const isSeen = shown.every((one) => isScreenOf(one, seen.get(one.dial) ?? ''));
  const isForgiven = isSeen && (hidden.length === 0 || trustsMenus);
  const stop = await menu.stop();
  if (stop !== null && scenarios[0]?.action === 'balance') {
    const screen = stop.screen === null ? '' : `. The screen: "${stop.screen}"`;
    const then = isForgiven ? '; from now on it is asked for again' : '';
    const remedy = `add the screen to the outcomes of the scenario${then}`;
    say(`The balance was not asked for any more${screen}`, remedy);
  }
  if (isForgiven) return menu.forgive();
  if (stop === null || !isSeen) return;
  say(
    `No check can see the menu of ${hidden.map(({ id }) => id).join(', ')}: its code has a number or an amount`,
    'record it again if it has changed, then run momo-modem check --trust-menus',
  );
}
