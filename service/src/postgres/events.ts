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
