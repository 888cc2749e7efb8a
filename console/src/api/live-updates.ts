import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState } from 'react';
import { KEYS } from './keys.ts';

export type LiveStatus = 'live' | 'connecting' | 'paused';

// Under load the service reports hundreds of changes a second; a person can follow at most four.
const GATHER_MS = 250;
const RECONNECT_MS = 2_000;
// An open page must not keep a session alive while nobody sits in front of it.
const PAUSE_AFTER_MS = 5 * 60_000;
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Keeps the screen up to date while a person is there. The service reports changes of the queues
 * and decisions; everything else is loaded again from time to time by `usePolling`.
 */
export function useLiveUpdates(): LiveStatus {
  const client = useQueryClient();
  const isPresent = usePresence();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isPresent) return;
    const stop = listen(client, setOpen);
    return () => {
      stop();
      setOpen(false);
    };
  }, [client, isPresent]);
  if (!isPresent) return 'paused';
  return isOpen ? 'live' : 'connecting';
}

/** Whether somebody is there, for whatever asks again by itself. */
export const PresenceContext = createContext(true);

/** How often to load again what the service does not report; never while nobody is there. */
export function usePolling(everyMs: number): number | false {
  return useContext(PresenceContext) ? everyMs : false;
}

function listen(client: QueryClient, onOpen: (isOpen: boolean) => void): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let wasOpen = false;
  const gather = gatherChanges(client);
  const connect = () => {
    source = new EventSource('/internal/v1/events');
    source.addEventListener('open', () => {
      onOpen(true);
      // Changes while the connection was closed were not reported.
      if (wasOpen) void client.invalidateQueries();
      wasOpen = true;
    });
    source.addEventListener('change', (event) => gather.add(parseChange(event.data)));
    source.addEventListener('error', () => {
      onOpen(false);
      // After an answer that is no stream, such as 401 or 503, a browser does not try again.
      if (source?.readyState !== EventSource.CLOSED) return;
      void client.invalidateQueries({ queryKey: KEYS.session });
      timer = setTimeout(connect, RECONNECT_MS);
    });
  };
  connect();
  return () => {
    source?.close();
    if (timer !== null) clearTimeout(timer);
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

/** The first change is passed on at once, those that follow together every GATHER_MS. */
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
  if (queues.has('unmatched_receipts')) refetch(KEYS.receipts);
  if (queues.has('contradictions')) refetch(KEYS.contradictions);
  if (queues.has('changes')) refetch(KEYS.changes);
  if (queues.has('sms_to_look_at')) refetch(KEYS.sms);
  if (queues.has('undelivered_webhooks')) refetch(KEYS.webhooks);
}

/** Whether a person has used this page lately; it is true again from the next input. */
function usePresence(): boolean {
  const client = useQueryClient();
  const [isPresent, setPresent] = useState(true);
  useEffect(() => {
    let timer = setTimeout(leave, PAUSE_AFTER_MS);
    let isAway = false;
    function leave() {
      isAway = true;
      setPresent(false);
    }
    const touch = () => {
      clearTimeout(timer);
      timer = setTimeout(leave, PAUSE_AFTER_MS);
      if (!isAway) return;
      isAway = false;
      setPresent(true);
      void client.invalidateQueries();
    };
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, touch, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, touch);
    };
  }, [client]);
  return isPresent;
}
