import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from './client.ts';
import { KEYS } from './keys.ts';
import { apiPath, withQuery } from './path.ts';
import type {
  Application,
  ApprovedChange,
  CollectionMode,
  Gateway,
  GatewayKey,
  LinePreviewAnswer,
  PendingChanges,
  PolicyName,
  ProviderSetup,
  Role,
  Rules,
  StaffMember,
  WaitingChange,
} from './types.ts';

const BALANCES_EVERY_MS = 15_000;
const PREVIEW_EVERY_MS = 10_000;

export function providersOptions() {
  return queryOptions({
    queryKey: KEYS.providers,
    queryFn: () =>
      callApi<{ readonly providers: readonly ProviderSetup[] }>('GET', apiPath`/providers`),
    refetchInterval: BALANCES_EVERY_MS,
  });
}

export function useProviders() {
  return useQuery(providersOptions());
}

export function applicationsOptions() {
  return queryOptions({
    queryKey: KEYS.applications,
    queryFn: () =>
      callApi<{ readonly applications: readonly Application[] }>('GET', apiPath`/applications`),
  });
}

export function useApplications() {
  return useQuery(applicationsOptions());
}

export function staffOptions() {
  return queryOptions({
    queryKey: KEYS.staff,
    queryFn: () => callApi<{ readonly staff: readonly StaffMember[] }>('GET', apiPath`/staff`),
  });
}

export function useStaff() {
  return useQuery(staffOptions());
}

export function useSwitchProvider() {
  return useAdminMutation(
    KEYS.providers,
    ({
      id,
      ...body
    }: {
      readonly id: string;
      readonly enabled: boolean;
      readonly reason: string;
    }) => callApi<ProviderSetup>('PUT', apiPath`/providers/${id}/flag`, body),
  );
}

export interface ChannelChange {
  readonly id: string;
  readonly enabled?: boolean;
  readonly collection_mode?: CollectionMode;
  readonly merchant_number?: string;
  readonly merchant_display_name?: string;
  readonly ussd_template?: string;
  /** `null` takes the limit away. */
  readonly min_amount_xaf?: number | null;
  readonly max_amount_xaf?: number | null;
  readonly reason: string;
}

export function useChangeChannel() {
  return useAdminMutation(KEYS.providers, ({ id, ...body }: ChannelChange) =>
    callApi<ProviderSetup | WaitingChange>('PATCH', apiPath`/channels/${id}`, body),
  );
}

export function rulesOptions() {
  return queryOptions({
    queryKey: KEYS.rules,
    queryFn: () => callApi<Rules>('GET', apiPath`/policy`),
  });
}

export function useRules() {
  return useQuery(rulesOptions());
}

export interface RuleChange {
  readonly changes: readonly { readonly name: PolicyName; readonly value: string }[];
  readonly reason: string;
}

export function useChangeRule() {
  return useAdminMutation(KEYS.rules, (body: RuleChange) =>
    callApi<{ readonly done: boolean } | WaitingChange>('POST', apiPath`/policy`, body),
  );
}

/** Whether nothing was changed yet, because a second person has to approve it. */
export function isWaiting(answer: unknown): answer is WaitingChange {
  return typeof answer === 'object' && answer !== null && 'change_id' in answer;
}

export function changesOptions() {
  return queryOptions({
    queryKey: KEYS.changes,
    queryFn: () => callApi<PendingChanges>('GET', apiPath`/changes`),
    refetchInterval: BALANCES_EVERY_MS,
  });
}

export function useChanges() {
  return useQuery(changesOptions());
}

export function useApproveChange() {
  return useChangeDecision((id: string) =>
    callApi<ApprovedChange>('POST', apiPath`/changes/${id}/approve`),
  );
}

export function useWithdrawChange() {
  return useChangeDecision(({ id, reason }: { readonly id: string; readonly reason: string }) =>
    callApi('POST', apiPath`/changes/${id}/withdraw`, { reason }),
  );
}

/** What was decided shows on the screens of providers and people as well. */
function useChangeDecision<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: async () => {
      const { overview, providers, staff, audit, rules, changes, session } = KEYS;
      for (const queryKey of [overview, providers, staff, audit, rules, session]) {
        void client.invalidateQueries({ queryKey });
      }
      await client.invalidateQueries({ queryKey: changes });
    },
  });
}

export interface IssuedKey {
  readonly key: string;
  readonly webhook_secret: string | null;
}

export function gatewaysOptions() {
  return queryOptions({
    queryKey: KEYS.gateways,
    queryFn: () => callApi<{ readonly items: readonly Gateway[] }>('GET', apiPath`/gateways`),
    refetchInterval: BALANCES_EVERY_MS,
  });
}

export function useGateways() {
  return useQuery(gatewaysOptions());
}

export function useIssueGatewayKey() {
  return useAdminMutation(KEYS.gateways, ({ gateway, ...body }: GatewayAsked) =>
    callApi<GatewayKey | WaitingChange>('POST', apiPath`/gateways/${gateway}/key`, body),
  );
}

export function useRevokeGatewayKey() {
  return useAdminMutation(KEYS.gateways, ({ gateway, reason }: Omit<GatewayAsked, 'dialect'>) =>
    callApi('POST', apiPath`/gateways/${gateway}/revoke`, { reason }),
  );
}

export function usePlaceSim() {
  return useAdminMutation(KEYS.gateways, ({ gateway, ...body }: PlacedSim) =>
    callApi<object | WaitingChange>('POST', apiPath`/gateways/${gateway}/sims`, body),
  );
}

interface GatewayAsked {
  readonly gateway: string;
  readonly dialect: Gateway['dialect'];
  readonly reason: string;
}

interface PlacedSim {
  readonly gateway: string;
  readonly sim: string;
  readonly operator: string;
  readonly line: string;
  readonly is_only: boolean;
  readonly reason: string;
}

export function useIssueKey() {
  return useAdminMutation(KEYS.applications, (application: string) =>
    callApi<IssuedKey>('POST', apiPath`/keys`, { application }),
  );
}

export function useRotateSecret() {
  return useAdminMutation(KEYS.applications, (body: SecretAsked) =>
    callApi<{ readonly webhook_secret: string } | WaitingChange>(
      'POST',
      apiPath`/webhook-secrets`,
      body,
    ),
  );
}

interface SecretAsked {
  readonly application: string;
  readonly overlap_hours: number;
  readonly reason: string;
}

export function useRevokeKey() {
  return useAdminMutation(
    KEYS.applications,
    ({ prefix, reason }: { readonly prefix: string; readonly reason: string }) =>
      callApi('POST', apiPath`/keys/${prefix}/revoke`, { reason }),
  );
}

export function useVouchForKey() {
  return useAdminMutation(
    KEYS.applications,
    ({ prefix, reason }: { readonly prefix: string; readonly reason: string }) =>
      callApi('POST', apiPath`/keys/${prefix}/vouch`, { reason }),
  );
}

export interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export function useAddStaff() {
  return useAdminMutation(KEYS.staff, (person: NewStaff) =>
    callApi<{
      readonly staff: StaffMember;
      readonly one_time_password: string;
      readonly waiting?: WaitingChange;
    }>('POST', apiPath`/staff`, person),
  );
}

export interface StaffChange {
  readonly id: string;
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly reason: string;
}

export function useChangeStaff() {
  return useAdminMutation(KEYS.staff, ({ id, ...body }: StaffChange) =>
    callApi<StaffMember | WaitingChange>('PATCH', apiPath`/staff/${id}`, body),
  );
}

export function useVouchForStaff() {
  return useAdminMutation(
    KEYS.staff,
    ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      callApi('POST', apiPath`/staff/${id}/vouch`, { reason }),
  );
}

export type Reset = 'password' | 'factors' | 'sessions';

export function useResetStaff() {
  return useAdminMutation(
    KEYS.staff,
    ({ id, ...body }: { readonly id: string; readonly what: Reset; readonly reason: string }) =>
      callApi<{ readonly one_time_password: string | null }>(
        'POST',
        apiPath`/staff/${id}/reset`,
        body,
      ),
  );
}

function useAdminMutation<Input, Output>(
  queryKey: readonly string[],
  mutationFn: (input: Input) => Promise<Output>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // The screen shows the new data before it says that the change was made.
    onSettled: async () => {
      // It says whether changes take two people.
      void client.invalidateQueries({ queryKey: KEYS.session });
      void client.invalidateQueries({ queryKey: KEYS.audit });
      void client.invalidateQueries({ queryKey: KEYS.changes });
      await client.invalidateQueries({ queryKey });
    },
  });
}

/** What trusting this balance of a line would do now; not asked before one is typed. */
export function useLinePreview(
  line: string,
  {
    balanceCents,
    minutesAgo,
  }: { readonly balanceCents: number | null; readonly minutesAgo: number },
) {
  return useQuery({
    queryKey: [...KEYS.lines, line, 'foreseen', balanceCents, minutesAgo],
    queryFn: () =>
      callApi<LinePreviewAnswer>(
        'GET',
        withQuery(apiPath`/lines/${line}/foresee`, {
          balance_cents: balanceCents,
          minutes_ago: minutesAgo,
        }),
      ),
    enabled: balanceCents !== null,
    // The preview of an earlier balance is no answer to this one.
    gcTime: 0,
    refetchInterval: PREVIEW_EVERY_MS,
  });
}
