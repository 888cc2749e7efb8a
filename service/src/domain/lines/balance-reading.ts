/** What a balance that was read says about the texts of its line, by their ids. */
export interface BalanceReading {
  /** It was read after these came, and no money that came and left again explains it. */
  readonly proven: ReadonlySet<string>;
  /** The chain has these before the balance, so it says what the word of a person said. */
  readonly confirmed: ReadonlySet<string>;
}

/** A text that connects to a chain is no reading: it says nothing about those before it. */
export const NOTHING_READ: BalanceReading = { proven: new Set(), confirmed: new Set() };
