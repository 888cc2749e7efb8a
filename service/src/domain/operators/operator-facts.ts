import type { CollectionMode } from '../payment-kinds.ts';

/**
 * All that is different from one operator to the next. Beside these facts the operator's folder
 * has its logo (`<name>.svg`) and its texts (`sms-templates.json`).
 */
export interface OperatorFacts {
  /** On the wire, in the tables, and the name of its folder. */
  readonly name: string;
  /** Its product, as platforms and players see it. */
  readonly displayName: string;
  /** Short, for staff. */
  readonly words: { readonly en: string; readonly fr: string };
  /** Of its mark in the console: six hexadecimal digits each. */
  readonly colours: { readonly ground: string; readonly ink: string };
  /** National, without the country code; a deployment may replace them by a setting. */
  readonly prefixes: readonly string[];
  /** A number of these prefixes, for whoever tries the sandbox. */
  readonly sampleNumber: string;
  readonly ids: IdShape;
  /** What only its texts of other countries contain. */
  readonly foreignMarks: readonly string[];
  /** Its simulated provider; a second one, the backup, is made of the name. */
  readonly sandbox: { readonly providerId: string; readonly collectionMode: CollectionMode };
}

/** How the operator writes the ids of its transactions. An id of another form is not its id. */
export interface IdShape {
  /**
   * The whole id. Its groups `year` (two digits), `month`, `day`, `hour` and `minute`, all or none,
   * are the operator's time, and `kind` is the kind of the transaction.
   */
  readonly form: RegExp;
  /**
   * The kinds that ids tell: how one is written, the same in words for whoever writes a template,
   * and those of money that arrives. Null: an id does not tell its kind.
   */
  readonly kinds: {
    readonly form: RegExp;
    readonly description: string;
    readonly received: readonly string[];
  } | null;
  /** What an id is made of, for whoever writes a template. */
  readonly description: string;
  /** An id of no fixed length may have been broken in two by a space before its last digits. */
  readonly hasFixedLength: boolean;
  /** Nothing else looks like it, so that an id counts wherever it stands, even without a label. */
  readonly isUnmistakable: boolean;
}
