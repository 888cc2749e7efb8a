import { onlineManager, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi, openEvents, REACHED, UNREACHED } from './client.ts';
import { KEYS } from './keys.ts';
import { apiPath } from './path.ts';

export type LiveStatus =
  | { readonly kind: 'live' }
  | { readonly kind: 'connecting' }
  /** What is on the screen is as old as this. */
  | { readonly kind: 'lost'; readonly since: number };

// Under load the service reports hundreds of changes a second; a person can follow at most four.
const GATHER_MS = 250;
/** From one try to the next, each twice as long: a thousand open screens must not storm back. */
const RECONNECT_MS = { first: 1_000, most: 30_000 } as const;
// The service sends a beat every 3 seconds: after two that did not come, nothing is certain.
const SILENCE_MS = 7_000;
const LOOK_EVERY_MS = 500;

/**
 * Keeps the screen up to date. The service reports changes of the queues and decisions, and beats
 * in between; an open connection alone proves nothing, since a frozen service keeps it open.
 */
export function useLiveUpdates(): LiveStatus {
  const client = useQueryClient();
  const [status, setStatus] = useState<LiveStatus>({ kind: 'connecting' });
  useEffect(() => listen(client, setStatus), [client]);
  return status;
}

function listen(client: QueryClient, onStatus: (status: LiveStatus) => void): () => void {
  let source: EventSource | null = null;
  let triedAt = 0;
  /** Since the last beat: a connection that opens and ends at once is no success. */
  let tries = 0;
  const { seenAt, record, lose, doubt, trust } = keepStatus(client, onStatus);
  const gather = gatherChanges(client);
  const connect = () => {
    source?.close();
    triedAt = Date.now();
    tries += 1;
    source = openEvents(apiPath`/events`);
    source.addEventListener('open', record);
    source.addEventListener('beat', () => {
      tries = 0;
      record();
    });
    source.addEventListener('change', (event) => {
      record();
      gather.add(parseChange(event.data));
    });
    source.addEventListener('error', () => {
      lose();
      // After an answer that is no stream, such as 401 or 503, the browser has given up.
      const isRefused = source?.readyState === EventSource.CLOSED;
      // A browser tries again every few seconds for ever.
      source?.close();
      if (isRefused) void client.invalidateQueries({ queryKey: KEYS.session });
    });
  };
  const check = () => {
    const now = Date.now();
    if (source?.readyState !== EventSource.CLOSED) {
      if (now - Math.max(seenAt() ?? 0, triedAt) <= SILENCE_MS) return;
      lose();
      source?.close();
    }
    if (now - triedAt > waitAfter(tries)) connect();
  };
  const checkAtOnce = () => {
    tries = 0;
    check();
  };
  connect();
  const timer = setInterval(check, LOOK_EVERY_MS);
  const ended = new AbortController();
  const { signal } = ended;
  // A machine that slept, or a tab whose timers the browser slowed down, checks at once.
  document.addEventListener('visibilitychange', checkAtOnce, { signal });
  addEventListener('focus', checkAtOnce, { signal });
  // The silence that follows would be noticed only after SILENCE_MS. A service on this machine or
  // in this network still beats without the world outside, and is up to date again by its beat.
  addEventListener('offline', lose, { signal });
  addEventListener(UNREACHED, doubt, { signal });
  addEventListener(REACHED, trust, { signal });
  addEventListener('online', checkAtOnce, { signal });
  return () => {
    source?.close();
    clearInterval(timer);
    ended.abort();
    onlineManager.setOnline(true);
    gather.stop();
  };
}

/** When the service was last seen, and what follows for the screen. */
function keepStatus(client: QueryClient, onStatus: (status: LiveStatus) => void) {
  let seenAt: number | null = null;
  const startedAt = Date.now();
  let isLost = false;
  /** The last request reached nothing, though the open stream may still beat. */
  let isDoubted = false;
  const record = () => {
    // Changes during the silence were not reported.
    if (isLost) void client.invalidateQueries();
    isLost = false;
    onlineManager.setOnline(true);
    seenAt = Date.now();
    if (isDoubted) probe(client);
    else onStatus({ kind: 'live' });
  };
  const lose = () => {
    const isConnecting = seenAt === null && Date.now() - startedAt < SILENCE_MS;
    if (isLost || isConnecting) return;
    isLost = true;
    onlineManager.setOnline(false);
    onStatus({ kind: 'lost', since: seenAt ?? startedAt });
  };
  const doubt = () => {
    if (seenAt === null || isDoubted) return;
    isDoubted = true;
    if (!isLost) onStatus({ kind: 'lost', since: seenAt });
  };
  // One request that reached nothing is no gap in the changes: only what failed is read again.
  const trust = () => {
    if (!isDoubted) return;
    isDoubted = false;
    if (isLost) return;
    onStatus({ kind: 'live' });
    void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  };
  return { seenAt: () => seenAt, record, lose, doubt, trust };
}

/** One small request, which says whether requests reach the service again. */
function probe(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: KEYS.session });
}

function waitAfter(tries: number): number {
  return Math.min(RECONNECT_MS.first * 2 ** Math.max(tries - 1, 0), RECONNECT_MS.most);
}

interface Change {
  readonly queues: readonly string[];
  readonly transaction_ids: readonly string[];
}

function parseChange(text: unknown): Change {
  const change = JSON.parse(String(text)) as Partial<Change>;
  return { queues: change.queues ?? [], transaction_ids: change.transaction_ids ?? [] };
}

/** The first change is passed on at once, those that follow in one go every GATHER_MS. */
function gatherChanges(client: QueryClient) {
  let waiting: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const pass = () => {
    timer = null;
    if (waiting.length === 0) return;
    const changes = waiting;
    waiting = [];
    refetchChanged(client, changes);
    timer = setTimeout(pass, GATHER_MS);
  };
  return {
    add: (change: Change) => {
      waiting.push(change);
      if (timer === null) pass();
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

function refetchChanged(client: QueryClient, changes: readonly Change[]): void {
  const queues = new Set(changes.flatMap((change) => change.queues));
  const ids = new Set(changes.flatMap((change) => change.transaction_ids));
  const refetch = (queryKey: readonly string[]) => void client.invalidateQueries({ queryKey });
  refetch(KEYS.overview);
  if (ids.size > 0 || queues.has('approvals') || queues.has('held')) refetch(KEYS.transactions);
  for (const id of ids) refetch([...KEYS.transaction, id]);
  if (ids.size > 0) refetch(KEYS.player);
  if (ids.size > 0) refetch(KEYS.links);
  if (queues.has('unmatched_receipts')) refetch(KEYS.receipts);
  if (queues.has('contradictions')) refetch(KEYS.contradictions);
  if (queues.has('statement_differences')) refetch(KEYS.finance);
  if (queues.has('changes')) refetch(KEYS.changes);
  if (queues.has('sms_to_look_at')) refetch(KEYS.sms);
  if (queues.has('undelivered_webhooks')) refetch(KEYS.webhooks);
}

const PRESENCE_EVERY_MS = 5_000;

/** Reports that this person has a transaction open, and reads who else has. */
export function useColleagues(id: string): readonly string[] {
  const query = useQuery({
    queryKey: [...KEYS.looks, id],
    queryFn: () =>
      callApi<{ readonly colleagues: readonly string[] }>(
        'POST',
        apiPath`/transactions/${id}/look`,
      ),
    refetchInterval: PRESENCE_EVERY_MS,
    gcTime: 0,
  });
  return query.data?.colleagues ?? [];
}
