import { readFile, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseJson } from '../domain/json.ts';
import type { GivenAccount } from '../flows/providers/account-rules.ts';

export interface AccountOptions {
  /** As typed: name=value. */
  readonly set?: readonly string[];
  readonly secretsFile?: string;
}

export type AccountReading =
  | { readonly kind: 'account'; readonly account: GivenAccount }
  | { readonly kind: 'unreadable'; readonly problems: readonly string[] };

/**
 * Reads an account's settings and secrets. Secrets come from a file or standard input, never from
 * the command line, and no error message repeats what was read.
 */
export async function readProviderAccount(options: AccountOptions): Promise<AccountReading> {
  const settings = readSettings(options.set ?? []);
  const secrets = await readSecretsFile(options.secretsFile ?? null);
  const problems = [...settings.problems, ...secrets.problems];
  if (problems.length > 0) return { kind: 'unreadable', problems };
  return { kind: 'account', account: { settings: settings.values, secrets: secrets.values } };
}

interface Read {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

function readSettings(typed: readonly string[]): Read {
  const values = new Map<string, string>();
  const problems: string[] = [];
  for (const one of typed) {
    const [, name, value] = /^([A-Za-z]\w*)=(.*)$/s.exec(one) ?? [];
    if (name === undefined || value === undefined) problems.push('--set takes name=value');
    else if (values.has(name)) problems.push(`${name} is set twice`);
    else values.set(name, value);
  }
  return { values: Object.fromEntries(values), problems };
}

const STANDARD_INPUT = '-';

async function readSecretsFile(file: string | null): Promise<Read> {
  if (file === null) return { values: {}, problems: [] };
  if (file === STANDARD_INPUT) return parseSecrets(await text(process.stdin));
  try {
    const { mode } = await stat(file);
    if ((mode & OTHERS_READ) !== 0) {
      console.error(`momo: warning: others on this machine can read ${file}; chmod 600 helps`);
    }
    return parseSecrets(await readFile(file, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { values: {}, problems: [`${file} cannot be read (${code})`] };
  }
}

const OTHERS_READ = 0o044;

function parseSecrets(json: string): Read {
  const parsed = parseObject(json);
  if (parsed === null) {
    return { values: {}, problems: ['the secrets must be one JSON object of names and texts'] };
  }
  const entries = Object.entries(parsed);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const problems = entries
    .filter(([, value]) => typeof value !== 'string')
    // A number would lose a PIN's leading zeros.
    .map(([name]) => `the secret ${name} must be a text in quotation marks`);
  return { values: Object.fromEntries(texts), problems };
}

/** The parser's own message would quote its input. */
function parseObject(json: string): object | null {
  const value = parseJson(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}
