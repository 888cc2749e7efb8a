import type { TInteger } from 'typebox';
import { type RefusedValue, refuseValue, type ValueCheck } from './issue.ts';
import { countOption } from './schema-options.ts';

/** An integer in a JSON body. `100.0` is one; a text or `true` is not. */
export function compileInteger(schema: TInteger): ValueCheck {
  const bounds = boundsOf(schema);
  return (raw) => {
    if (typeof raw !== 'number') return refuseType(raw);
    if (!Number.isFinite(raw)) {
      return refuseValue({
        type: 'finite_number',
        msg: 'Input should be a finite number',
        input: raw,
      });
    }
    if (!Number.isInteger(raw)) {
      return refuseValue({
        type: 'int_from_float',
        msg: 'Input should be a valid integer, got a number with a fractional part',
        input: raw,
      });
    }
    return within(bounds, { number: raw, input: raw });
  };
}

/** An integer in a query or path, parsed from text by Pydantic's rule. */
export function compileIntegerText(schema: TInteger): ValueCheck {
  const bounds = boundsOf(schema);
  return (raw) => {
    if (typeof raw !== 'string') return refuseType(raw);
    const [, sign, digits] = INTEGER_TEXT.exec(raw) ?? [];
    if (sign === undefined || digits === undefined) {
      return refuseValue({
        type: 'int_parsing',
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        input: raw,
      });
    }
    const significant = digits.replaceAll('_', '').replace(LEADING_ZEROS, '');
    const length = significant.length + (sign === '-' ? 1 : 0);
    if (length > LONGEST_INTEGER_TEXT) {
      return refuseValue({
        type: 'int_parsing_size',
        msg: 'Unable to parse input string as an integer, exceeded maximum size',
        input: raw,
      });
    }
    const magnitude = Number(significant);
    return within(bounds, { number: sign === '-' ? 0 - magnitude : magnitude, input: raw });
  };
}

/** A sign, digits in groups, zeros as a fraction, white space around: all that Pydantic accepts. */
const INTEGER_TEXT = /^\p{White_Space}*([+-]?)(\d+(?:_\d+)*)(?:\.0+)?\p{White_Space}*$/u;
const LEADING_ZEROS = /^0+/;
const LONGEST_INTEGER_TEXT = 4300;

export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** Beyond the safe integers the parsed number would differ from the sent one, so it is refused. */
function boundsOf(schema: TInteger): Bounds {
  return {
    minimum: countOption(schema, 'minimum') ?? Number.MIN_SAFE_INTEGER,
    maximum: countOption(schema, 'maximum') ?? Number.MAX_SAFE_INTEGER,
  };
}

export function within(
  { minimum, maximum }: Bounds,
  { number, input }: { readonly number: number; readonly input: unknown },
): number | RefusedValue {
  if (number < minimum) {
    return refuseValue({
      type: 'greater_than_equal',
      msg: `Input should be greater than or equal to ${minimum}`,
      input,
      ctx: { ge: minimum },
    });
  }
  if (number > maximum) {
    return refuseValue({
      type: 'less_than_equal',
      msg: `Input should be less than or equal to ${maximum}`,
      input,
      ctx: { le: maximum },
    });
  }
  return number;
}

function refuseType(input: unknown): RefusedValue {
  return refuseValue({ type: 'int_type', msg: 'Input should be a valid integer', input });
}
