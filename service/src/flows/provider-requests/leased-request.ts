import type { Database } from '../../db/client.ts';
import type { SentPayout } from '../../db/provider-requests/lost-sends.ts';
import type { ClaimedRequest } from '../../db/provider-requests/provider-requests.ts';
import type { PolicySource } from '../access/policy.ts';
import type { CatalogueSource } from '../providers/catalogue.ts';
import type { Connectors } from '../providers/connectors.ts';
import type { Ledger } from '../transactions/ledger.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';

/** What the flows that call providers need. */
export interface ProviderRequestDeps {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'find' | 'record'>;
  readonly catalogue: CatalogueSource;
  readonly connectors: Connectors;
  /** The address where providers reach us; null: they cannot, and we only ask them. */
  readonly callbackBase: string | null;
  readonly onQueued: OnWebhooksQueued;
  readonly policy: PolicySource;
  readonly sent: SentPayouts;
}

/**
 * The payouts that this machine has sent, kept outside the database: after a restore they say what
 * the database has forgotten.
 */
export interface SentPayouts {
  /** It is on disk when this resolves; when it rejects, nothing may be sent. */
  readonly note: (send: SentPayout) => Promise<void>;
  /** It was certainly not taken. Said before the database is told so. */
  readonly markNotSent: (reference: string) => Promise<void>;
  /** The references of the last ones of this process that were not taken back. */
  readonly recent: () => readonly string[];
  /** Those that were not taken back, as far as they are kept. */
  readonly list: () => Promise<readonly SentPayout[]>;
  /** Rejects when nothing could be written there. */
  readonly prepare: () => Promise<void>;
}

/** A submission whose next step is ours until `leaseEndsAt` on the clock of `performance.now()`. */
export interface LeasedRequest extends ClaimedRequest {
  readonly leaseEndsAt: number;
}

/** Longer than preparing, sending and recording together. */
export const LEASE_MS = 40_000;
