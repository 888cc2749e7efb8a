import { hash } from 'node:crypto';
import type { Queryable } from '../../db/client.ts';
import { insertEvidence } from '../../db/provider-requests/evidence.ts';
import { hastenRequest } from '../../db/provider-requests/request-schedule.ts';

export interface ProviderCallback {
  readonly reference: string;
  readonly secret: string;
  readonly method: string;
  /** The beginning of the raw body. */
  readonly body: string;
}

/**
 * Takes a provider's callback. Callbacks are not signed, so nothing is believed: it is stored as
 * evidence and the provider is asked at once. `false` if the address is not ours.
 */
export async function receiveProviderCallback(
  {
    database,
    strangers,
    onHint,
  }: {
    readonly database: Queryable;
    /** Until the secret of the address is known to be right. */
    readonly strangers: Queryable;
    readonly onHint: () => void;
  },
  { reference, secret, method, body }: ProviderCallback,
): Promise<boolean> {
  const secretHash = hash('sha256', secret, 'hex');
  const found = await hastenRequest(strangers, { reference, secretHash });
  if (found === null) return false;
  await insertEvidence(database, [
    {
      ...found,
      kind: 'callback',
      request: `${method} callback`,
      status: null,
      answer: body.replaceAll(secret, '***'),
      error: null,
      latencyMs: null,
    },
  ]);
  onHint();
  return true;
}
