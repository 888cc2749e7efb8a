import { hash } from 'node:crypto';
import type { Transaction } from '../../domain/transactions/transaction.ts';

/**
 * Our reference at the operator, from what makes a transaction the same one. If a platform creates
 * a withdrawal again after the database was restored to a moment before the first time, it gets the
 * same reference, and an operator that stores references pays it only once. It has the form of a
 * version 4 UUID, because MTN takes nothing else.
 */
export function operatorReferenceOf(
  transaction: Pick<Transaction, 'applicationId' | 'playerId' | 'direction' | 'reference'>,
): string {
  const { applicationId, playerId, direction, reference } = transaction;
  const hex = hash('sha256', JSON.stringify([applicationId, playerId, direction, reference]));
  // The variant digit is one of 8, 9, a and b: two of its bits are free.
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
