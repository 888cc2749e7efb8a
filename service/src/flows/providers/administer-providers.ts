import type { ChangeRow } from '../../db/access/agreements.ts';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import {
  type ChannelSetup,
  lockChannel,
  lockProviderFlag,
  updateChannel,
  updateProviderFlag,
} from '../../db/providers/provider-setup.ts';
import { isAsBefore } from '../../domain/access/changed-values.ts';
import { assert } from '../../domain/assert.ts';
import type { Environment } from '../../domain/installation.ts';
import type { Message } from '../../domain/messages/message.ts';
import { movesMoney } from '../../domain/providers/channel.ts';
import type { Adapter } from '../../providers/provider.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicySource } from '../access/policy.ts';
import { askForChange, needsOfChange, type Waiting } from '../access/seek-agreement.ts';
import { findModeProblems } from './account-rules.ts';
import { findChannelProblems } from './channel-rules.ts';

export type Switched =
  | { readonly kind: 'switched'; readonly providerId: string }
  | { readonly kind: 'not_found' };

/** Turns a provider on or off for new payments, effective when this is answered. */
export function switchProvider(
  { database }: { readonly database: Database },
  actor: Actor,
  wanted: { readonly id: string; readonly enabled: boolean; readonly reason: string },
): Promise<Switched> {
  const { id, enabled, reason } = wanted;
  return database.atomically(async (connection) => {
    const before = await lockProviderFlag(connection, id);
    if (before === null) return { kind: 'not_found' };
    await updateProviderFlag(connection, { id, enabled });
    const what = { action: 'provider.switch', subject: `provider:${id}` } as const;
    await appendAudit(connection, { ...actor, ...what, before, after: { enabled }, reason });
    return { kind: 'switched', providerId: id };
  });
}

export type ChannelChange =
  | { readonly kind: 'changed'; readonly providerId: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'invalid'; readonly problems: readonly Message[] }
  | Waiting;

export interface ChannelDeps {
  readonly database: Database;
  readonly environment: Environment;
  readonly adapters: readonly Adapter[];
  readonly policy: Pick<PolicySource, 'within'>;
}

interface WantedChannel {
  readonly id: string;
  readonly changes: Partial<ChannelSetup>;
  readonly reason: string;
}

/**
 * Changes how a channel collects. Existing payments keep their number and code, and the provider's
 * adapter must support the new mode. What decides who gets the money waits for a second person;
 * switching off never waits.
 */
export function changeChannel(
  deps: ChannelDeps,
  actor: Actor,
  wanted: WantedChannel,
): Promise<ChannelChange> {
  const { id, changes, reason } = wanted;
  return deps.database.atomically(async (connection) => {
    const found = await lockChannel(connection, id);
    if (found === null) return { kind: 'not_found' };
    const { setup: before } = found;
    const after = { ...before, ...changes };
    const isSensitive = movesMoney(before, after);
    const { people } = await needsOfChange(connection, deps.policy, actor, {
      kind: 'channel',
      isSensitive,
    });
    if (people === 1) {
      return writeChannel(connection, deps, actor, { found, id, changes, reason });
    }
    const problems = findChangeProblems(deps, found, changes);
    if (problems.length > 0) return { kind: 'invalid', problems };
    if (changes.enabled === false) {
      await writeChannel(connection, deps, actor, { found, id, changes: OFF, reason });
    }
    const waiting = await askForChange(connection, deps.policy, actor, {
      kind: 'channel',
      subjectId: id,
      isSensitive,
      ...findDifferences(
        { ...before, enabled: changes.enabled !== false && before.enabled },
        after,
      ),
      reason,
    });
    assert(waiting !== null, 'a change that takes two people was not kept for the second');
    return waiting;
  });
}

const OFF = { enabled: false } as const;

function findDifferences(before: ChannelSetup, after: ChannelSetup) {
  const names = CHANNEL_FIELDS.filter((name) => before[name] !== after[name]);
  const pick = (setup: ChannelSetup) =>
    Object.fromEntries(names.map((name) => [name, setup[name]] as const));
  return { before: pick(before), after: pick(after) };
}

const CHANNEL_FIELDS = [
  'enabled',
  'collectionMode',
  'merchantNumber',
  'merchantDisplayName',
  'ussdTemplate',
  'illustrationUrl',
  'illustrationAlt',
  'minAmountXaf',
  'maxAmountXaf',
] as const satisfies readonly (keyof ChannelSetup)[];

/** Makes a change that a second person has approved, if nothing has changed since. */
export async function applyChannelChange(
  connection: Queryable,
  deps: Pick<ChannelDeps, 'environment' | 'adapters'>,
  actor: Actor,
  change: ChangeRow,
): Promise<'applied' | 'overtaken'> {
  const found = await lockChannel(connection, change.subject_id);
  if (found === null || !isAsBefore(change.before, { ...found.setup })) return 'overtaken';
  const written = await writeChannel(connection, deps, actor, {
    found,
    id: change.subject_id,
    // It was checked when it was requested, and is checked again.
    changes: change.after,
    reason: change.reason,
  });
  return written.kind === 'changed' ? 'applied' : 'overtaken';
}

type FoundChannel = NonNullable<Awaited<ReturnType<typeof lockChannel>>>;

async function writeChannel(
  connection: Queryable,
  deps: Pick<ChannelDeps, 'environment' | 'adapters'>,
  actor: Actor,
  wanted: Omit<WantedChannel, 'reason'> & {
    readonly found: FoundChannel;
    readonly reason: string | null;
  },
): Promise<Exclude<ChannelChange, Waiting>> {
  const { id, found, changes, reason } = wanted;
  const { providerId, setup: before } = found;
  const after = { ...before, ...changes };
  const problems = findChangeProblems(deps, found, changes);
  // A channel can be switched off whatever is wrong with it.
  const isOnlySwitchedOff = changes.enabled === false && Object.keys(changes).length === 1;
  if (problems.length > 0 && !isOnlySwitchedOff) return { kind: 'invalid', problems };
  await updateChannel(connection, id, after);
  const what = { action: 'channel.change', subject: `channel:${id}` } as const;
  await appendAudit(connection, { ...actor, ...what, before, after, reason });
  return { kind: 'changed', providerId };
}

function findChangeProblems(
  { environment, adapters }: Pick<ChannelDeps, 'environment' | 'adapters'>,
  { adapter, setup }: FoundChannel,
  changes: Partial<ChannelSetup>,
): readonly Message[] {
  const after = { ...setup, ...changes };
  const { collectionMode } = after;
  return [
    ...findChannelProblems(after, environment),
    ...(collectionMode === setup.collectionMode
      ? []
      : findModeProblems({ adapter, collectionMode }, adapters)),
  ];
}
