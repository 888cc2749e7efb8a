import { join } from 'node:path';
import { createDialog, type Dialog } from '../at/dialog.ts';
import { type Config, ConfigError, type ModemConfig, readSecret } from '../config.ts';
import { createMenuTrust, menuFiles } from '../jobs/menu-trust.ts';
import { STOPS, type Stop } from '../jobs/stops.ts';
import { createWalletPin, pinMarkFile } from '../jobs/wallet-pin.ts';
import { IN_NETWORK } from '../modem/keep-modem.ts';
import { readStatus, startModem } from '../modem/modem.ts';
import { openPort } from '../modem/open-port.ts';
import { createSimPin } from '../modem/sim-pin.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import { officeOf } from '../service/ask-for-jobs.ts';
import { describeUnproven, exchange } from '../service/post.ts';
import { type CheckedModem, checkCodes } from './check-codes.ts';
import { findWeaknesses } from './find-weaknesses.ts';
import type { Finding, Say } from './finding.ts';

/** Tries everything that the program needs, one by one, and moves no money. */
export async function checkGateway(
  config: Config,
  report: (finding: Finding) => void,
  { trustsMenus }: Pick<CheckedModem, 'trustsMenus'>,
): Promise<number> {
  let problems = 0;
  const say = (what: string, remedy: string | null = null): boolean => {
    report({ what, remedy });
    if (remedy !== null) problems += 1;
    return remedy === null;
  };
  await checkService(config, say);
  checkScenarios(config, say);
  for (const [index, modem] of config.modems.entries()) {
    await checkModem(config, { modem, index, trustsMenus }, say);
  }
  return problems;
}

const ANSWER_MS = 15_000;

async function checkService(config: Config, say: Say): Promise<void> {
  const { url } = config;
  const limits = { stopping: new AbortController().signal, deadlineMs: ANSWER_MS };
  // A ping would report that all is well, which is still to be found out.
  const answer = await exchange(officeOf(config), { type: 'poll', sims: [], hold_ms: 0 }, limits);
  switch (answer.kind) {
    case 'away':
      say(
        `The service does not answer at ${url} (${answer.problem})`,
        'check url and the network; if a CA of your own has signed its certificate, set ca_file',
      );
      return;
    case 'unproven':
      say(
        `The service answers with ${describeUnproven(answer)}`,
        REMEDIES[answer.status] ?? 'nothing is believed that it did not sign; look at its log',
      );
      return;
    case 'answered':
      if (answer.status === 200) say('The service answers, signs, and knows this gateway');
      else say(`The service answers with ${answer.status}`, 'look at its log');
  }
}

const REMEDIES: Readonly<Record<number, string>> = {
  401: 'the secret is wrong or was revoked',
  404: 'url must end with the name that `momo gateway-key issue` was given',
};

function checkScenarios({ scenariosFolder }: Config, say: Say): void {
  if (scenariosFolder === null) {
    say('No scenarios_folder: the SIMs only receive');
    return;
  }
  try {
    const { recorded, drafts } = loadScenarios(scenariosFolder);
    const names = recorded.map(({ id, version }) => `${id} v${version}`);
    if (drafts.length > 0) say(`Drafts, which are not used: ${drafts.join(', ')}`);
    if (names.length === 0) {
      say(
        'No scenario was recorded yet',
        'record one: momo-modem record; then take draft out of it',
      );
    } else say(`Recorded scenarios: ${names.join(', ')}`);
    for (const { what, remedy } of recorded.flatMap(findWeaknesses)) say(what, remedy);
  } catch (error) {
    say(messageOf(error), 'correct the file');
  }
}

async function checkModem(
  config: Config,
  { modem, index, trustsMenus }: Omit<CheckedModem, 'dialog'>,
  say: Say,
): Promise<void> {
  let dialog: Dialog;
  try {
    dialog = createDialog(await openPort(modem));
  } catch (error) {
    const remedy =
      'plug the modem in, look which port it has (ls /dev/ttyUSB*), put this user into the group ' +
      'dialout, and stop the program if it runs';
    say(`${modem.path} cannot be opened: ${messageOf(error)}`, remedy);
    return;
  }
  try {
    say(`${modem.path} is open`);
    const isReady = await checkSim(config, { dialog, modem, index }, say);
    if (isReady) await checkCodes(config, { dialog, modem, index, trustsMenus }, say);
  } finally {
    dialog.end();
  }
  await checkWallet(config, { modem, index }, say);
}

async function checkSim(
  { stateFolder }: Config,
  {
    dialog,
    modem,
    index,
  }: { readonly dialog: Dialog; readonly modem: ModemConfig; readonly index: number },
  say: Say,
): Promise<boolean> {
  const triedFile = join(stateFolder, `sim-pin-tried-${index + 1}`);
  const started = await startModem(dialog, createSimPin({ pinFile: modem.simPinFile, triedFile }));
  switch (started.kind) {
    case 'silent':
      say('The modem does not answer AT', 'try another of its ports, or another baud');
      return false;
    case 'pin_refused':
      say('The SIM refuses its PIN', 'correct sim_pin_file; after three wrong ones it is blocked');
      return false;
    case 'sim_blocked':
      say(`The SIM is not ready: ${started.state}`, 'put it into a phone and see what it asks for');
      return false;
    case 'failed':
      say(`The modem refuses ${started.command}: ${started.code}`, 'this modem is not fit for it');
      return false;
    case 'ready':
      say(`SIM ${started.iccid}: place it with momo gateway sim … --sim ${started.iccid}`);
  }
  const status = await readStatus(dialog);
  if (status === null) {
    say('The modem stopped answering', 'its power may be too weak: use a powered hub');
    return false;
  }
  const { registration, signal, store } = status;
  const isIn = IN_NETWORK.has(registration);
  say(`Network: ${registration}`, isIn ? null : 'wait a minute; then check antenna and SIM');
  const isWeak = signal === null || signal < 8;
  say(`Signal: ${signal ?? 'unknown'} of 31`, isWeak ? 'move the modem or its antenna' : null);
  if (store === null) say('The SIM does not report its store', 'watch that it does not fill up');
  else {
    const isFull = store.used >= 0.9 * store.size;
    const remedy = isFull ? 'let the program run, or delete texts on a phone' : null;
    say(`Store: ${store.used} of ${store.size}`, remedy);
  }
  return isIn;
}

async function checkWallet(
  { stateFolder }: Config,
  { modem, index }: { readonly modem: ModemConfig; readonly index: number },
  say: Say,
): Promise<void> {
  const { wallet } = modem;
  if (wallet === null) {
    say('No wallet_pin_file: this SIM only receives');
    return;
  }
  const { pinFile } = wallet;
  const pin = createWalletPin({ pinFile, markFile: join(stateFolder, pinMarkFile(index)) });
  const menu = createMenuTrust(join(stateFolder, menuFiles(index).payments));
  for (const stop of [await pin.stop(), await menu.stop()]) {
    if (stop === null) continue;
    const why = stop.code === 'no_pin' ? whyUnreadable(pinFile) : '';
    say(`${describeStop(stop)}${why}`, STOPS[stop.code].remedy);
  }
  const { payments, amountXaf } = wallet.limit;
  say(`Limits of a day: ${payments} payments, ${amountXaf} XAF`);
}

function whyUnreadable(pinFile: string): string {
  try {
    readSecret(pinFile);
    return ': its file holds something else';
  } catch (error) {
    return `: ${messageOf(error)}`;
  }
}

/** What stops payouts, with the screen that led to it. */
export function describeStop({ code, screen }: Stop): string {
  const { what } = STOPS[code];
  return screen === null ? what : `${what}. The screen: "${screen}"`;
}

function messageOf(error: unknown): string {
  return error instanceof ConfigError || error instanceof Error ? error.message : String(error);
}
