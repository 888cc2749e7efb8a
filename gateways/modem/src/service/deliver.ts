import type { Inbox } from '../inbox/inbox.ts';
import type { Text } from '../inbox/join-parts.ts';
import type { Log } from '../log.ts';
import { type Posted, post, type ServiceAddress } from './post.ts';

export interface DeliverDeps {
  readonly inbox: Inbox;
  readonly service: ServiceAddress;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/** A text that the service fails at for longer no longer keeps those behind it waiting. */
const PATIENCE_MS = 10 * 60_000;

/** Hands over what waits, in order for each SIM; texts of different SIMs do not wait for each other. */
export function createDelivery({ inbox, service, log, stopping }: DeliverDeps) {
  const failingSince = new Map<string, number>();

  async function handOver(text: Text, nowMs: number): Promise<Posted> {
    const { sim, sender, text: words, receivedAt } = text;
    const fields = { type: 'sms', sim, sender, text: words, received_at: receivedAt };
    const posted = await post(service, fields, stopping);
    const key = text.ids.join(' ');
    if (posted.kind === 'not_now') {
      log('text_waits', { sim, problem: posted.problem });
      if (!failingSince.has(key)) failingSince.set(key, nowMs);
      return posted;
    }
    failingSince.delete(key);
    if (posted.kind === 'refused') log('text_refused', { sim, status: posted.status });
    await inbox.finish(text.ids, posted.kind);
    return posted;
  }

  /** Tells whether nothing is left that could be handed over now. */
  return async (nowMs: number): Promise<boolean> => {
    const stuck = new Set<string>();
    for (const text of inbox.waiting(nowMs)) {
      if (stopping.aborted) break;
      if (stuck.has(text.sim)) continue;
      const since = failingSince.get(text.ids.join(' ')) ?? nowMs;
      const { kind } = await handOver(text, nowMs);
      if (kind === 'not_now' && nowMs - since < PATIENCE_MS) stuck.add(text.sim);
    }
    return stuck.size === 0;
  };
}
