import type { Database } from '../../db/client.ts';
import type { ClaimedSubmission } from '../../db/submissions/submissions.ts';
import type { CatalogueSource } from '../providers/catalogue.ts';
import type { Connectors } from '../providers/connectors.ts';
import type { Ledger } from '../transactions/ledger.ts';
import type { OnWebhooksQueued } from '../transactions/record-transition.ts';

/** What the flows that call providers need. */
export interface SubmissionDeps {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'find' | 'record'>;
  readonly catalogue: CatalogueSource;
  readonly connectors: Connectors;
  /** The address where providers reach us; null: they cannot, and we only ask them. */
  readonly callbackBase: string | null;
  readonly onQueued: OnWebhooksQueued;
}

/** A submission whose next step is ours until `leaseEndsAt` on the clock of `performance.now()`. */
export interface LeasedSubmission extends ClaimedSubmission {
  readonly leaseEndsAt: number;
}

/** Longer than preparing, sending and recording together. */
export const LEASE_MS = 40_000;
