import { Socket } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { errorCode, readFileIfThere } from '../file-system.ts';
import { DATABASE, SUPERUSER } from '../server-options.ts';
import { isServerOf } from './process-state.ts';

/**
 * One idle connection that shows that the server is in use. A pool closes idle connections, and
 * without this one another process that stops would stop the server while this service is quiet. It
 * also shows at once that the server died.
 */
export interface Presence {
  readonly client: Client;
  /** The data folder of the server that answered. */
  readonly dataFolder: string;
  readonly ended: Promise<void>;
  isOpen(): boolean;
  /** From now on the connection keeps the process alive. It does not before. */
  keepProcessAlive(): void;
  /** Closes at once. An orderly close would wait endlessly for a server that is frozen. */
  close(): void;
}

const CONNECT_TIMEOUT_MS = 2_000;
/** Long enough to make a database on a slow disk, short enough for a shutdown. */
const QUERY_TIMEOUT_MS = 10_000;

/** Connects, or returns `null` when the server does not take connections (yet, or any more). */
export async function openPresence(address: {
  readonly socketFolder: string;
  readonly port: number;
}): Promise<Presence | null> {
  const socket = new Socket();
  const client = new Client({
    host: address.socketFolder,
    port: address.port,
    user: SUPERUSER,
    // Not the service's own database: an idle connection to it would block its use as a template.
    database: 'postgres',
    application_name: 'momo presence',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    stream: () => socket,
  });
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  let open = true;
  const noteEnd = (): void => {
    open = false;
  };
  client.on('error', noteEnd);
  client.once('end', noteEnd);
  try {
    await client.connect();
    const dataFolder = await readDataFolder(client);
    socket.unref();
    return {
      client,
      dataFolder,
      ended,
      isOpen: () => open,
      keepProcessAlive: () => void socket.ref(),
      close: () => void socket.destroy(),
    };
  } catch (error) {
    socket.destroy();
    if (isWorthAnotherTry(error)) return null;
    throw error;
  }
}

async function readDataFolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  return rows[0]?.data_directory ?? '';
}

const SOCKET_ERRORS = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EACCES']);
/** Starting or stopping, crashed, shut down by an administrator, too many connections. */
const PASSING_STATES = new Set(['57P03', '57P02', '57P01', '53300']);

function isWorthAnotherTry(error: unknown): boolean {
  const code = errorCode(error);
  // The driver's own errors, a timeout or a connection that ended, have no code.
  return code === null || SOCKET_ERRORS.has(code) || PASSING_STATES.has(code);
}

/** Makes the service's database when it is missing; another process may do so at the same time. */
export async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
    DATABASE,
  ]);
  if (rowCount !== 0) return;
  try {
    await client.query(`create database ${DATABASE}`);
  } catch (error) {
    const alreadyThere = ['42P04', '23505'];
    if (!alreadyThere.includes(errorCode(error) ?? '')) throw error;
  }
}

/** How long a start may wait, and how it is cancelled. */
export interface Patience {
  /** Whether the time is over. Throws when the start was cancelled. */
  isOver(): boolean;
}

const START_TIMEOUT_MS = 30_000;

export function newPatience(signal?: AbortSignal): Patience {
  const until = performance.now() + START_TIMEOUT_MS;
  return {
    isOver() {
      signal?.throwIfAborted();
      return performance.now() >= until;
    },
  };
}

export function tooLate(why: string): Error {
  return new Error(`The local PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s. ${why}`);
}

/** What `postmaster.pid` and the process table together say about a cluster. */
type FoundPostmaster =
  | { readonly kind: 'none' }
  | { readonly kind: 'stale'; readonly pid: number }
  | ({ readonly kind: 'living' } & PidFile);

/** The file grows while the server starts, so everything after the pid may still be missing. */
export interface PidFile {
  readonly pid: number;
  readonly port: number | null;
  readonly socketFolder: string | null;
  readonly status: 'starting' | 'stopping' | 'ready' | null;
}

export async function findPostmaster(cluster: string): Promise<FoundPostmaster> {
  const pidFile = await readPidFile(cluster);
  if (pidFile === null) return { kind: 'none' };
  const isLiving = await isServerOf(pidFile.pid, cluster);
  return isLiving ? { kind: 'living', ...pidFile } : { kind: 'stale', pid: pidFile.pid };
}

export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFileIfThere(join(cluster, 'postmaster.pid'));
  return text === null ? null : parsePidFile(text);
}

/** Lines: pid, data folder, start time, port, socket folder, address, shared memory, status. */
export function parsePidFile(text: string): PidFile | null {
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim());
  if (pid === undefined || !/^[1-9]\d*$/.test(pid)) return null;
  return {
    pid: Number(pid),
    port: port !== undefined && /^\d+$/.test(port) ? Number(port) : null,
    socketFolder: socketFolder === undefined || socketFolder === '' ? null : socketFolder,
    status: status === 'starting' || status === 'stopping' || status === 'ready' ? status : null,
  };
}
