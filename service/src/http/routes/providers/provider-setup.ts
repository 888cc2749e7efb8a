import type { FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import { toMessageBody, toNullableMessageBody } from '../../../contract/message.ts';
import {
  changeChannelSchema,
  listProviderSetupSchema,
  switchProviderSchema,
} from '../../../contract/providers/provider-setup-api.ts';
import {
  listProviderHealth,
  type StoredProviderHealth,
} from '../../../db/providers/provider-health.ts';
import type { ChannelSetup } from '../../../db/providers/provider-setup.ts';
import { listTrials, type ProviderTrial } from '../../../db/providers/trials.ts';
import type { FloatLevel } from '../../../domain/lines/float-level.ts';
import type { Channel } from '../../../domain/providers/channel.ts';
import { describeRefusals, healthStatus } from '../../../domain/providers/provider-health.ts';
import type { AccessServices } from '../../../flows/access/access-services.ts';
import type { AccountDeps } from '../../../flows/providers/administer-accounts.ts';
import { changeChannel, switchProvider } from '../../../flows/providers/administer-providers.ts';
import type { CatalogueEntry, CatalogueSource } from '../../../flows/providers/catalogue.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { requestActor, toWaiting } from '../../staff/staff-request.ts';

export interface ProviderSetupDeps {
  readonly access: AccessServices;
  readonly adapters: AccountDeps['adapters'];
  readonly catalogue: CatalogueSource;
  /** What the wallets can still pay out, out of which these channels pay. */
  readonly listPayoutFloats: (channelIds: readonly string[]) => Promise<readonly PayoutFloat[]>;
}

interface PayoutFloat {
  readonly channelId: string;
  readonly wallet: string;
  readonly freeCents: bigint | null;
  readonly level: FloatLevel;
}

export function providerSetupRoutes(app: App, deps: ProviderSetupDeps): void {
  const { access, adapters } = deps;

  app.get(
    '/internal/v1/providers',
    { schema: listProviderSetupSchema, config: { role: 'viewer' } },
    async () => ({ providers: await listSetups(deps) }),
  );

  app.put(
    '/internal/v1/providers/:id/flag',
    { schema: switchProviderSchema, config: { role: 'admin' } },
    async (request, reply) => {
      const asked = { id: request.params.id, ...request.body };
      const result = await switchProvider(access, requestActor(request), asked);
      if (result.kind === 'not_found') return sendProblem(reply, { code: 'provider_not_found' });
      return sendSetup(reply, deps, result.providerId);
    },
  );

  app.patch(
    '/internal/v1/channels/:id',
    { schema: changeChannelSchema, config: { role: 'admin' } },
    async (request, reply) => {
      const { reason, ...fields } = request.body;
      const asked = { id: request.params.id, changes: toChanges(fields), reason };
      const result = await changeChannel({ ...access, adapters }, requestActor(request), asked);
      if (result.kind === 'not_found') return sendProblem(reply, { code: 'channel_not_found' });
      if (result.kind === 'invalid') {
        const { problems } = result;
        return sendProblem(reply, { code: 'channel_invalid', params: { problems } });
      }
      if (result.kind === 'change_waits') return sendProblem(reply, { code: result.kind });
      if (result.kind === 'waits') return reply.code(202).send(toWaiting(result));
      return sendSetup(reply, deps, result.providerId);
    },
  );
}

type ChannelFields = Omit<Static<typeof changeChannelSchema.body>, 'reason'>;

/** Only the fields that were sent change. */
function toChanges(fields: ChannelFields): Partial<ChannelSetup> {
  const { enabled, collection_mode, merchant_number, merchant_display_name, ussd_template } =
    fields;
  const { min_amount_xaf, max_amount_xaf } = fields;
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(collection_mode === undefined ? {} : { collectionMode: collection_mode }),
    ...(merchant_number === undefined ? {} : { merchantNumber: merchant_number }),
    ...(merchant_display_name === undefined ? {} : { merchantDisplayName: merchant_display_name }),
    ...(ussd_template === undefined ? {} : { ussdTemplate: ussd_template }),
    ...(min_amount_xaf === undefined ? {} : { minAmountXaf: min_amount_xaf }),
    ...(max_amount_xaf === undefined ? {} : { maxAmountXaf: max_amount_xaf }),
  };
}

async function sendSetup(reply: FastifyReply, deps: ProviderSetupDeps, providerId: string) {
  const setup = (await listSetups(deps)).find(({ id }) => id === providerId);
  return setup ?? sendProblem(reply, { code: 'provider_not_found' });
}

async function listSetups(deps: ProviderSetupDeps) {
  const { catalogue, listPayoutFloats } = deps;
  const { database } = deps.access;
  const [{ providers, channels }, states, trials] = await Promise.all([
    catalogue.now(),
    listProviderHealth(database),
    listTrials(database),
  ]);
  const paying = channels.filter(({ providerId }) => {
    const found = providers.find(({ provider }) => provider.id === providerId);
    return found?.provider.directions.includes('withdrawal');
  });
  const floats = await listPayoutFloats(paying.map(({ id }) => id));
  return providers.map((entry) => {
    const state = states.find(({ providerId }) => providerId === entry.provider.id);
    const trial = trials.find(({ providerId }) => providerId === entry.provider.id);
    return { ...toSetup(entry, state ?? null, { channels, floats }), trial: toTrial(trial) };
  });
}

function toTrial(trial: ProviderTrial | undefined) {
  return trial === undefined ? null : { at: trial.at.toISOString(), rows: [...trial.rows] };
}

/** A provider without a state has not been checked yet. */
function toSetup(
  { provider, health, total1h }: CatalogueEntry,
  state: StoredProviderHealth | null,
  all: { readonly channels: readonly Channel[]; readonly floats: readonly PayoutFloat[] },
) {
  const channels = all.channels.filter(({ providerId }) => providerId === provider.id);
  const [refusal] = describeRefusals(state?.refusals ?? {});
  return {
    id: provider.id,
    display_name: provider.displayName,
    adapter: provider.adapter,
    operators: [...provider.operators],
    directions: [...provider.directions],
    is_primary: provider.isPrimary,
    flag_enabled: provider.flagEnabled,
    status: healthStatus(health.level),
    failure_rate_1h: Math.round(health.failureRate * 10_000) / 10_000,
    tx_count_1h: total1h,
    message: toMessageBody(health.message),
    floats: toFloats(all.floats, channels),
    problem: toNullableMessageBody(state?.problem ?? refusal ?? null),
    checked_at: state?.checkedAt.toISOString() ?? null,
    channels: channels.map((channel) => ({
      id: channel.id,
      operator: channel.operator,
      collection_mode: channel.collectionMode,
      merchant_number: channel.merchantNumber,
      merchant_display_name: channel.merchantDisplayName,
      ussd_template: channel.ussdTemplate,
      enabled: channel.enabled,
      min_amount_xaf: channel.minAmountXaf,
      max_amount_xaf: channel.maxAmountXaf,
    })),
  };
}

/** Each wallet once, although several channels may pay out of it. */
function toFloats(floats: readonly PayoutFloat[], channels: readonly Channel[]) {
  const own = floats.filter(({ channelId }) => channels.some(({ id }) => id === channelId));
  return [...new Map(own.map((one) => [one.wallet, one])).values()].map(
    ({ wallet, freeCents, level }) => ({
      wallet,
      free_xaf: freeCents === null ? null : Number(freeCents) / 100,
      level,
    }),
  );
}
