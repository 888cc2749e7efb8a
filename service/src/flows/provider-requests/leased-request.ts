import type { Database } from '../../db/client.ts';
import type { SentPayout } from '../../db/provider-requests/lost-sends.ts';
import type { ClaimedRequest } from '../../db/provider-requests/provider-requests.ts';
import type { SealRow } from '../../domain/seals/seal.ts';
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
  /** The address where providers reach us, or `null` if they cannot and we only ask them. */
  readonly callbackBase: string | null;
  readonly onQueued: OnWebhooksQueued;
  readonly policy: PolicySource;
  readonly sent: SentPayouts;
  /** Seals new transactions. */
  readonly seal: SealRow;
}

/**
 * The payouts that this machine has sent, kept outside the database: after a restore they show what
 * the database has forgotten.
 */
export interface SentPayouts {
  /** It is on disk when this resolves; if it rejects, nothing may be sent. */
  readonly note: (send: SentPayout) => Promise<void>;
  /** It was certainly not taken. Recorded here before it is in the database. */
  readonly markNotSent: (reference: string) => Promise<void>;
  /** The references of the last ones that this process sent and did not mark as not sent. */
  readonly recent: () => readonly string[];
  /** Those not marked as not sent, as far as they are kept. */
  readonly list: () => Promise<readonly SentPayout[]>;
  /** Rejects if nothing can be written there. */
  readonly prepare: () => Promise<void>;
}

/** A provider request whose next step is ours until `leaseEndsAt` (`performance.now()`). */
export interface LeasedRequest extends ClaimedRequest {
  readonly leaseEndsAt: number;
}

/** Longer than preparing, sending and recording take in sum. */
export const LEASE_MS = 40_000;
