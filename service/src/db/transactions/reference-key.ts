import { hash } from 'node:crypto';
import type { Direction } from '../../domain/payment-kinds.ts';

/** What makes a request the same one as before. */
export interface ReferenceKey {
  readonly applicationId: string;
  readonly playerId: string;
  readonly direction: Direction;
  readonly reference: string;
}

/** In 16 bytes, as the database's own function `reference_key` has it. */
export function referenceKey({
  applicationId,
  playerId,
  direction,
  reference,
}: ReferenceKey): string {
  return halfKey(reference) + halfKey(`${applicationId}${playerId}${direction} ${reference}`);
}

function halfKey(value: string): string {
  return hash('sha256', value, 'hex').slice(0, 16);
}
