import { appendAudit } from '../../db/access/audit.ts';
import type { Database } from '../../db/client.ts';
import type { Environment } from '../../db/installation.ts';
import {
  type ChannelSetup,
  lockChannel,
  lockProviderFlag,
  updateChannel,
  updateProviderFlag,
} from '../../db/providers/provider-setup.ts';
import { isE164, isMerchantCode, nationalDigits } from '../../domain/msisdn.ts';
import { checkUssdTemplate } from '../../domain/providers/ussd-template.ts';
import type { Remark } from '../../domain/remarks/remark.ts';
import type { Adapter } from '../../providers/provider.ts';
import type { Actor } from '../access/actor.ts';
import { findModeProblems } from './account-rules.ts';

export type Switched =
  | { readonly kind: 'switched'; readonly providerId: string }
  | { readonly kind: 'not_found' };

/** Turns a provider on or off for new payments; it takes none from the moment this is answered. */
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
    const what = { action: 'provider.switch', subject: `provider:${id}` };
    await appendAudit(connection, { ...actor, ...what, before, after: { enabled }, reason });
    return { kind: 'switched', providerId: id };
  });
}

export type ChannelChange =
  | { readonly kind: 'changed'; readonly providerId: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'invalid'; readonly problems: readonly Remark[] };

/**
 * Changes how a channel collects. Payments that exist keep the number and code they were given, and
 * a new mode is one that the provider's adapter can do.
 */
export function changeChannel(
  deps: {
    readonly database: Database;
    readonly environment: Environment;
    readonly adapters: readonly Adapter[];
  },
  actor: Actor,
  wanted: {
    readonly id: string;
    readonly changes: Partial<ChannelSetup>;
    readonly reason: string;
  },
): Promise<ChannelChange> {
  const { id, changes, reason } = wanted;
  return deps.database.atomically(async (connection) => {
    const found = await lockChannel(connection, id);
    if (found === null) return { kind: 'not_found' };
    const { providerId, adapter, setup: before } = found;
    const after = { ...before, ...changes };
    const problems = [...findChannelProblems(after, deps.environment)];
    const { collectionMode } = after;
    if (collectionMode !== before.collectionMode) {
      problems.push(...findModeProblems({ adapter, collectionMode }, deps.adapters));
    }
    // Whatever is wrong with a channel, it can be switched off.
    const isOnlySwitchedOff = changes.enabled === false && Object.keys(changes).length === 1;
    if (problems.length > 0 && !isOnlySwitchedOff) return { kind: 'invalid', problems };
    await updateChannel(connection, id, after);
    const what = { action: 'channel.change', subject: `channel:${id}` };
    await appendAudit(connection, { ...actor, ...what, before, after, reason });
    return { kind: 'changed', providerId };
  });
}

/** No network answers this code, so dialling what the sandbox shows does no harm. */
const SANDBOX_CODE = '*000*';

/** Everything that is wrong with how a channel collects, as remarks. */
export function findChannelProblems(
  setup: ChannelSetup,
  environment: Environment,
): readonly Remark[] {
  const { merchantDisplayName } = setup;
  const problems: Remark[] = [
    ...findTemplateProblems(setup, environment),
    ...findNumberProblems(setup),
    ...findLimitProblems(setup),
    ...findIllustrationProblems(setup),
  ];
  if (merchantDisplayName !== null && !/^(?=.*\S).{1,60}$/.test(merchantDisplayName)) {
    problems.push({ code: 'channel_merchant_name_form' });
  }
  return problems;
}

function findTemplateProblems(
  { collectionMode, ussdTemplate }: ChannelSetup,
  environment: Environment,
): readonly Remark[] {
  if (ussdTemplate === null) {
    return collectionMode === 'customer_initiated' ? [{ code: 'channel_needs_template' }] : [];
  }
  const check = checkUssdTemplate(ussdTemplate);
  if (check.kind === 'invalid') return check.problems;
  return environment === 'sandbox' && !ussdTemplate.startsWith(SANDBOX_CODE)
    ? [{ code: 'channel_code_of_sandbox', params: { text: SANDBOX_CODE } }]
    : [];
}

function findNumberProblems({ merchantNumber, collectionMode }: ChannelSetup): readonly Remark[] {
  if (isMerchantCode(merchantNumber)) return [];
  if (!isE164(merchantNumber)) return [{ code: 'channel_number_form' }];
  // Only the country code of Cameroon is left out when the code is made.
  return collectionMode === 'customer_initiated' && nationalDigits(merchantNumber) === null
    ? [{ code: 'channel_number_dialled' }]
    : [];
}

/** Players see the picture in the platform's page; screen readers read the text aloud. */
function findIllustrationProblems(setup: ChannelSetup): readonly Remark[] {
  const { illustrationUrl, illustrationAlt } = setup;
  if ((illustrationUrl === null) !== (illustrationAlt === null)) {
    return [{ code: 'channel_illustration_incomplete' }];
  }
  if (illustrationUrl === null) return [];
  const isHttps = URL.parse(illustrationUrl)?.protocol === 'https:';
  return isHttps && illustrationUrl.length <= 2_083 && (illustrationAlt ?? '').length <= 300
    ? []
    : [{ code: 'channel_illustration_form' }];
}

function findLimitProblems({ minAmountXaf, maxAmountXaf }: ChannelSetup): readonly Remark[] {
  const limits = [minAmountXaf, maxAmountXaf].filter((limit) => limit !== null);
  if (!limits.every((limit) => Number.isSafeInteger(limit) && limit > 0)) {
    return [{ code: 'channel_limit_form' }];
  }
  return minAmountXaf !== null && maxAmountXaf !== null && minAmountXaf > maxAmountXaf
    ? [{ code: 'channel_limits_crossed' }]
    : [];
}
