import { type Static, type TSchema, Type } from 'typebox';

/**
 * Declares a field that a caller may leave out and that always has a value once parsed. So the
 * documentation calls it optional, while the type of the parsed value does not.
 */
export function withDefault<S extends TSchema>(schema: S, value: Static<S>): S {
  const optional: unknown = Object.assign(Type.Optional(schema), { default: value });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeBox cannot express it
  return optional as S;
}
