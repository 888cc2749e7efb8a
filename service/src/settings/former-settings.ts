import { POLICY_NAMES, readChange } from '../domain/access/policy.ts';
import type { Plain } from '../domain/access/policy-fields.ts';
import { nearestOf } from '../domain/nearest-name.ts';
import type { Setting } from './setting-kinds.ts';
import { SETTINGS } from './settings.ts';

// Names that release 0.2 read from the environment and this one does not. None of them stops a
// start: each is named with where its value is now. Release 0.4 does without this file.

type Env = Readonly<Record<string, string | undefined>>;

const IN_POLICY: ReadonlySet<string> = new Set(POLICY_NAMES.map((name) => name.toUpperCase()));

/** Settings with a new name and the same meaning. */
const RENAMED: Readonly<Record<string, (text: string) => readonly [name: string, text: string]>> = {
  SMS_TEMPLATES_DIR: (text) => ['OPERATORS_DIR', text],
  EMBEDDED_POSTGRES_IN_LIVE: (text) => [
    'ACCEPTED_RISKS',
    text === 'true' ? 'embedded-postgres' : '',
  ],
  LIVE_WITHOUT_SAFETY: (text) => ['ACCEPTED_RISKS', text === 'I-am-testing' ? 'testing' : text],
};

/** Settings that no longer exist, and what applies instead. */
const RETIRED: Readonly<Record<string, string>> = {
  SMS_TEMPLATES_DIR: 'is called OPERATORS_DIR now and is still read',
  EMBEDDED_POSTGRES_IN_LIVE: 'is ACCEPTED_RISKS=embedded-postgres now and is still read',
  LIVE_WITHOUT_SAFETY: 'is ACCEPTED_RISKS now and is still read',
  STATEMENT_MAPPINGS: 'is not read: put the file into OPERATORS_DIR as statement-mappings.json',
  CONNECTIONS_PER_ADDRESS: 'is not read: it is 500 for every installation',
  OVERLOAD_DELAY_MS: 'is not read: it is 100 for every installation',
  STAFF_IDLE_MINUTES: 'is not read: it is 15 for every installation',
  STAFF_SESSION_HOURS: 'is not read: it is 12 for every installation',
  ALERT_PAYOUT_MINUTES: 'is not read: it is 30 for every installation',
  GATEWAY_SILENT_SECONDS: 'is not read: it is 900 for every installation',
  SIM_BALANCE_MINUTES: 'is not read: it is 60 for every installation',
  APPROVAL_SET_UP_DAYS:
    'is not read: an account counts as its maker until another person vouches for it (momo staff vouch)',
  SMS_BALANCE_BREAK:
    'is not read: a line whose texts name no balance is declared with `momo line open <line> --without-balances`',
};

const FORMER_NAMES: ReadonlySet<string> = new Set([...IN_POLICY, ...Object.keys(RETIRED)]);

/** What the environment still has under names that only release 0.2 knew. */
export function findFormerSettings(env: Env): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...FORMER_NAMES].flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
}

/** The environment with today's names; one that is set by its new name keeps that. */
export function renameFormer(env: Env): Env {
  const renamed = Object.entries(RENAMED).flatMap(([former, rename]) => {
    const [name, text] = rename(env[former] ?? '');
    return text === '' || env[name] ? [] : [[name, text]];
  });
  return renamed.length === 0 ? env : { ...env, ...Object.fromEntries(renamed) };
}

/** The ones that are values of the policy. */
export function policySettings(former: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(former).filter(([name]) => IN_POLICY.has(name)));
}

/** What to say about each, beside the policy in use; one that says the same is only in the way. */
export function describeFormer(
  former: Readonly<Record<string, string>>,
  content: Readonly<Record<string, Plain>>,
): readonly string[] {
  return Object.entries(former).map(([name, text]) => {
    const retired = RETIRED[name];
    if (retired !== undefined) return `${name} ${retired}`;
    const key = name.toLowerCase();
    const read = readChange({ [name]: text });
    const [said = null] = read.kind === 'change' ? Object.values(read.change) : [];
    const holds = content[key] ?? null;
    return said === holds
      ? `${name} is in the policy now and says the same; remove it`
      : `${name}=${text} is not used: the policy has ${key}=${holds ?? 'off'} (momo policy)`;
  });
}

const OURS: readonly string[] = Object.values<Setting<unknown>>(SETTINGS).flatMap(
  ({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]),
);
const KNOWN: ReadonlySet<string> = new Set([...OURS, ...FORMER_NAMES, 'ENV_FILE']);

/** Names that Node and its libraries read; they may be in the same file. */
const OF_OTHERS = /^(NODE_|UV_|SSL_CERT_|OPENSSL_|PG|LC_|LANG$|TZ$)/;

/** A name in a settings file that is not a setting was meant as another one. */
export function findUnknownNames(names: readonly string[], file: string): readonly string[] {
  return names
    .filter((name) => !KNOWN.has(name) && !OF_OTHERS.test(name))
    .map((name) => {
      const nearest = nearestOf(name, OURS);
      const hint = nearest === null ? '' : `; did you mean ${nearest}?`;
      return `${name} in ${file} is no setting${hint}`;
    });
}

/** An environment has many other names; one that is almost ours was probably meant so. */
export function findMisspelt(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    if (KNOWN.has(name) || OF_OTHERS.test(name) || name.length < SHORTEST) return [];
    const nearest = nearestOf(name, OURS, MAX_STEPS);
    return nearest === null ? [] : [`${name} is no setting; did you mean ${nearest}?`];
  });
}

/** Short names of other programs, such as HOME, are near to ours by chance. */
const SHORTEST = 7;
const MAX_STEPS = 2;
