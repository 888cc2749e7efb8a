import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ifThere } from '../file-system.ts';
import { SERVER_ENVIRONMENT, serverArguments } from '../server-options.ts';
import { removeSocketFolder } from '../socket-folder.ts';
import type { RunningServer } from './adopt-postmaster.ts';
import { openPresence, type Patience, readPidFile, tooLate } from './presence.ts';
import type { ServerUser } from './run-as.ts';

const MAX_LOG_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 4096;
const TAIL_LINES = 10;

interface ServerLog {
  readonly handle: FileHandle;
  /** The last lines written since the log was opened. */
  tail(): Promise<string>;
  close(): Promise<void>;
}

/** Opens the server's log for appending. We hand the open file over, so any user may write it. */
export async function openServerLog(path: string): Promise<ServerLog> {
  const size = (await ifThere(stat(path)))?.size ?? 0;
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  const handle = await open(path, 'a+', 0o600);
  const start = (await handle.stat()).size;
  return {
    handle,
    tail: async () => await readTail(handle, start),
    close: async () => await handle.close(),
  };
}

async function readTail(handle: FileHandle, start: number): Promise<string> {
  const end = (await handle.stat()).size;
  const from = Math.max(start, end - TAIL_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, from);
  const lines = buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n');
  return lines.slice(-TAIL_LINES).join('\n');
}

/** `blocked`: something is left of the previous server; a retry makes sense. */
export type StartResult =
  | { readonly kind: 'running'; readonly server: RunningServer }
  | { readonly kind: 'blocked'; readonly lastOutput: string };

export interface StartOptions {
  readonly program: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly user: ServerUser | null;
  readonly stalePid: number | null;
  readonly logFile: string;
  readonly patience: Patience;
}

/** Starts a server that continues after this process, and waits until it accepts connections. */
export async function startPostmaster(options: StartOptions): Promise<StartResult> {
  const log = await openServerLog(options.logFile);
  try {
    return await waitUntilReady(spawnServer(options, log), options, log);
  } finally {
    await log.close();
  }
}

interface SpawnedServer {
  readonly child: ChildProcess;
  /** How the process ended, or `null` while it runs. */
  ending(): string | null;
}

function spawnServer(options: StartOptions, log: ServerLog): SpawnedServer {
  const { user, stalePid } = options;
  // PostgreSQL refuses to start while the process named in a left-over pid file lives, except for
  // this one. That is safer than removing the file, which also guards against running backends.
  const grandparent = stalePid === null ? {} : { PG_GRANDPARENT_PID: String(stalePid) };
  const child = spawn(options.program, serverArguments(options), {
    cwd: '/',
    detached: true,
    env: { ...SERVER_ENVIRONMENT, ...grandparent },
    stdio: ['ignore', log.handle.fd, log.handle.fd],
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  });
  let ending: string | null = null;
  child.once('error', (error) => {
    ending = error.message;
  });
  child.once('exit', (code, signal) => {
    ending = `exit ${code ?? signal}`;
  });
  child.unref();
  return { child, ending: () => ending };
}

const POLL_MS = 5;

async function waitUntilReady(
  spawned: SpawnedServer,
  options: StartOptions,
  log: ServerLog,
): Promise<StartResult> {
  const { cluster, socketFolder, logFile } = options;
  for (;;) {
    const ending = spawned.ending();
    if (ending !== null) return await explainEnding(ending, await log.tail(), options);
    const pidFile = await readPidFile(cluster);
    if (pidFile?.pid === spawned.child.pid && pidFile?.status === 'ready') {
      const { pid, port } = pidFile;
      const presence = port === null ? null : await openPresence({ socketFolder, port });
      if (port !== null && presence !== null) {
        return { kind: 'running', server: { pid, port, socketFolder, presence } };
      }
    }
    if (options.patience.isOver()) {
      throw tooLate(
        `It may still be recovering: try again. ${quoteLog(await log.tail(), logFile)}`,
      );
    }
    await delay(POLL_MS);
  }
}

/** A killed server leaves a zombie or its backends behind for a moment. */
const REMAINS = /lock file .* already exists|pre-existing shared memory block|already in use/;

async function explainEnding(
  ending: string,
  lastOutput: string,
  { socketFolder, logFile }: StartOptions,
): Promise<StartResult> {
  if (REMAINS.test(lastOutput)) return { kind: 'blocked', lastOutput };
  await removeSocketFolder(socketFolder);
  throw new Error(
    `The local PostgreSQL did not start (${ending}). Mend what its log says and start again, or ` +
      `set DATABASE_URL to use another PostgreSQL. ${quoteLog(lastOutput, logFile)}`,
  );
}

function quoteLog(lastOutput: string, logFile: string): string {
  return `The end of ${logFile}:\n${lastOutput}`;
}
