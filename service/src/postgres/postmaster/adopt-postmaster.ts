import { lstat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ifThere } from '../file-system.ts';
import { socketOf } from '../socket-folder.ts';
import {
  findPostmaster,
  openPresence,
  type Patience,
  type PidFile,
  type Presence,
  tooLate,
} from './presence.ts';

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
    if (patience.isOver()) throw tooLate(await explainSilence(cluster, found));
    await delay(POLL_MS);
  }
}

async function explainSilence(cluster: string, pidFile: PidFile): Promise<string> {
  const { pid, socketFolder, status } = pidFile;
  const server = `The server with process id ${pid} runs on ${cluster}`;
  const socket = socketFolder === null ? null : socketOf(socketFolder);
  if (status === 'ready' && socket !== null && (await ifThere(lstat(socket))) === null) {
    return (
      `${server}, but its socket ${socket} is not seen from here: the process that started it has a /tmp of ` +
      'its own, as units of systemd do. Leave it running. When its service is restarted, with a ' +
      'DATA_DIR whose path is short, the socket is beside the data, where both see it.'
    );
  }
  return (
    `${server} and takes no connections (${status ?? 'no state'}). If it is stuck, run ` +
    `kill -INT ${pid} and start again.`
  );
}
