import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CODE_FORMS, type CodeForm } from './gsm/ussd-text.ts';
import type { DayLimit } from './jobs/day-limit.ts';
import type { Fields } from './json.ts';
import type { Pace } from './modem/keep-modem.ts';

export interface Config {
  /** Where the service receives messages of this gateway. */
  readonly url: string;
  readonly secret: string;
  /** The CA of its certificate, if it is a private one. */
  readonly ca: string | null;
  /** Holds everything that must survive a restart. */
  readonly stateFolder: string;
  readonly modems: readonly ModemConfig[];
  /** `null` if nothing is done by USSD. */
  readonly scenariosFolder: string | null;
  readonly pace: Pace;
}

export interface ModemConfig {
  readonly path: string;
  readonly baud: number;
  readonly simPinFile: string | null;
  /** How it wants USSD codes, or `null` to find it out. */
  readonly codeForm: CodeForm | null;
  /** `null` if its SIM only receives. */
  readonly wallet: WalletConfig | null;
}

export interface WalletConfig {
  readonly operator: string;
  readonly pinFile: string;
  readonly limit: DayLimit;
}

/** Names in one sentence the problem of the file. */
export class ConfigError extends Error {}

const MAX_MODEMS = 16;

export function readConfig(file: string): Config {
  const fields = requireFields(readJson(file), file);
  const beside = (path: string) => resolve(dirname(file), path);
  const url = checkUrl(textOf(fields, 'url'));
  const modems = fields['modems'];
  if (!Array.isArray(modems) || modems.length === 0 || modems.length > MAX_MODEMS) {
    throw new ConfigError(`modems must be a list of 1 to ${MAX_MODEMS}`);
  }
  return {
    url,
    secret: readSecret(beside(textOf(fields, 'secret_file'))),
    ca: readCa(fileOf(fields, 'ca_file', beside)),
    stateFolder: beside(textOf(fields, 'state_folder')),
    scenariosFolder: fileOf(fields, 'scenarios_folder', beside),
    modems: modems.map((one: unknown) => {
      const modem = requireFields(one, 'a modem');
      return {
        path: textOf(modem, 'port'),
        baud: countOf(modem, 'baud', 115_200),
        simPinFile: fileOf(modem, 'sim_pin_file', beside),
        codeForm: formOf(modem),
        wallet: readWallet(modem, beside),
      };
    }),
    pace: {
      lookMs: countOf(fields, 'look_seconds', 15) * 1_000,
      reopenMs: countOf(fields, 'reopen_seconds', 5) * 1_000,
    },
  };
}

/** The limits of a SIM are required: leaving one out is an error. */
function readWallet(modem: Fields, beside: Beside): WalletConfig | null {
  const pinFile = fileOf(modem, 'wallet_pin_file', beside);
  if (pinFile === null) return null;
  return {
    operator: textOf(modem, 'operator'),
    pinFile,
    limit: {
      amountXaf: countOf(modem, 'day_amount_xaf', null),
      payments: countOf(modem, 'day_payments', null),
    },
  };
}

function formOf({ ussd_codes: value }: Fields): CodeForm | null {
  if (value === undefined) return null;
  const form = CODE_FORMS.find((one) => one === value);
  if (form === undefined) {
    throw new ConfigError(`ussd_codes must be one of ${CODE_FORMS.join(', ')}`);
  }
  return form;
}

type Beside = (path: string) => string;

function fileOf(fields: Fields, name: string, beside: Beside): string | null {
  return fields[name] === undefined ? null : beside(textOf(fields, name));
}

/** Refuses a file with a PIN or a key that other users can read. */
export function readSecret(file: string): string {
  let mode: number;
  let text: string;
  try {
    mode = statSync(file).mode;
    text = readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${file} cannot be read`);
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new ConfigError(`${file} can be read by others: chmod 600 it`);
  }
  if (text === '') throw new ConfigError(`${file} is empty`);
  return text;
}

/** Read at the start, so that a file without a certificate stops it here. */
function readCa(file: string | null): string | null {
  if (file === null) return null;
  try {
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text);
    return text;
  } catch {
    throw new ConfigError(`${file} holds no certificate that can be read`);
  }
}

function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isNear = ['127.0.0.1', '[::1]', 'localhost'].includes(url?.hostname ?? '');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isNear)) return url.href;
  throw new ConfigError('url must begin with https://');
}

/** Throws with the name of the file. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${String(error)}`);
  }
}

function requireFields(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null) throw new ConfigError(`${name} is no object`);
  return { ...value };
}

function countOf(fields: Fields, name: string, fallback: number | null): number {
  const value = fields[name] ?? fallback;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw new ConfigError(`${name} must be a whole number above 0`);
}

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new ConfigError(`${name} is missing`);
  return value;
}
