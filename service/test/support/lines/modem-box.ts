import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

export interface ModemBox {
  readonly folder: string;
  readonly modem: ModemEmulator;
  readonly connectTo: (url: string) => void;
  /** The real program, on the real serial line. */
  readonly run: () => RunningProcess;
  readonly setPin: (pin: string) => void;
  /** Everything that the program has written to disk. */
  readonly written: () => string;
}

/** A computer beside a modem: the program, its folder, and a modem on a serial line. */
export async function createModemBox(
  url: string,
  options: Omit<ModemOptions, 'path'> = {},
): Promise<ModemBox> {
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
        modems: [{ port: modem.path, ...(options.simPin ? { sim_pin_file: 'pin' } : {}) }],
      }),
    );
  connectTo(url);
  return {
    folder,
    modem,
    connectTo,
    run: () => launch({ command: [process.execPath, MAIN, 'run', '--config', configFile] }),
    setPin: (pin) => keep(pinFile, pin),
    written: () => readFileSync(join(state, 'inbox.journal'), 'utf8'),
  };
}
