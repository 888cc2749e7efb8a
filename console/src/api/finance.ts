import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError, callApi } from './client.ts';
import { KEYS } from './keys.ts';
import { apiPath, withQuery } from './path.ts';
import type {
  ApplicationMoneys,
  Closings,
  DayReport,
  ImportedStatement,
  KeptMapping,
  MoneyByDay,
  ReportAccounts,
  StatementDifference,
  StatementLook,
  StatementPage,
  WaitingChange,
  Wallets,
} from './types.ts';

const EVERY_MS = 15_000;

export function walletsOptions() {
  return queryOptions({
    queryKey: [...KEYS.finance, 'wallets'],
    queryFn: () => callApi<Wallets>('GET', apiPath`/wallets`),
    refetchInterval: EVERY_MS,
  });
}

export function useWallets() {
  return useQuery(walletsOptions());
}

export function moneyByDayOptions() {
  return queryOptions({
    queryKey: [...KEYS.finance, 'days'],
    queryFn: () => callApi<MoneyByDay>('GET', apiPath`/wallets/days`),
    refetchInterval: EVERY_MS,
  });
}

export function useMoneyByDay() {
  return useQuery(moneyByDayOptions());
}

export function differencesOptions() {
  return queryOptions({
    queryKey: [...KEYS.finance, 'differences'],
    queryFn: () =>
      callApi<{ readonly items: readonly StatementDifference[] }>('GET', apiPath`/differences`),
    refetchInterval: EVERY_MS,
  });
}

export function useDifferences() {
  return useQuery(differencesOptions());
}

export function closingsOptions() {
  return queryOptions({
    queryKey: [...KEYS.finance, 'closings'],
    queryFn: () => callApi<Closings>('GET', apiPath`/closings`),
  });
}

export function useClosings() {
  return useQuery(closingsOptions());
}

export function useDayReport(day: string) {
  return useQuery({
    queryKey: [...KEYS.finance, 'day', day],
    queryFn: () => callApi<DayReport>('GET', apiPath`/closings/${day}`),
  });
}

export function statementsOptions() {
  return queryOptions({
    queryKey: [...KEYS.finance, 'statements'],
    queryFn: () =>
      callApi<{ readonly items: readonly ImportedStatement[] }>('GET', apiPath`/statements`),
  });
}

export function useStatements() {
  return useQuery(statementsOptions());
}

/** The lines of a statement as they were imported. */
export function useStatementLines({ id, only }: StatementLines) {
  return useInfiniteQuery({
    queryKey: [...KEYS.finance, 'statement', id, only],
    queryFn: ({ pageParam: cursor }) =>
      callApi<StatementPage>(
        'GET',
        withQuery(apiPath`/statements/${id}/lines`, { only, cursor, limit: LINES_PER_PAGE }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

const LINES_PER_PAGE = 100;

interface StatementLines {
  readonly id: string;
  readonly only: 'differences' | undefined;
}

/** What a mapping, or without one the proposal, makes of an uploaded file. */
export function useLook({ uploadId, mapping }: LookedWith) {
  return useQuery({
    queryKey: ['look', uploadId, mapping],
    queryFn: () =>
      callApi<StatementLook>(
        'POST',
        apiPath`/statements/uploads/${uploadId}/look`,
        mapping === null ? {} : { mapping },
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // The service reads one file at a time.
    retry: (tries, error) => tries < MAX_TRIES && isBusy(error),
    retryDelay: RETRY_MS,
  });
}

const MAX_TRIES = 30;
const RETRY_MS = 1_000;

function isBusy(error: Error): boolean {
  return error instanceof ApiError && error.refusal.code === 'statements_busy';
}

interface LookedWith {
  readonly uploadId: string;
  /** As JSON. */
  readonly mapping: string | null;
}

export interface MappingToKeep {
  readonly name: string;
  /** As JSON. */
  readonly mapping: string;
  readonly reason: string;
}

export function useKeepMapping(uploadId: string) {
  return useFinanceMutation(({ reason, ...said }: MappingToKeep) =>
    callApi<KeptMapping | WaitingChange>('POST', apiPath`/statements/uploads/${uploadId}/mapping`, {
      ...said,
      ...(reason === '' ? {} : { reason }),
    }),
  );
}

export function reportAccountsOptions() {
  return queryOptions({
    queryKey: [...KEYS.finance, 'report-accounts'],
    queryFn: () => callApi<ReportAccounts>('GET', apiPath`/reports/accounts`),
  });
}

export function useReportAccounts() {
  return useQuery(reportAccountsOptions());
}

type Answer = { readonly done: boolean } | WaitingChange;

export function useActOnDifference() {
  return useFinanceMutation(
    ({
      id,
      act,
      ...said
    }: {
      readonly id: string;
      readonly act: DifferenceAct;
      readonly reason: string;
      readonly expects_fees?: boolean;
    }) => callApi<Answer>('POST', apiPath`/differences/${id}/${act}`, said),
  );
}

/** What is done about a difference with nothing but a reason. */
export type DifferenceAct = 'record' | 'explain' | 'ask-provider';

export interface Correction {
  readonly account: string;
  readonly change_xaf: number;
  readonly difference_id: string;
  readonly evidence: string;
  readonly reason: string;
}

export function useCorrect() {
  return useFinanceMutation((correction: Correction) =>
    callApi<Answer>('POST', apiPath`/adjustments`, correction),
  );
}

export function applicationMoneyOptions() {
  return queryOptions({
    queryKey: [...KEYS.finance, 'applications'],
    queryFn: () => callApi<ApplicationMoneys>('GET', apiPath`/application-money`),
    refetchInterval: EVERY_MS,
  });
}

export function useApplicationMoney() {
  return useQuery(applicationMoneyOptions());
}

interface OfApplication {
  readonly name: string;
  readonly reason: string;
}

export function useSetCredit() {
  return useFinanceMutation(
    ({ name, ...said }: OfApplication & { readonly credit_xaf: number | null }) =>
      callApi<Answer>('PUT', apiPath`/application-money/${name}/credit`, said),
  );
}

interface Settlement extends OfApplication {
  readonly amount_xaf: number;
  readonly reference: string;
  readonly paid_to: string;
}

export function useSettle() {
  return useFinanceMutation(({ name, ...said }: Settlement) =>
    callApi<Answer>('POST', apiPath`/application-money/${name}/settlements`, said),
  );
}

interface SettlementPayout extends OfApplication {
  readonly amount_xaf: number;
  readonly reference: string;
  readonly msisdn: string;
}

export function usePaySettlement() {
  return useFinanceMutation(({ name, ...said }: SettlementPayout) =>
    callApi<{ readonly withdrawal_id: string }>(
      'POST',
      apiPath`/application-money/${name}/settlement-payouts`,
      said,
    ),
  );
}

export function useCloseDays() {
  return useFinanceMutation(() =>
    callApi<{ readonly closed: readonly string[] }>('POST', apiPath`/closings`, {}),
  );
}

/** The screen shows what came of it before it says so. */
export function useFinanceMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: async () => {
      void client.invalidateQueries({ queryKey: KEYS.changes });
      void client.invalidateQueries({ queryKey: KEYS.audit });
      await client.invalidateQueries({ queryKey: KEYS.finance });
    },
  });
}
