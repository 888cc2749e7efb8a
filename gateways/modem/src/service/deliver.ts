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

/** A text at which the service fails for longer no longer delays the next ones. */
const PATIENCE_MS = 10 * 60_000;

/** Hands over the waiting texts, in order for each SIM. */
export function createDelivery({ inbox, service, log, stopping }: DeliverDeps) {
  let failingSince: ReadonlyMap<string, number> = new Map();

  async function handOver(text: Text): Promise<Posted> {
    const { sim, sender, text: content, receivedAt } = text;
    const fields = { type: 'sms', sim, sender, text: content, received_at: receivedAt };
    const posted = await post(service, fields, stopping);
    if (posted.kind === 'away') log('service_away', { problem: posted.problem });
    if (posted.kind === 'failed') log('text_failed', { sim });
    if (posted.kind === 'refused') log('text_refused', { sim, status: posted.status });
    if (posted.kind === 'taken' || posted.kind === 'refused') {
      await inbox.finish(text.ids, posted.kind);
    }
    return posted;
  }

  /** Returns whether nothing is left to hand over now. */
  return async (nowMs: number): Promise<boolean> => {
    const stuck = new Set<string>();
    const failing = new Map<string, number>();
    for (const text of inbox.waiting(nowMs)) {
      if (stuck.has(text.sim)) continue;
      const name = text.ids.join(' ');
      const { kind } = await handOver(text);
      // However long the service is away, no text overtakes another.
      if (kind === 'away') return false;
      if (kind !== 'failed') continue;
      const since = failingSince.get(name) ?? nowMs;
      failing.set(name, since);
      if (nowMs - since < PATIENCE_MS) stuck.add(text.sim);
    }
    failingSince = failing;
    return failing.size === 0;
  };
}
