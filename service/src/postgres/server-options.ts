export const SUPERUSER = 'momo';
export const DATABASE = 'momo';
export const PORT = 5432;

/** The server gets none of our environment: it may hold secrets, and a locale changes messages. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' } as const;

/** The command line of the server; later settings win over earlier ones. */
export function serverArguments(options: {
  readonly cluster: string;
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
}): readonly string[] {
  const settings = {
    ...DEFAULT_SETTINGS,
    ...options.settings,
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: options.socketFolder,
  };
  return [
    '-D',
    options.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

const DEFAULT_SETTINGS = {
  unix_socket_permissions: '0700',
  log_line_prefix: '%m [%p] ',
  // The details of an error and the failing query can hold a phone number. The client still gets
  // them; the log does not.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  // Writes to the indexes by number and player are scattered. What is in memory need not be read:
  // with a million payments 512 MB gave five percent more creates than 256. It is used as the data
  // grows, not at the start. Fewer checkpoints mean that fewer whole pages go to the log.
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  // After a crash every file is synced before anything else. One call for the whole file system
  // brought a killed server back in 0.3 s where a call per file took 0.5 to 3 s.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
};

/** Facts about the local server, for the log. They carry no data of the database. */
export type EmbeddedPostgresEvent =
  | { readonly kind: 'initialised'; readonly dataFolder: string; readonly durationMs: number }
  | { readonly kind: 'data_placed_elsewhere'; readonly dataFolder: string }
  | { readonly kind: 'leftover_removed'; readonly folder: string }
  | { readonly kind: 'binaries_copied'; readonly folder: string }
  | { readonly kind: 'started'; readonly pid: number; readonly durationMs: number }
  | { readonly kind: 'adopted'; readonly pid: number; readonly durationMs: number }
  | { readonly kind: 'died'; readonly pid: number }
  | { readonly kind: 'restarted'; readonly pid: number; readonly durationMs: number }
  | { readonly kind: 'reconnected'; readonly pid: number; readonly durationMs: number }
  | { readonly kind: 'restart_failed'; readonly message: string }
  | { readonly kind: 'stopped'; readonly pid: number }
  | { readonly kind: 'left_running'; readonly pid: number };

export type ReportEvent = (event: EmbeddedPostgresEvent) => void;
