import type { ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { startModemEmulator } from '../service/emulators/modem/modem-emulator.ts';
import { createWallet, type Wallet } from '../service/emulators/modem/wallet.ts';
import { walletMenus } from '../service/emulators/modem/wallet-menus.ts';
import { sendTexts } from '../service/emulators/modem/wallet-texts.ts';
import type { MtnEmulator } from '../service/emulators/mtn/mtn-emulator.ts';
import type { OrangeEmulator } from '../service/emulators/orange/orange-emulator.ts';
import {
  type Network,
  type PlayerPhones,
  startPlayerPhones,
} from '../service/emulators/phone/player-phones.ts';

const MODEM = join(import.meta.dirname, '..', 'gateways', 'modem');
/** No operator's code for collecting is known: this belongs to the emulated menus. */
const EMULATED = join(import.meta.dirname, '..', 'service', 'emulators', 'modem', 'scenarios');
const GATEWAY = 'dev-modem';
const PROVIDER = 'mtn-sim';
/** Players pay the same line by dialling its code. */
const CODE_PROVIDER = 'mtn-sim-code';
const LINE = '+237670008888';
const PIN = '12345';
const BALANCE_XAF = 100_000;
/** How players pay the line by dialling; a merchant of MTN has such a code. */
const USSD_TEMPLATE = '*126*4*{merchant}*{amount}#';
const CODE = /^\*126\*4\*670008888\*([1-9]\d*)#$/;

interface SimParts {
  readonly url: string;
  readonly dataDir: string;
  readonly isNew: boolean;
  readonly momo: (...typed: readonly string[]) => Promise<string>;
  readonly start: (args: readonly string[], stdio: ['ignore', number, number]) => ChildProcess;
  readonly now: () => Promise<Date>;
}

/**
 * A SIM that pays out by USSD: an emulated modem with its operator, and the real modem agent, set
 * up with the commands that a real one needs.
 */
export async function startSim(parts: SimParts): Promise<Sim> {
  const { url, momo, now } = parts;
  const folder = join(parts.dataDir, 'sim');
  await mkdir(join(folder, 'scenarios'), { recursive: true });
  const path = join(folder, 'tty');
  await rm(path, { force: true });
  const wallet = createWallet({
    pin: PIN,
    providerWallet: { balance: BALANCE_XAF },
    lastSerial: Math.floor(Date.now() / 1_000) % 1_000_000_000,
  });
  const modem = await startModemEmulator({ path, ussd: walletMenus(wallet) });
  sendTexts(wallet, modem, now);
  const issued = await momo('gateway-key', 'issue', GATEWAY, '--dialect', 'signed');
  const sim = ['--sim', modem.state.iccid, '--operator', 'mtn', '--line', LINE];
  await momo('gateway', 'sim', GATEWAY, ...sim);
  const said = ['--balance', String(BALANCE_XAF), '--reason', 'The emulator starts anew.'];
  await momo('line', 'open', LINE, ...said);
  if (parts.isNew) await addProviders(momo);
  await writeConfig(folder, {
    url: `${url}/internal/v1/sms/${GATEWAY}`,
    secret: /Secret\s+(\S+)/.exec(issued)?.[1] ?? '',
    port: path,
  });
  const log = await open(join(folder, 'modem.log'), 'a');
  const run = [join(MODEM, 'src', 'main.ts'), 'run', '--config', join(folder, 'momo-modem.json')];
  parts.start(run, ['ignore', log.fd, log.fd]);
  await log.close();
  return {
    network: networkOf(wallet),
    stop: async () => {
      wallet.stop();
      await modem.stop();
    },
  };
}

interface Sim {
  /** Asks players' phones, and receives the payments that they dial. */
  readonly network: Network;
  readonly stop: () => Promise<void>;
}

/** The interfaces of operators ask players for money too. */
export function startPhones(parts: {
  readonly operators: readonly (MtnEmulator | OrangeEmulator)[];
  readonly sim: Sim;
  readonly port: number;
}): Promise<PlayerPhones> {
  const { operators, sim, port } = parts;
  const networks = operators.map(({ ledger, approve, refuse }) => ({
    merchant: 'DEV SHOP',
    payments: ledger.payments,
    approve,
    refuse,
  }));
  return startPlayerPhones({ port, networks: [...networks, sim.network] });
}

function networkOf(wallet: Wallet): Network {
  const { payments } = wallet;
  const amountOf = (code: string) => Number(CODE.exec(code)?.[1] ?? 0);
  return {
    merchant: 'DEV SHOP (SIM)',
    payments: payments.list,
    approve: (reference) => payments.decide(reference, 'succeeded'),
    refuse: (reference) => payments.decide(reference, 'refused'),
    dial: (code) => (CODE.test(code) ? { amountXaf: amountOf(code) } : null),
    payByCode: (number, code) => wallet.receive({ number, amount: amountOf(code) }),
  };
}

async function addProviders(momo: SimParts['momo']): Promise<void> {
  const add = async (id: string, own: ProviderTexts) => {
    const of = ['--adapter', 'sim-gateway', '--operator', 'mtn', '--priority', own.priority];
    const directions = own.directions.flatMap((direction) => ['--direction', direction]);
    await momo('provider', 'add', id, ...of, ...directions, '--name', own.name);
    const channel = ['--provider', id, '--operator', 'mtn', '--merchant-number', LINE];
    await momo('channel', 'add', `${id}-line`, ...channel, ...own.channel);
  };
  await add(PROVIDER, {
    name: 'MTN SIM',
    priority: '3',
    directions: ['deposit', 'withdrawal'],
    channel: ['--mode', 'merchant_initiated'],
  });
  await add(CODE_PROVIDER, {
    name: 'SIM MTN',
    priority: '4',
    directions: ['deposit'],
    channel: ['--mode', 'customer_initiated', '--ussd-template', USSD_TEMPLATE],
  });
}

interface ProviderTexts {
  readonly name: string;
  readonly priority: string;
  readonly directions: readonly string[];
  readonly channel: readonly string[];
}

async function writeConfig(
  folder: string,
  box: { readonly url: string; readonly secret: string; readonly port: string },
): Promise<void> {
  const keep = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 });
  await keep('secret', box.secret);
  await keep('wallet-pin', PIN);
  // As if a person had recorded them on this SIM.
  const known = ['mtn-transfer', 'mtn-balance'].map((name) => join(MODEM, 'scenarios', name));
  for (const file of [...known, join(EMULATED, 'mtn-collect')]) {
    const draft = JSON.parse(await readFile(`${file}.json`, 'utf8')) as object;
    const recorded = JSON.stringify({ ...draft, draft: false });
    await keep(join('scenarios', `${basename(file)}.json`), recorded);
  }
  const wallet = { wallet_pin_file: 'wallet-pin', day_amount_xaf: 1_000_000, day_payments: 1_000 };
  const config = {
    url: box.url,
    secret_file: 'secret',
    state_folder: 'state',
    scenarios_folder: 'scenarios',
    modems: [{ port: box.port, operator: 'mtn', ...wallet }],
  };
  await keep('momo-modem.json', JSON.stringify(config, null, 2));
}

export function guideToSim(dataDir: string, phones: string): string {
  const folder = join(dataDir, 'sim');
  return `
A SIM that pays and prompts (--sim): the provider ${PROVIDER} with the line ${LINE}.
Phones of players: ${phones} (${phones}/670000001 is that of the deposit of 1.)

Switch mtn-main and mtn-backup off in the console. Make and approve the withdrawal of 2.:
the SIM pays it by USSD, its screens are in the evidence, the operator's text names it, and
the player's phone has an SMS. Make the deposit of 1.: the SIM prompts, and the player's
phone shows it; confirm with any PIN, and the operator's SMS to the line succeeds the
deposit. Switch ${PROVIDER} off as well: the answer has a code then; dial it on the phone.
"SIM lines" says whether it would pay. Write another PIN to
${join(folder, 'wallet-pin')} and approve one more: it
stops at once.
The log of the modem agent is ${join(folder, 'modem.log')}.
`;
}
