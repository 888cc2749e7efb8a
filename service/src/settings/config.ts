import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { findForeignStart } from '../domain/access/api-key.ts';
import type { UrlPolicy } from '../outbound/url-policy.ts';
import { HOME } from './checkout.ts';
import { findFormerSettings, renameFormer } from './former-settings.ts';
import { type Reading, type Setting } from './setting-kinds.ts';
import { SETTINGS } from './settings.ts';
import { findMisspelt, findUnknownNames } from './unknown-settings.ts';

type Settings = typeof SETTINGS;
type Env = Readonly<Record<string, string | undefined>>;

export type Config = {
  readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never;
} & {
  /** What the environment has under names that only release 0.2 knew as settings. */
  readonly formerSettings: Readonly<Record<string, string>>;
  /** Names in the environment that resemble one of ours, as sentences. */
  readonly misspelt: readonly string[];
};

export type ConfigReading =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Reads every setting and reports all problems at once. */
export function readConfig(given: Env): ConfigReading {
  const env = renameFormer(given);
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const reading = readSetting(setting, env);
    if (reading.kind === 'value') values[key] = reading.value;
    else problems.push(`${setting.name} ${reading.problem}`);
  }
  if (problems.length > 0) return { kind: 'invalid', problems };
  // Each key of the table has been parsed by its own setting, so the record has the table's types.
  const settings = {
    ...values,
    formerSettings: findFormerSettings(given),
    misspelt: findMisspelt(Object.keys(given)),
  } as Config;
  const config = withPortOfRole(settings, env);
  const contradictions = findContradictions(config);
  if (contradictions.length > 0) return { kind: 'invalid', problems: contradictions };
  return { kind: 'config', config };
}

/** Only its watchers call a worker, so it does not take the port of an API process. */
function withPortOfRole(config: Config, env: Env): Config {
  return config.role === 'worker' && !env[SETTINGS.port.name] ? { ...config, port: 0 } : config;
}

/** Reads the process's environment and its file. */
export function readOwnConfig(): ConfigReading {
  const named = process.env['ENV_FILE'] ?? '';
  if (named !== '' && !existsSync(named)) {
    // With the defaults a command would silently make an empty database.
    return {
      kind: 'invalid',
      problems: [`ENV_FILE names ${named}, which is not seen by this user`],
    };
  }
  const file = settingsFile();
  loadSettingsFile();
  const reading = readConfig(process.env);
  const inFile = file === null ? [] : Object.keys(parseEnv(readFileSync(file, 'utf8')));
  const unknown = findUnknownNames(inFile, file ?? '');
  if (unknown.length === 0) return reading;
  const problems = reading.kind === 'invalid' ? reading.problems : [];
  return { kind: 'invalid', problems: [...problems, ...unknown] };
}

/** Reads the process's environment; on problems prints all of them and exits with code 2. */
export function readConfigOrExit(
  findMoreProblems: (config: Config) => readonly string[] = () => [],
): Config {
  const reading = readOwnConfig();
  const problems = reading.kind === 'config' ? findMoreProblems(reading.config) : reading.problems;
  if (reading.kind === 'config' && problems.length === 0) return reading.config;
  process.stderr.write(
    `The service was not started: the configuration has ${problems.length} problem(s).\n` +
      problems.map((problem) => `  - ${problem}\n`).join('') +
      'Every setting is described in .env.example.\n',
  );
  process.exit(2);
}

/**
 * The environment has priority over the file. ENV_FILE names another file, or none. Returns the
 * environment as it was without the file: a new process that is to read it anew inherits that.
 */
export function loadSettingsFile(): NodeJS.ProcessEnv {
  const inherited = { ...process.env };
  const file = settingsFile();
  if (file !== null) process.loadEnvFile(file);
  return inherited;
}

/** `null` if there is none. */
function settingsFile(): string | null {
  const file = process.env['ENV_FILE'] ?? join(HOME, '.env');
  return file !== '' && existsSync(file) ? file : null;
}

export function isAuthenticationOff(config: Config): boolean {
  return config.apiKey === null;
}

/** Without authentication only this machine may call, unless HOST says otherwise. */
export function listenHost(config: Config): string {
  return config.host ?? (isAuthenticationOff(config) ? 'localhost' : '0.0.0.0');
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Where webhooks may go: in live only to public addresses; in the sandbox, and in live under test,
 * also to this machine.
 */
export function webhookPolicy(config: Config): UrlPolicy {
  return {
    publicOnly: config.environment === 'live' && !config.liveWithoutSafety.isTesting,
    schemes: config.webhookSchemes,
    ports: config.webhookPorts,
  };
}

/** Settings that would endanger real money; a live service does not start with them. */
export function findLiveRisks(config: Config): readonly string[] {
  if (config.environment !== 'live' || config.liveWithoutSafety.isTesting) return [];
  const problems: string[] = [];
  if (config.failpoint !== null) {
    problems.push('FAILPOINT must not be set when SERVICE_ENV is live: it makes the service fail');
  }
  if (config.secretsKey === null) {
    problems.push('SECRETS_KEY must be set when SERVICE_ENV is live: it seals keys and secrets');
  }
  if (!isStrongKey(config.apiKey ?? '')) {
    problems.push(
      `SPORTSBOOK_API_KEY must have at least ${STRONG_KEY_CHARACTERS} characters that cannot be guessed when SERVICE_ENV is live (openssl rand -hex 32)`,
    );
  }
  if (config.publicUrl?.startsWith('http:')) {
    problems.push('PUBLIC_URL must start with https: when SERVICE_ENV is live');
  }
  return problems;
}

const STRONG_KEY_CHARACTERS = 32;
/** A repeated word or digit is long, but easy to guess. */
const STRONG_KEY_KINDS = 10;

function isStrongKey(key: string): boolean {
  return key.length >= STRONG_KEY_CHARACTERS && new Set(key).size >= STRONG_KEY_KINDS;
}

function findContradictions(config: Config): string[] {
  const problems: string[] = [];
  const live = config.environment === 'live';
  if (live && isAuthenticationOff(config) && !isLoopback(listenHost(config))) {
    problems.push(
      'SPORTSBOOK_API_KEY must be set when SERVICE_ENV is live and HOST is not a loopback address',
    );
  }
  if (config.secretsKey === null && config.otherSecretsKeys.length > 0) {
    problems.push('SECRETS_KEY must be set when SECRETS_KEY_OTHER is: it seals, the other opens');
  }
  if (config.databaseUrl === null && config.replicaUrl !== null) {
    problems.push('DATABASE_URL must be set when REPLICA_URL is: a standby follows it');
  }
  const foreignStart = findForeignStart(config.environment, config.apiKey ?? '');
  if (foreignStart !== null) {
    problems.push(
      `SPORTSBOOK_API_KEY is a key of the other environment (${foreignStart}…); SERVICE_ENV is ${config.environment}`,
    );
  }
  if (live && config.databaseUrl === null && !config.liveWithoutSafety.hasEmbeddedPostgres) {
    problems.push(
      'DATABASE_URL must be set when SERVICE_ENV is live (or LIVE_WITHOUT_SAFETY=embedded-postgres to keep real money data in the embedded server)',
    );
  }
  return problems;
}

function readSetting(setting: Setting<unknown>, env: Env): Reading<unknown> {
  const direct = env[setting.name];
  const fileName = setting.secret ? env[`${setting.name}_FILE`] : undefined;
  if (!fileName) return setting.parse(direct ?? setting.fallback);
  if (direct) return { kind: 'problem', problem: `and ${setting.name}_FILE are both set` };
  try {
    return setting.parse(readFileSync(fileName, 'utf8').trim());
  } catch {
    return { kind: 'problem', problem: `cannot be read from the file ${fileName}` };
  }
}
