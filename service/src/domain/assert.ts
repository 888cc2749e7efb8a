/** Stops at once when something impossible has happened: the program is wrong, not its input. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Impossible: ${message}`);
}

/** Makes a `switch` over a union complete: a forgotten case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`Impossible: unexpected value ${JSON.stringify(value)}`);
}
