import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi, openEvents, UNREACHED } from './client.ts';
import { KEYS } from './keys.ts';
import { apiPath } from './path.ts';

export type LiveStatus =
  | { readonly kind: 'live' }
  | { readonly kind: 'connecting' }
  /** What is on the screen is as old as this. */
  | { readonly kind: 'lost'; readonly since: number };

// Under load the service reports hundreds of changes a second; a person can follow at most four.
const GATHER_MS = 250;
const RECONNECT_MS = 2_000;
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
  let seenAt: number | null = null;
  const startedAt = Date.now();
  let isLost = false;
  const gather = gatherChanges(client);
  const record = () => {
    // Changes during the silence were not reported.
    if (isLost) void client.invalidateQueries();
    isLost = false;
    seenAt = Date.now();
    onStatus({ kind: 'live' });
  };
  const lose = () => {
    const isConnecting = seenAt === null && Date.now() - startedAt < SILENCE_MS;
    if (isLost || isConnecting) return;
    isLost = true;
    onStatus({ kind: 'lost', since: seenAt ?? startedAt });
  };
  // One request that reached nothing is no gap in the changes: the next beat takes it back.
  const doubt = () => {
    if (seenAt !== null) onStatus({ kind: 'lost', since: seenAt });
  };
  const connect = () => {
    source?.close();
    triedAt = Date.now();
    source = openEvents(apiPath`/events`);
    source.addEventListener('open', record);
    source.addEventListener('beat', record);
    source.addEventListener('change', (event) => {
      record();
      gather.add(parseChange(event.data));
    });
    source.addEventListener('error', () => {
      lose();
      // After an answer that is no stream, such as 401 or 503, a browser does not try again.
      if (source?.readyState !== EventSource.CLOSED) return;
      void client.invalidateQueries({ queryKey: KEYS.session });
    });
  };
  const check = () => {
    const now = Date.now();
    if (now - Math.max(seenAt ?? 0, triedAt) > SILENCE_MS) {
      lose();
      connect();
    } else if (source?.readyState === EventSource.CLOSED && now - triedAt > RECONNECT_MS) {
      connect();
    }
  };
  connect();
  const timer = setInterval(check, LOOK_EVERY_MS);
  const ended = new AbortController();
  const { signal } = ended;
  // A machine that slept, or a tab whose timers the browser slowed down, checks at once.
  document.addEventListener('visibilitychange', check, { signal });
  addEventListener('focus', check, { signal });
  // The silence that follows would be noticed only after SILENCE_MS. A service on this machine or
  // in this network still beats without the world outside, and is up to date again by its beat.
  addEventListener('offline', lose, { signal });
  addEventListener(UNREACHED, doubt, { signal });
  addEventListener('online', connect, { signal });
  return () => {
    source?.close();
    clearInterval(timer);
    ended.abort();
    gather.stop();
  };
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
