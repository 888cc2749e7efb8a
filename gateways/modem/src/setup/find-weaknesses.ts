import type { Scenario } from '../scenario/scenario.ts';
import type { Finding } from './finding.ts';

/** What a scenario that can be used does not compare. */
export function findWeaknesses({ id, action, feeAtMost, steps }: Scenario): readonly Finding[] {
  const readsFee = steps.some(({ expect }) => expect.every(({ fields }) => fields.includes('fee')));
  const found: Finding[] = [];
  if (action === 'transfer' && feeAtMost === null) {
    const remedy = 'say how large a fee may be, such as "fee_at_most": "2%"';
    found.push({ what: `${id} has no fee_at_most`, remedy });
  }
  if (feeAtMost !== null && !readsFee) {
    const what = `${id} has fee_at_most, and no step reads a {fee} that it could be compared with`;
    found.push({ what, remedy: 'write {fee} into each form of the screen that shows the fee' });
  }
  return found;
}
