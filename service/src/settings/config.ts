import { accessSync, constants, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { findForeignStart } from '../domain/access/api-key.ts';
import type { Policy } from '../domain/access/policy.ts';
import { findUrlProblem, type UrlPolicy } from '../outbound/url-policy.ts';
import { SETTINGS_FILE } from './checkout.ts';
import { nodeUrls } from './database-url.ts';
import {
  findFormerSettings,
  findMisspelt,
  findUnknownNames,
  renameFormer,
} from './former-settings.ts';
import type { Reading, Setting } from './setting-kinds.ts';
import { RISKS, type Risk } from './setting-readers.ts';
import { SETTINGS } from './settings.ts';

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
  const { file, problem } = findSettingsFile();
  if (problem !== null) return { kind: 'invalid', problems: [problem] };
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
  const { file } = findSettingsFile();
  if (file !== null) process.loadEnvFile(file);
  return inherited;
}

/** Files that hold secrets of these settings; what the environment itself holds is in none. */
export function listSecretFiles(): readonly string[] {
  const secrets = Object.values<Setting<unknown>>(SETTINGS).filter(({ secret }) => secret);
  const file = findFileOnDisk();
  const inFile = file === null ? {} : parseEnv(readFileSync(file, 'utf8'));
  return [
    ...(file !== null && secrets.some(({ name }) => inFile[name]) ? [file] : []),
    ...secrets.flatMap(({ name }) => process.env[`${name}_FILE`] || []),
  ];
}

interface SettingsFile {
  /** `null` if there is none. */
  readonly file: string | null;
  /** Why a file that must be there is not read. */
  readonly problem: string | null;
}

/** With the defaults a command would do its work elsewhere, so a file that is meant must be read. */
function findSettingsFile(): SettingsFile {
  const { path, isNeeded } = SETTINGS_FILE;
  const named = process.env['ENV_FILE'];
  if (named === '') return { file: null, problem: null };
  const file = named ?? path;
  if (isReadable(file)) return { file, problem: null };
  if (named !== undefined) {
    return { file: null, problem: `ENV_FILE names ${named}, which is not seen by this user` };
  }
  const missing = `ENV_FILE is not set, and this user does not see ${path}: name the file of the settings, or set ENV_FILE= to use the environment alone`;
  return { file: null, problem: isNeeded ? missing : null };
}

/** The file that a reload reads again, or `null` where the environment has all settings. */
export const findOwnFile = (): string | null => findSettingsFile().file;

/** A unit of systemd gives the file's content as its environment, and does not name the file. */
function findFileOnDisk(): string | null {
  const { path, isNeeded } = SETTINGS_FILE;
  return findSettingsFile().file ?? (isNeeded && isReadable(path) ? path : null);
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The public keys that backups are encrypted to: beside the settings, or where Debian has them. */
export function recipientsFile(): string {
  return join(
    dirname(resolve(findSettingsFile().file ?? '/etc/momo/momo.env')),
    'backup-recipients',
  );
}

/** What an installation needs and no backup of its database has. */
export function listOutside({ operatorsDir }: Pick<Config, 'operatorsDir'>): readonly string[] {
  const secrets = Object.values<Setting<unknown>>(SETTINGS)
    .filter(({ secret }) => secret)
    .map(({ name }) => process.env[`${name}_FILE`] ?? null);
  return [findFileOnDisk(), ...secrets, operatorsDir].flatMap((path) =>
    path === null || path === '' ? [] : [resolve(path)],
  );
}

export function isAuthenticationOff(config: Config): boolean {
  return config.apiKey === null;
}

/** Without authentication only this machine may call, unless HOST says otherwise. */
export function listenHost(config: Config): string {
  return config.host ?? (isAuthenticationOff(config) ? 'localhost' : '0.0.0.0');
}

export function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
}

/** A live service under test needs nothing that protects real money. */
export function accepts({ acceptedRisks }: Pick<Config, 'acceptedRisks'>, risk: Risk): boolean {
  return acceptedRisks.has(risk) || (risk !== 'open-api' && acceptedRisks.has('testing'));
}

/** What this installation lives with, as sentences. */
export function describeRisks({ acceptedRisks }: Pick<Config, 'acceptedRisks'>): readonly string[] {
  return [...acceptedRisks].map((risk) => `ACCEPTED_RISKS has ${risk}: ${RISKS[risk]}`);
}

/**
 * Where webhooks may go: in live only to public addresses; in the sandbox, and in live under test,
 * also to this machine and its network.
 */
export function webhookPolicy(config: Config): UrlPolicy {
  const publicOnly = config.environment === 'live' && !accepts(config, 'testing');
  return {
    publicOnly,
    schemes: config.webhookSchemes,
    ports: config.webhookPorts.map((port) => ({ from: port, to: port })),
    hidesPrivateAnswers: !publicOnly && !isLoopback(listenHost(config)),
  };
}

/** The ports of web servers, and those that need no administrator. */
const LIVE_PORTS: UrlPolicy['ports'] = [
  ...[80, 443, 8443].map((port) => ({ from: port, to: port })),
  { from: 1_025, to: 65_535 },
];

type CallbackRule = Pick<Policy, 'httpCallbacks'> | null;

/** What a new callback_url may be; those that were accepted before go on as they are. */
export function callbackPolicy(config: Config, money: CallbackRule): UrlPolicy {
  const policy = webhookPolicy(config);
  if (!policy.publicOnly) return policy;
  const takesHttp = money?.httpCallbacks === true || accepts(config, 'http-webhooks');
  return {
    ...policy,
    schemes: takesHttp ? policy.schemes : policy.schemes.filter((scheme) => scheme !== 'http'),
    ports: policy.ports.length > 0 ? policy.ports : LIVE_PORTS,
  };
}

/** What is wrong with a new callback_url, or `null`. */
export function findCallbackProblem(config: Config, money: CallbackRule, url: string) {
  return findUrlProblem(callbackPolicy(config, money), new URL(url));
}

/** Settings that would endanger real money; a live service does not start with them. */
export function findLiveRisks(config: Config): readonly string[] {
  if (config.environment !== 'live' || accepts(config, 'testing')) return [];
  return LIVE_RULES.filter(({ isBroken }) => isBroken(config)).map(({ problem }) => problem);
}

const STRONG_KEY_CHARACTERS = 32;
/** A repeated word or digit is long, but easy to guess. */
const STRONG_KEY_KINDS = 10;

const LIVE_RULES: readonly {
  readonly isBroken: (it: Config) => boolean;
  readonly problem: string;
}[] = [
  {
    isBroken: ({ failpoint }) => failpoint !== null,
    problem: 'FAILPOINT must not be set when SERVICE_ENV is live: it makes the service fail',
  },
  {
    isBroken: ({ secretsKey }) => secretsKey === null,
    problem: 'SECRETS_KEY must be set when SERVICE_ENV is live: it seals keys and secrets',
  },
  {
    isBroken: ({ secretsKey }) =>
      secretsKey !== null && new Set(secretsKey).size < STRONG_KEY_KINDS,
    problem:
      'SECRETS_KEY can be guessed: take another (openssl rand -hex 32), with this one as SECRETS_KEY_OTHER until `momo secrets reseal` has run',
  },
  {
    isBroken: ({ apiKey }) =>
      (apiKey ?? '').length < STRONG_KEY_CHARACTERS || new Set(apiKey).size < STRONG_KEY_KINDS,
    problem: `SPORTSBOOK_API_KEY must have at least ${STRONG_KEY_CHARACTERS} characters that cannot be guessed when SERVICE_ENV is live (openssl rand -hex 32)`,
  },
  {
    isBroken: ({ publicUrl }) => publicUrl?.startsWith('http:') === true,
    problem: 'PUBLIC_URL must start with https: when SERVICE_ENV is live',
  },
  ...(['alertUrl', 'tracesUrl'] as const).map((key) => ({
    isBroken: ({ [key]: url }: Config) =>
      url?.startsWith('http:') === true && !isLoopback(new URL(url).hostname),
    problem: `${SETTINGS[key].name} must start with https: when SERVICE_ENV is live and it is not on this machine`,
  })),
  ...(['databaseUrl', 'replicaUrl'] as const).map((key) => ({
    isBroken: (config: Config) =>
      config[key] !== null && isOpenOnTheWay(config[key]) && !accepts(config, 'plain-database'),
    problem: `${SETTINGS[key].name} names another host without sslmode=verify-full: set it, with the server's certificate authority as sslrootcert, or accept the risk (ACCEPTED_RISKS=plain-database, for a network that is encrypted itself)`,
  })),
];

/** Whether the way to a database leaves this machine without a checked certificate at its end. */
function isOpenOnTheWay(databaseUrl: string): boolean {
  return nodeUrls(databaseUrl).some((node) => {
    const { hostname, searchParams } = new URL(node);
    const host = searchParams.get('host') ?? hostname;
    const isHere = host === '' || host.startsWith('/') || isLoopback(host);
    return !isHere && searchParams.get('sslmode') !== 'verify-full';
  });
}

function findContradictions(config: Config): string[] {
  const problems: string[] = [];
  const live = config.environment === 'live';
  if (isAuthenticationOff(config) && !isLoopback(listenHost(config)) && config.role !== 'worker') {
    if (live) {
      problems.push(
        'SPORTSBOOK_API_KEY must be set when SERVICE_ENV is live and HOST is not a loopback address',
      );
    } else if (!accepts(config, 'open-api')) {
      problems.push(
        `SPORTSBOOK_API_KEY must be set when HOST is ${config.host}, which other machines reach: set a key (openssl rand -hex 32), or let everybody in with ACCEPTED_RISKS=open-api`,
      );
    }
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
  if (live && config.databaseUrl === null && !accepts(config, 'embedded-postgres')) {
    problems.push(
      'DATABASE_URL must be set when SERVICE_ENV is live (or ACCEPTED_RISKS=embedded-postgres to keep real money data in the embedded server)',
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
    const text = readFileSync(fileName, 'utf8').trim();
    // Without this an empty file would switch off what the secret protects.
    if (text === '') return { kind: 'problem', problem: `is empty in the file ${fileName}` };
    return setting.parse(text);
  } catch {
    return { kind: 'problem', problem: `cannot be read from the file ${fileName}` };
  }
}

/** Who became the present user by sudo, as sudo says it; `null` for anything that is no name. */
export function findSudoUser(): string | null {
  return /^[\w.@-]{1,64}$/.exec(process.env['SUDO_USER'] ?? '')?.[0] ?? null;
}

/** The address of the service with these settings, as far as this machine knows. */
export function serviceUrl({ publicUrl, port }: Config): string {
  return (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '');
}
