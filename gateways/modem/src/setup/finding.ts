export interface Finding {
  readonly what: string;
  /** What a person should do, or `null` if it works. */
  readonly remedy: string | null;
}

/** Reports a finding; returns whether it works. */
export type Say = (what: string, remedy?: string | null) => boolean;
