import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after } from 'node:test';
import {
  type ModemEmulator,
  type ModemOptions,
  startModemEmulator,
} from '../../../emulators/modem/modem-emulator.ts';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { SECRET } from '../receipts/sms.ts';
import { launch, type RunningProcess } from '../service-process.ts';

const MAIN = join(CHECKOUT, 'gateways', 'modem', 'src', 'main.ts');
/** As its first line says. */
const FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=64'] as const;
const SCENARIOS = join(CHECKOUT, 'gateways', 'modem', 'scenarios');
/** No operator's code for collecting is known: these are of the emulated menus. */
const EMULATED = join(CHECKOUT, 'service', 'emulators', 'modem', 'scenarios');

/** Another copy of the modem agent, or another Node for it. */
export interface Copy {
  readonly node?: string;
  readonly main?: string;
  /** What follows the command. */
  readonly words?: readonly string[];
}

export interface ModemBox {
  readonly folder: string;
  readonly modem: ModemEmulator;
  readonly connectTo: (url: string) => void;
  /** The real modem agent, on the real serial line. */
  readonly run: () => RunningProcess;
  /** Another command of it, or the same command of another copy. */
  readonly start: (command: string, copy?: Copy) => RunningProcess;
  readonly setPin: (pin: string) => void;
  readonly setWalletPin: (pin: string) => void;
  /** Everything that the agent has written to disk, without messages in hexadecimal. */
  readonly written: () => string;
}

type BoxOptions = Omit<ModemOptions, 'path'> & {
  /** What its SIM may pay; without it, it only receives. */
  readonly wallet?: {
    readonly operator: string;
    readonly pin: string;
    /** Whether a person has recorded how its SIM collects. */
    readonly collects?: 'recorded' | 'draft';
    readonly dayAmountXaf?: number;
    readonly dayPayments?: number;
  };
};

/** A computer with the modem agent, its folder, and a modem on a serial line. */
export async function createModemBox(url: string, options: BoxOptions = {}): Promise<ModemBox> {
  const folder = mkdtempSync(join(tmpdir(), 'momo-modem-'));
  const modem = await startModemEmulator({ path: join(folder, 'tty'), ...options });
  after(async () => {
    await modem.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const secretFile = join(folder, 'secret');
  const pinFile = join(folder, 'pin');
  const keep = (file: string, secret: string) => {
    writeFileSync(file, `${secret}\n`);
    chmodSync(file, 0o600);
  };
  keep(secretFile, SECRET);
  const { wallet } = options;
  const configFile = join(folder, 'momo-modem.json');
  const state = join(folder, 'state');
  const connectTo = (address: string) =>
    writeFileSync(
      configFile,
      JSON.stringify({
        url: address,
        secret_file: 'secret',
        state_folder: 'state',
        look_seconds: 1,
        reopen_seconds: 1,
        ...(wallet === undefined ? {} : { scenarios_folder: 'scenarios' }),
        modems: [
          {
            port: modem.path,
            ...(options.simPin ? { sim_pin_file: 'pin' } : {}),
            ...(wallet === undefined ? {} : walletConfig(wallet)),
          },
        ],
      }),
    );
  const walletPinFile = join(folder, 'wallet-pin');
  if (wallet !== undefined) {
    keep(walletPinFile, wallet.pin);
    recordScenarios(join(folder, 'scenarios'), wallet);
  }
  connectTo(url);
  const start: ModemBox['start'] = (command, copy = {}) => {
    const { node = process.execPath, main = MAIN, words = [] } = copy;
    return launch({ command: [node, ...FLAGS, main, command, ...words, '--config', configFile] });
  };
  return {
    folder,
    modem,
    connectTo,
    run: () => start('run'),
    start,
    setPin: (pin) => keep(pinFile, pin),
    setWalletPin: (pin) => keep(walletPinFile, pin),
    written: () =>
      ['inbox.journal', ...(wallet === undefined ? [] : ['jobs.journal'])]
        .map((name) => readFileSync(join(state, name), 'utf8'))
        .join('')
        // In long rows of digits any PIN is found by chance.
        .replaceAll(/[0-9A-F]{20,}|^[0-9a-f]{16} /gm, ''),
  };
}

function walletConfig({ operator, dayAmountXaf = 1_000_000, dayPayments = 1_000 }: BoxWallet) {
  return {
    operator,
    wallet_pin_file: 'wallet-pin',
    day_amount_xaf: dayAmountXaf,
    day_payments: dayPayments,
  };
}

type BoxWallet = NonNullable<BoxOptions['wallet']>;

/** As a person would record them on the emulated SIM. */
function recordScenarios(folder: string, { operator, collects }: BoxWallet): void {
  mkdirSync(folder);
  const known = ['transfer', 'balance'].map((action) => join(SCENARIOS, `${operator}-${action}`));
  const made = collects === undefined ? [] : [join(EMULATED, `${operator}-collect`)];
  for (const file of [...known, ...made]) {
    const draft = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as object;
    const isDraft = made.includes(file) && collects === 'draft';
    const recorded = JSON.stringify({ ...draft, draft: isDraft });
    writeFileSync(join(folder, `${basename(file)}.json`), recorded);
  }
}
