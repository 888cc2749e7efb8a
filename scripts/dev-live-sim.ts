import type { ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startModemEmulator } from '../service/emulators/modem/modem-emulator.ts';
import { createWallet } from '../service/emulators/modem/wallet.ts';
import { walletMenus } from '../service/emulators/modem/wallet-menus.ts';
import { sendTexts } from '../service/emulators/modem/wallet-texts.ts';

const MODEM = join(import.meta.dirname, '..', 'gateways', 'modem');
const GATEWAY = 'dev-modem';
const PROVIDER = 'mtn-sim';
const LINE = '+237670008888';
const PIN = '12345';
const BALANCE_XAF = 100_000;

interface SimParts {
  readonly url: string;
  readonly dataDir: string;
  readonly isNew: boolean;
  readonly momo: (...typed: readonly string[]) => Promise<string>;
  readonly start: (args: readonly string[], stdio: ['ignore', number, number]) => ChildProcess;
  readonly now: () => Promise<Date>;
}

/**
 * A SIM that pays out by USSD: an emulated modem with its operator, and the real program beside it.
 * It is set up with the commands that a real one needs. Gives back what stops it.
 */
export async function startSim(parts: SimParts): Promise<() => Promise<void>> {
  const { url, momo, now } = parts;
  const folder = join(parts.dataDir, 'sim');
  await mkdir(join(folder, 'scenarios'), { recursive: true });
  const path = join(folder, 'tty');
  await rm(path, { force: true });
  const wallet = createWallet({ pin: PIN, purse: { balance: BALANCE_XAF } });
  const modem = await startModemEmulator({ path, ussd: walletMenus(wallet) });
  sendTexts(wallet, modem, now);
  const issued = await momo('gateway-key', 'issue', GATEWAY, '--dialect', 'signed');
  const sim = ['--sim', modem.state.iccid, '--operator', 'mtn', '--line', LINE];
  await momo('gateway', 'sim', GATEWAY, ...sim);
  const said = ['--balance', String(BALANCE_XAF), '--reason', 'The emulator starts anew.'];
  await momo('line', 'open', LINE, ...said);
  if (parts.isNew) await addProvider(momo);
  await writeConfig(folder, {
    url: `${url}/internal/v1/sms/${GATEWAY}`,
    secret: /Secret\s+(\S+)/.exec(issued)?.[1] ?? '',
    port: path,
  });
  const log = await open(join(folder, 'modem.log'), 'a');
  const run = [join(MODEM, 'src', 'main.ts'), 'run', '--config', join(folder, 'momo-modem.json')];
  parts.start(run, ['ignore', log.fd, log.fd]);
  await log.close();
  return () => modem.stop();
}

async function addProvider(momo: SimParts['momo']): Promise<void> {
  const terms = ['--adapter', 'sim-gateway', '--operator', 'mtn', '--direction', 'withdrawal'];
  await momo('provider', 'add', PROVIDER, ...terms, '--name', 'MTN SIM', '--priority', '3');
  const of = ['--provider', PROVIDER, '--operator', 'mtn', '--mode', 'merchant_initiated'];
  await momo('channel', 'add', `${PROVIDER}-line`, ...of, '--merchant-number', LINE);
}

async function writeConfig(
  folder: string,
  box: { readonly url: string; readonly secret: string; readonly port: string },
): Promise<void> {
  const keep = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 });
  await keep('secret', box.secret);
  await keep('wallet-pin', PIN);
  // As somebody would have recorded them on this SIM.
  for (const name of ['mtn-transfer.json', 'mtn-balance.json']) {
    const draft = JSON.parse(await readFile(join(MODEM, 'scenarios', name), 'utf8')) as object;
    await keep(join('scenarios', name), JSON.stringify({ ...draft, draft: false }));
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

/** What to try with it. */
export function guideToSim(dataDir: string): string {
  const folder = join(dataDir, 'sim');
  return `
A SIM that pays (--sim): the provider ${PROVIDER} with the line ${LINE}. Switch mtn-main and
mtn-backup off in the console, make and approve the withdrawal of 2.: the SIM pays it by USSD, its
screens are in the evidence, and the operator's text names it. "SIM lines" says whether it would
pay. Write another PIN to ${join(folder, 'wallet-pin')} and approve one more: it stops at once.
The log of the program beside the modem is ${join(folder, 'modem.log')}.
`;
}
