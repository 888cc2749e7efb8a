import type { ProviderTerms } from '../../db/providers/account-setup.ts';
import type { Environment } from '../../domain/installation.ts';
import { type Message, sentenceOf } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { CollectionMode, Direction } from '../../domain/payment-kinds.ts';
import type { Channel, Provider } from '../../domain/providers/channel.ts';
import type { Adapter } from '../../providers/provider.ts';

/** The details of an account: public settings, and secrets apart from them. */
export interface GivenAccount {
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

export interface NewProvider extends ProviderTerms, GivenAccount {
  readonly id: string;
  readonly adapter: string;
  /** The provider whose account it uses; `null` if it has one of its own. */
  readonly accountOf: string | null;
  readonly operators: readonly Operator[];
  readonly directions: readonly Direction[];
}

export type NewChannel = Omit<Channel, 'enabled'>;

/** Everything that is wrong with a provider that is to be added, as sentences. */
export function findProviderProblems(
  wanted: NewProvider,
  known: { readonly adapters: readonly Adapter[]; readonly environment: Environment },
): readonly string[] {
  const problems: string[] = [];
  if (!/^[a-z0-9-]{1,40}$/.test(wanted.id)) {
    problems.push('the id of a provider is 1 to 40 small letters, digits and hyphens');
  }
  problems.push(...findTermProblems(wanted));
  if (wanted.operators.length !== 1) {
    problems.push('a provider serves one operator; another may use its account (--account-of)');
  }
  const adapter = known.adapters.find(({ name }) => name === wanted.adapter);
  if (adapter === undefined) {
    const names = known.adapters.map(({ name }) => name).join(', ');
    return [...problems, `there is no adapter ${wanted.adapter}; there are ${names}`];
  }
  if (adapter.abilities.simulated && known.environment === 'live') {
    problems.push(
      `the ${adapter.name} adapter only pretends to pay, so a live service may not use it`,
    );
  }
  problems.push(...findAbilityProblems(adapter, wanted));
  if (wanted.accountOf === null) problems.push(...findAccountProblems(adapter, wanted));
  else if (!isEmptyAccount(wanted)) problems.push(SHARED_ACCOUNT);
  return problems;
}

const SHARED_ACCOUNT =
  'a provider that uses the account of another has no settings or secrets of its own';

function isEmptyAccount({ settings, secrets }: GivenAccount): boolean {
  return Object.keys(settings).length === 0 && Object.keys(secrets).length === 0;
}

/**
 * What the adapter can do by itself. An adapter that neither prompts nor pays out is for deposits
 * that players start, and so are our own lines, whose SIMs may only receive; with other adapters
 * such deposits are possible too, on request.
 */
export function usualDirections({ abilities }: Adapter): readonly Direction[] {
  if (abilities.ownLines) return ['deposit'];
  const directions: Direction[] = [];
  if (abilities.collect) directions.push('deposit');
  if (abilities.payOut) directions.push('withdrawal');
  return directions.length === 0 ? ['deposit'] : directions;
}

export function findTermProblems(terms: ProviderTerms): readonly string[] {
  const problems: string[] = [];
  const { displayName, description, priority } = terms;
  if (displayName.trim() === '' || displayName.length > 100) {
    problems.push('the name of a provider has 1 to 100 characters');
  }
  if (description.length > 500) problems.push('a description has at most 500 characters');
  if (!Number.isInteger(priority) || priority < 1 || priority > 1_000) {
    problems.push('a priority is a whole number from 1 (first) to 1000');
  }
  for (const percent of [terms.depositFeePercent, terms.withdrawalFeePercent]) {
    if (!(percent >= 0 && percent <= 100)) problems.push('a fee is a percentage from 0 to 100');
  }
  if (terms.depositFeeMessage.length > 500) {
    problems.push('a sentence about fees has at most 500 characters');
  }
  return problems;
}

function findAbilityProblems(adapter: Adapter, wanted: NewProvider): readonly string[] {
  const problems: string[] = [];
  const foreign = wanted.operators.filter((operator) => !adapter.operators.includes(operator));
  if (foreign.length > 0) {
    const served = adapter.operators.join(', ');
    problems.push(`the adapter ${adapter.name} serves ${served}, not ${foreign.join(', ')}`);
  }
  if (wanted.directions.length === 0) problems.push('a provider has at least one direction');
  // A deposit needs no ability: a channel may leave it to the player to start the payment.
  if (wanted.directions.includes('withdrawal') && !adapter.abilities.payOut) {
    problems.push(`the adapter ${adapter.name} cannot pay out, so withdrawals are not possible`);
  }
  return problems;
}

/**
 * Everything that is wrong with the account. A sentence names settings and never repeats a value,
 * since a value in the wrong field may be a secret.
 */
export function findAccountProblems(
  adapter: Adapter,
  given: GivenAccount,
  stored: GivenAccount = { settings: {}, secrets: {} },
): readonly string[] {
  const problems: string[] = [];
  const names = new Set([...Object.keys(given.settings), ...Object.keys(given.secrets)]);
  const unknown = [...names].filter((name) => !adapter.settings.some((one) => one.name === name));
  if (unknown.length > 0) {
    problems.push(
      `${adapter.name} has no setting ${unknown.join(', ')}; ${knownSettings(adapter)}`,
    );
  }
  const whole = mergeAccount(stored, given);
  for (const { name, secret, fallback, findProblem } of adapter.settings) {
    const [right, wrong] = secret
      ? (['secrets', 'settings'] as const)
      : (['settings', 'secrets'] as const);
    if (Object.hasOwn(given[wrong], name)) {
      problems.push(secret ? `${name} is a secret: ${KEEP_SECRET}` : `${name} ${NO_SECRET}`);
      continue;
    }
    const value = whole[right][name];
    if (value === undefined) {
      if (fallback === null) problems.push(`${name} must be given`);
      continue;
    }
    const problem = findProblem?.(value) ?? null;
    if (problem !== null) problems.push(`${name} ${problem}`);
  }
  return problems;
}

const KEEP_SECRET =
  'give it among the secrets, because an open setting stays in the history of the shell';
const NO_SECRET = 'is no secret: give it as an open setting, so that it can be read again';

function knownSettings({ settings }: Adapter): string {
  return settings.length === 0
    ? 'it needs none'
    : `it knows ${settings.map(({ name }) => name).join(', ')}`;
}

/** The account after the change; an empty value resets a setting to its default. */
export function mergeAccount(stored: GivenAccount, given: GivenAccount): GivenAccount {
  return {
    settings: mergeValues(stored.settings, given.settings),
    secrets: mergeValues(stored.secrets, given.secrets),
  };
}

type Values = Readonly<Record<string, string>>;

function mergeValues(stored: Values, given: Values): Values {
  const values = Object.entries({ ...stored, ...given });
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** What is wrong with the location of a new channel; how it collects is checked elsewhere. */
export function findLocationProblems(
  { id, providerId, operator, collectionMode }: NewChannel,
  provider: Provider | null,
  adapters: readonly Adapter[],
): readonly string[] {
  const problems: string[] = [];
  if (!/^[a-z0-9-]{1,60}$/.test(id)) {
    problems.push('the id of a channel is 1 to 60 small letters, digits and hyphens');
  }
  if (provider === null) return [...problems, `there is no provider ${providerId}`];
  if (!provider.operators.includes(operator)) {
    const served = provider.operators.join(', ');
    problems.push(`the provider ${providerId} serves ${served}, not ${operator}`);
  }
  const asked = { adapter: provider.adapter, collectionMode };
  problems.push(...findModeProblems(asked, adapters).map(sentenceOf));
  return problems;
}

/**
 * No provider would prompt the player, and every deposit of the channel would expire. Simulated
 * outcomes need no prompt.
 */
export function findModeProblems(
  channel: { readonly adapter: string; readonly collectionMode: CollectionMode },
  adapters: readonly Adapter[],
): readonly Message[] {
  if (channel.collectionMode === 'customer_initiated') return [];
  const abilities = adapters.find(({ name }) => name === channel.adapter)?.abilities;
  return abilities?.collect === true || abilities?.simulated === true
    ? []
    : [{ code: 'channel_without_prompts', params: { adapter: channel.adapter } }];
}
