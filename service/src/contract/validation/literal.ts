import { assert } from '../../domain/assert.ts';
import { refuseValue, type ValueCheck } from './issue.ts';
import { refuseIllFormed } from './string.ts';

/** Compiles a choice between texts. Anything else is a literal_error, whatever its type. */
export function compileLiteral(
  choices: readonly unknown[],
  told: readonly unknown[] = choices,
): ValueCheck {
  const texts: ReadonlySet<unknown> = new Set(choices);
  assert(
    choices.every((choice) => typeof choice === 'string'),
    'a literal is a text',
  );
  const expected = inWords(told.map(String));
  return (raw) => {
    if (typeof raw === 'string') {
      if (texts.has(raw)) return raw;
      if (!raw.isWellFormed()) return refuseIllFormed(raw);
    }
    return refuseValue({
      type: 'literal_error',
      msg: `Input should be ${expected}`,
      input: raw,
      ctx: { expected },
    });
  };
}

/** `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`. */
function inWords(texts: readonly string[]): string {
  const quoted = texts.map((text) => `'${text}'`);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.slice(-1).join('')}`;
}
