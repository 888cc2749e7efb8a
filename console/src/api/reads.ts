import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi, searchApi } from './client.ts';
import { KEYS } from './keys.ts';
import { apiPath, withQuery } from './path.ts';
import type {
  Alerts,
  AuditKind,
  AuditPage,
  ContradictionPage,
  DetailAnswer,
  Direction,
  Figures,
  Found,
  Numbers,
  Operator,
  OverpaymentPage,
  Overview,
  Player,
  ReceiptPage,
  ReceiptRow,
  ReceiptWithCandidates,
  Senders,
  SimLine,
  SmsPage,
  SmsState,
  State,
  Totals,
  TransactionDetail,
  TransactionPage,
} from './types.ts';

const FIRST_PAGE: string | null = null;
const pageOf = (cursor: string | null) => (cursor === null ? {} : { cursor });
const LISTS_EVERY_MS = 4_000;
const FIGURES_EVERY_MS = 10_000;
const SENDING_EVERY_MS = 700;
const WATCHED_MS = 60_000;

export function useOverview() {
  return useQuery({
    queryKey: KEYS.overview,
    queryFn: () => callApi<Overview>('GET', apiPath`/overview`),
    refetchInterval: FIGURES_EVERY_MS,
  });
}

export const FIGURE_RANGES = ['24h', '7d', '30d', '90d'] as const;
export type FigureRange = (typeof FIGURE_RANGES)[number];

export function useFigures(range: FigureRange) {
  return useQuery({
    queryKey: [...KEYS.figures, range],
    queryFn: () => callApi<Figures>('GET', withQuery(apiPath`/figures`, { range })),
    refetchInterval: FIGURES_EVERY_MS,
    placeholderData: keepPreviousData,
  });
}

export interface TransactionFilters {
  readonly direction?: Direction | undefined;
  readonly state?: State | undefined;
  readonly operator?: Operator | undefined;
  readonly q?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly order?: TransactionOrder | undefined;
  readonly under_way?: 'true' | undefined;
}

/** The lists of transactions that are screens of their own. */
export const QUEUES = {
  approvals: { state: 'pending_approval', order: 'oldest' },
  held: { state: 'requires_manual_resolution', order: 'oldest' },
  underWay: { under_way: 'true', order: 'oldest' },
} as const satisfies Record<string, TransactionFilters>;

export type TransactionOrder = 'newest' | 'oldest' | 'largest' | 'smallest';

export function transactionsOptions(filters: TransactionFilters) {
  return infiniteQueryOptions({
    queryKey: [...KEYS.transactions, filters],
    queryFn: ({ pageParam }) =>
      searchApi<TransactionPage>(apiPath`/transactions`, {
        ...filters,
        ...pageOf(pageParam),
        limit: 50,
      }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: LISTS_EVERY_MS,
  });
}

export function useTransactions(filters: TransactionFilters) {
  return useInfiniteQuery(transactionsOptions(filters));
}

export function useTotals(filters: TransactionFilters) {
  return useQuery({
    queryKey: [...KEYS.transactions, 'totals', filters],
    queryFn: () => searchApi<Totals>(apiPath`/transactions/totals`, filters),
    refetchInterval: FIGURES_EVERY_MS,
  });
}

export function transactionOptions(id: string) {
  return queryOptions({
    queryKey: [...KEYS.transaction, id],
    queryFn: () => callApi<DetailAnswer>('GET', apiPath`/transactions/${id}`),
  });
}

export function useTransaction(id: string | null) {
  return useQuery({
    ...transactionOptions(id ?? ''),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isBeingSent(data.transaction) ? SENDING_EVERY_MS : LISTS_EVERY_MS,
  });
}

/** It is mostly paid within moments of the approval, and the person who approved waits for it. */
function isBeingSent({ state, state_updated_at: since }: TransactionDetail): boolean {
  const isUnderWay = state === 'approved' || state === 'provider_submitted';
  return isUnderWay && Date.now() - Date.parse(since) < WATCHED_MS;
}

/** At most this many rows are read ahead, and shown for this long. */
const AHEAD = 20;
const AHEAD_LASTS_MS = 60_000;

/**
 * The first of these transactions, one read after the other: their signs belong into the list, and
 * each opens at once.
 */
export function useDetailsAhead(
  rows: readonly { readonly id: string }[],
): ReadonlyMap<string, DetailAnswer> {
  const ids = rows.slice(0, AHEAD).map(({ id }) => id);
  const [reached, setReached] = useState(0);
  const answers = useQueries({
    queries: ids.map((id, index) => ({
      ...transactionOptions(id),
      staleTime: AHEAD_LASTS_MS,
      enabled: index <= reached,
      retry: false,
    })),
  });
  const next = answers.findIndex(({ isPending }) => isPending);
  useEffect(() => setReached(next < 0 ? AHEAD : next), [next]);
  return new Map(
    answers.flatMap(({ data }) => (data === undefined ? [] : [[data.transaction.id, data]])),
  );
}

/** The present transaction, not what was loaded before: for showing who was faster. */
export function useFreshTransaction() {
  const client = useQueryClient();
  return (id: string) => client.fetchQuery({ ...transactionOptions(id), staleTime: 0 });
}

export function playerOptions(playerId: string) {
  return queryOptions({
    queryKey: [...KEYS.player, playerId],
    queryFn: () => callApi<Player>('GET', apiPath`/players/${playerId}`),
  });
}

export function usePlayer(playerId: string | null) {
  return useQuery({ ...playerOptions(playerId ?? ''), enabled: playerId !== null });
}

export function receiptsOptions() {
  return infiniteQueryOptions({
    queryKey: KEYS.receipts,
    queryFn: ({ pageParam }) =>
      callApi<ReceiptPage>('GET', withQuery(apiPath`/receipts`, { cursor: pageParam, limit: 50 })),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
  });
}

export function useReceipts() {
  return useInfiniteQuery(receiptsOptions());
}

/** What was paid above the amount of deposits and is owed to payers. */
export function overpaymentsOptions() {
  return infiniteQueryOptions({
    queryKey: [...KEYS.receipts, 'overpaid'],
    queryFn: ({ pageParam }) =>
      callApi<OverpaymentPage>('GET', withQuery(apiPath`/overpayments`, { cursor: pageParam })),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: FIGURES_EVERY_MS,
  });
}

export function useOverpayments() {
  return useInfiniteQuery(overpaymentsOptions());
}

/** One payment that is not in the list: on another page, used or dismissed. */
export function useReceipt(id: string | null) {
  return useQuery({
    queryKey: [...KEYS.receipts, 'one', id],
    queryFn: () => callApi<ReceiptWithCandidates>('GET', apiPath`/receipts/${id ?? ''}`),
    enabled: id !== null,
  });
}

/** Payments from a number or with an operator's id, in any state. */
export function useFoundReceipts(q: string | undefined) {
  return useQuery({
    queryKey: [...KEYS.receipts, 'found', q],
    queryFn: () =>
      callApi<{ readonly items: readonly ReceiptRow[] }>('POST', apiPath`/receipts/search`, { q }),
    enabled: q !== undefined,
  });
}

/** What a search as one types finds. What was typed may be a number, and is not kept. */
export function useFound(q: string | null) {
  return useQuery({
    queryKey: ['found', q],
    queryFn: () => callApi<Found>('POST', apiPath`/search`, { q }),
    enabled: q !== null,
    gcTime: 0,
    retry: false,
  });
}

/** What the pager was woken for. */
export function alertsOptions() {
  return queryOptions({
    queryKey: KEYS.alerts,
    queryFn: () => callApi<Alerts>('GET', apiPath`/alerts`),
    refetchInterval: FIGURES_EVERY_MS,
  });
}

export function useAlerts() {
  return useQuery(alertsOptions());
}

/** Our SIM lines, whole, since there are few of them. */
export function linesOptions() {
  return queryOptions({
    queryKey: KEYS.lines,
    queryFn: () => callApi<{ readonly items: readonly SimLine[] }>('GET', apiPath`/lines`),
    refetchInterval: FIGURES_EVERY_MS,
  });
}

export function useLines() {
  return useQuery(linesOptions());
}

interface SmsWanted {
  readonly state: SmsState | undefined;
  /** Only this text. */
  readonly id: string | undefined;
}

export function smsOptions({ state, id }: SmsWanted) {
  return infiniteQueryOptions({
    queryKey: [...KEYS.sms, state, id],
    queryFn: ({ pageParam }) =>
      callApi<SmsPage>(
        'GET',
        withQuery(apiPath`/sms`, { state, id, cursor: pageParam, limit: 50 }),
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: LISTS_EVERY_MS,
  });
}

export function useSms(wanted: SmsWanted) {
  return useInfiniteQuery(smsOptions(wanted));
}

/** What changes within weeks need not be asked for every few seconds. */
export function useNumbers() {
  return useQuery({
    queryKey: [...KEYS.providers, 'numbers'],
    queryFn: () => callApi<Numbers>('GET', apiPath`/numbers`),
  });
}

export function useSenders() {
  return useQuery({
    queryKey: [...KEYS.sms, 'senders'],
    queryFn: () => callApi<Senders>('GET', apiPath`/senders`),
    refetchInterval: LISTS_EVERY_MS,
  });
}

export function contradictionsOptions(state: 'open' | 'any') {
  return infiniteQueryOptions({
    queryKey: [...KEYS.contradictions, state],
    queryFn: ({ pageParam }) =>
      callApi<ContradictionPage>(
        'GET',
        withQuery(apiPath`/contradictions`, { state, cursor: pageParam, limit: 50 }),
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: LISTS_EVERY_MS,
  });
}

export function useContradictions(state: 'open' | 'any') {
  return useInfiniteQuery(contradictionsOptions(state));
}

export interface AuditFilters {
  readonly q?: string | undefined;
  readonly person?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function auditOptions(filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: [...KEYS.audit, filters],
    queryFn: ({ pageParam }) =>
      searchApi<AuditPage>(apiPath`/audit`, { ...filters, ...pageOf(pageParam) }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

export function useAudit(filters: AuditFilters) {
  return useInfiniteQuery(auditOptions(filters));
}
