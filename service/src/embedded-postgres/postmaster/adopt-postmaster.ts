import { setTimeout as delay } from 'node:timers/promises';
import { type Patience, tooLate } from './patience.ts';
import { findPostmaster } from './pid-file.ts';
import { openPresence, type Presence } from './presence.ts';

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  readonly presence: Presence;
}

/** `stalePid` is a process in a left-over pid file that is not a server of this cluster. */
export type Adoption =
  | { readonly kind: 'adopted'; readonly server: RunningServer }
  | { readonly kind: 'nobody'; readonly stalePid: number | null };

const POLL_MS = 5;

/** Uses the server that runs on the cluster, and waits for one that is starting or stopping. */
export async function adoptPostmaster(cluster: string, patience: Patience): Promise<Adoption> {
  for (;;) {
    const found = await findPostmaster(cluster);
    if (found.kind === 'none') return { kind: 'nobody', stalePid: null };
    if (found.kind === 'stale') return { kind: 'nobody', stalePid: found.pid };
    const { pid, port, socketFolder, status } = found;
    if (status === 'ready' && port !== null && socketFolder !== null) {
      const presence = await openPresence({ socketFolder, port });
      if (presence?.dataFolder === cluster) {
        return { kind: 'adopted', server: { pid, port, socketFolder, presence } };
      }
      if (presence !== null) {
        presence.close();
        return { kind: 'nobody', stalePid: pid };
      }
    }
    if (patience.isOver()) {
      throw tooLate(
        `The server with process id ${pid} runs on ${cluster} and takes no connections ` +
          `(${status ?? 'no state'}). If it is stuck, run kill -INT ${pid} and start again.`,
      );
    }
    await delay(POLL_MS);
  }
}
