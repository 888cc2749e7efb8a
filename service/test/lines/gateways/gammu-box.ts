import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { CHECKOUT } from '../../../src/settings/checkout.ts';
import { SECRET } from '../../support/receipts/sms.ts';
import { runToEnd } from '../../support/service-process.ts';

export const RECEIVE = join(CHECKOUT, 'gateways', 'gammu', 'momo-gammu-receive');

export interface GammuBox {
  readonly folder: string;
  readonly configFile: string;
  readonly secretFile: string;
  readonly connectTo: (url: string) => void;
  /** Names of the messages that wait, oldest first, and of those that were refused. */
  readonly waiting: () => string[];
  readonly refused: () => string[];
  readonly run: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => ReturnType<typeof runToEnd>;
  /** Puts a message of another time into the spool. */
  readonly put: (name: string, body: unknown) => void;
}

/** What is installed at a modem, in a folder of its own. */
export function createGammuBox(options: {
  readonly url: string;
  /** How the modem is checked, given the folder of the box. */
  readonly check?: (folder: string) => string;
  readonly timeoutSeconds?: number;
}): GammuBox {
  const folder = mkdtempSync(join(tmpdir(), 'momo-gammu-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const spool = join(folder, 'spool');
  const configFile = join(folder, 'momo-gammu.conf');
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, `${SECRET}\n`);
  chmodSync(secretFile, 0o600);
  const connectTo = (url: string) =>
    writeFileSync(
      configFile,
      [
        '[service]',
        `url = ${url}`,
        `secret_file = ${secretFile}`,
        `spool = ${spool}`,
        `timeout_seconds = ${options.timeoutSeconds ?? 4}`,
        '[ping]',
        `check = ${options.check?.(folder) ?? ''}`,
        '[sims]',
        'modem-1 = sim-1',
      ].join('\n'),
    );
  connectTo(options.url);
  return {
    folder,
    configFile,
    secretFile,
    connectTo,
    waiting: () => globSync('*.json', { cwd: spool }).sort(),
    refused: () => globSync('refused/*.json', { cwd: spool }).sort(),
    run: (args, env = {}) => runToEnd({ command: [RECEIVE, '--config', configFile, ...args], env }),
    put: (name, body) => {
      mkdirSync(spool, { recursive: true });
      writeFileSync(join(spool, name), JSON.stringify(body));
    },
  };
}

/** What gammu-smsd sets for a message whose parts it has joined. */
export function smsdEnvironment(text: string, sender = 'OrangeMoney'): Record<string, string> {
  return {
    PHONE_ID: 'modem-1',
    SMS_MESSAGES: '1',
    SMS_1_NUMBER: sender,
    SMS_1_TEXT: 'the first part only',
    SMS_1_CLASS: '-1',
    DECODED_PARTS: '1',
    DECODED_1_TEXT: text,
  };
}

/** The first of the programs that cannot be started here, or `null`. */
export function findMissing(programs: readonly string[]): string | null {
  const isMissing = (program: string) =>
    spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 10_000 }).error !== undefined;
  return programs.find(isMissing) ?? null;
}
