import type { Pattern } from '../scenario/pattern.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Finding } from './finding.ts';

/** Words of a screen that may be about the PIN; patterns have no accents. */
const ABOUT_PIN = /\bpin\b|code secret|secret code|mot de passe|password/i;

/** What a scenario that can be used does not compare, or may take for something else. */
export function findWeaknesses(scenario: Scenario): readonly Finding[] {
  return [...findUncompared(scenario), ...findWrongPins(scenario)];
}

function findUncompared({ id, action, feeAtMost, steps }: Scenario): readonly Finding[] {
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

/** After `refused` a PIN counts as right, and is said again: a wrong one until the wallet blocks. */
function findWrongPins({ id, outcomes }: Scenario): readonly Finding[] {
  return outcomes
    .filter(({ means, expect }) => means === 'refused' && expect.some(isAboutPin))
    .map(() => ({
      what: `${id} has an outcome about the PIN that means refused, after which the PIN is said again`,
      remedy: 'write "means": "pin_refused" if the screen says that the PIN is wrong',
    }));
}

function isAboutPin({ pieces }: Pattern): boolean {
  return pieces.some((piece) => 'text' in piece && ABOUT_PIN.test(piece.text));
}
