import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDialog, type Dialog } from '../at/dialog.ts';
import { type Config, ConfigError, type ModemConfig, readSecret } from '../config.ts';
import { CODE_FORMS, type CodeForm } from '../gsm/ussd-text.ts';
import { STOPS } from '../jobs/stops.ts';
import {
  createWalletPin,
  PIN_VERDICTS,
  type PinVerdict,
  pinMarkFile,
  type WalletPin,
} from '../jobs/wallet-pin.ts';
import { startModem } from '../modem/modem.ts';
import { openPort } from '../modem/open-port.ts';
import { createSimPin } from '../modem/sim-pin.ts';
import { ACTIONS, type Action, readScenario } from '../scenario/scenario.ts';
import { openSession, SESSION } from '../ussd/session.ts';
import { describeStop } from './check.ts';
import { draftScenario, type Walked } from './draft-scenario.ts';

type Ask = (question: string) => Promise<string>;

/** A person types this for the PIN, which stays in its file. */
const PIN = 'pin';

/** Walks a menu with a person at the keyboard, and writes the draft of a scenario. */
export async function recordScenario(
  config: Config,
  { ask, say }: { readonly ask: Ask; readonly say: (text: string) => void },
): Promise<void> {
  const [modem] = config.modems;
  const wallet = modem?.wallet ?? null;
  if (modem === undefined || wallet === null) {
    throw new ConfigError('the first modem must have operator and wallet_pin_file');
  }
  const action = await askAction(ask);
  const isPayment = action === 'transfer' || action === 'collect';
  const amountXaf = isPayment ? Number(await ask('Amount in XAF (money will move): ')) : null;
  const number = isPayment ? await ask('Number of the other phone, nine digits: ') : null;
  mkdirSync(config.stateFolder, { recursive: true, mode: 0o700 });
  const markFile = join(config.stateFolder, pinMarkFile(0));
  const pin = createWalletPin({ pinFile: wallet.pinFile, markFile });
  const dialog = createDialog(await openPort(modem));
  try {
    const triedFile = join(config.stateFolder, 'sim-pin-tried-1');
    const simPin = createSimPin({ pinFile: modem.simPinFile, triedFile });
    const started = await startModem(dialog, simPin);
    if (started.kind !== 'ready') throw new ConfigError('run momo-modem check first');
    say(`Type what to say to each screen; ${PIN} says the PIN of the wallet; empty ends.`);
    const walked: Walked[] = [];
    let said = await ask('Code to dial: ');
    const session = openSession(dialog, { ...SESSION, form: await findForm(dialog, modem, said) });
    while (said !== '') {
      const isPin = said === PIN;
      const answer = await session.say(isPin ? await readPin(pin) : said);
      if (answer.kind === 'none') {
        say(`No screen: ${answer.problem}`);
        break;
      }
      const screen = maskPin(answer.text, wallet.pinFile);
      walked.push({ said: isPin ? '{pin}' : said, screen });
      say(`\n${screen}\n`);
      if (isPin) await pin.learn(await askVerdict(ask), screen);
      if (!answer.isOpen) break;
      said = await ask('> ');
    }
    await session.end();
    const draft = draftScenario({ operator: wallet.operator, action, amountXaf, number, walked });
    const file = join(config.scenariosFolder ?? '.', `${wallet.operator}-${action}.draft.json`);
    writeFileSync(file, `${JSON.stringify(draft, null, 2)}\n`);
    say(`Written to ${file}.`);
    const read = readScenario(draft);
    if (read.kind === 'invalid') say(`Before it can be used: ${read.problems.join('; ')}.`);
    say(
      'Put {name}, {fee}, {id} and {skip} where they belong, add what else the operator may say,',
    );
    say('pay once with small limits, and only then take "draft" out.');
  } finally {
    dialog.end();
  }
}

/** It counts like any other time that the PIN is said. */
async function readPin(pin: WalletPin): Promise<string> {
  const stop = await pin.stop();
  if (stop !== null) throw new ConfigError(`${describeStop(stop)}: ${STOPS[stop.code].remedy}`);
  const digits = await pin.read();
  await pin.beforeSaying();
  return digits ?? '';
}

async function askVerdict(ask: Ask): Promise<PinVerdict | null> {
  const typed = await ask(
    `Did the operator accept the PIN (${PIN_VERDICTS.join(', ')}, or empty)? `,
  );
  return PIN_VERDICTS.find((one) => one === typed.trim()) ?? null;
}

/** The first form in which the network shows anything; no scenario says yet what it should be. */
async function findForm(dialog: Dialog, modem: ModemConfig, code: string): Promise<CodeForm> {
  if (modem.codeForm !== null) return modem.codeForm;
  for (const form of CODE_FORMS) {
    const trial = openSession(dialog, { ...SESSION, form });
    const answer = await trial.say(code);
    await trial.end();
    if (answer.kind === 'screen') return form;
  }
  return CODE_FORMS[0];
}

async function askAction(ask: Ask): Promise<Action> {
  const typed = await ask(`What is it (${ACTIONS.join(', ')}): `);
  const action = ACTIONS.find((one) => one === typed.trim());
  if (action === undefined) throw new ConfigError('that is none of them');
  return action;
}

function maskPin(text: string, pinFile: string): string {
  return text.replaceAll(readSecret(pinFile), '****');
}
