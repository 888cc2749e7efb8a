import { Socket } from 'node:net';
import { Client } from 'pg';
import { errorCode } from '../file-system.ts';
import { DATABASE, SUPERUSER } from '../server-options.ts';

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

/** Connects, or returns null when the server does not take connections (yet, or any more). */
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
