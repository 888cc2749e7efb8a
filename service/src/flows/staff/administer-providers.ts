import { appendAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import type { Environment } from '../../db/installation.ts';
import {
  type ChannelSetup,
  lockChannel,
  lockProviderFlag,
  updateChannel,
  updateProviderFlag,
} from '../../db/provider-setup.ts';
import { checkUssdTemplate } from '../../domain/ussd-template.ts';
import type { Actor } from './desk.ts';

export type Switched =
  | { readonly kind: 'switched'; readonly providerId: string }
  | { readonly kind: 'not_found' };

/** Turns a provider on or off for new payments; every process follows within a second. */
export function switchProvider(
  { database }: { readonly database: Database },
  actor: Actor,
  order: { readonly id: string; readonly enabled: boolean; readonly reason: string },
): Promise<Switched> {
  const { id, enabled, reason } = order;
  return database.atomically(async (connection) => {
    const before = await lockProviderFlag(connection, id);
    if (before === null) return { kind: 'not_found' };
    await updateProviderFlag(connection, { id, enabled });
    const what = { action: 'provider.switch', subject: `provider:${id}` };
    await appendAudit(connection, { ...actor, ...what, before, after: { enabled }, reason });
    return { kind: 'switched', providerId: id };
  });
}

export type ChannelChange =
  | { readonly kind: 'changed'; readonly providerId: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Changes how a channel collects. Payments that exist keep the number and code they were given. */
export function changeChannel(
  deps: { readonly database: Database; readonly environment: Environment },
  actor: Actor,
  order: {
    readonly id: string;
    readonly changes: Partial<ChannelSetup>;
    readonly reason: string;
  },
): Promise<ChannelChange> {
  const { id, changes, reason } = order;
  return deps.database.atomically(async (connection) => {
    const found = await lockChannel(connection, id);
    if (found === null) return { kind: 'not_found' };
    const { providerId, setup: before } = found;
    const after = { ...before, ...changes };
    const problems = findChannelProblems(after, deps.environment);
    if (problems.length > 0) return { kind: 'invalid', problems };
    await updateChannel(connection, id, after);
    const what = { action: 'channel.change', subject: `channel:${id}` };
    await appendAudit(connection, { ...actor, ...what, before, after, reason });
    return { kind: 'changed', providerId };
  });
}

/** No network answers this code, so whoever dials what the sandbox shows does no harm. */
const SANDBOX_CODE = '*000*';

function findChannelProblems(
  { collectionMode, ussdTemplate }: ChannelSetup,
  environment: Environment,
): readonly string[] {
  if (ussdTemplate === null) {
    return collectionMode === 'customer_initiated'
      ? ['a customer-initiated channel needs a USSD template']
      : [];
  }
  const check = checkUssdTemplate(ussdTemplate);
  if (check.kind === 'invalid') return check.problems;
  return environment === 'sandbox' && !ussdTemplate.startsWith(SANDBOX_CODE)
    ? [`a code of the sandbox starts with ${SANDBOX_CODE}, so that it can do nothing when dialled`]
    : [];
}
