import type { CollectionMode } from '../payment-kinds.ts';
import type { OperatorTexts } from './operator-texts.ts';

/**
 * Everything that differs between operators. The operator's folder also has its logo (`<name>.svg`)
 * and its texts (`sms-templates.json`).
 */
export interface OperatorFacts {
  /** Used in requests and answers, in the tables, and as the name of its folder. */
  readonly name: string;
  /** Its product, as platforms and players see it. */
  readonly displayName: string;
  /** A short name, for staff. */
  readonly words: { readonly en: string; readonly fr: string };
  /** The colours of its mark in the console: six hexadecimal digits each. */
  readonly colours: { readonly ground: string; readonly ink: string };
  /** National, without the country code; a deployment may replace them by a setting. */
  readonly prefixes: readonly string[];
  /** A number with one of these prefixes, for trying the sandbox. */
  readonly sampleNumber: string;
  readonly ids: IdShape;
  /** How texts to our lines are written in the sandbox, where there is no operator. */
  readonly texts: OperatorTexts;
  /** Words that only its texts from other countries contain. */
  readonly foreignMarks: readonly string[];
  /** Its simulated provider; the name of the second one, the backup, is made from this name. */
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
   * The kinds that ids can name: how a kind is written, and the same in words for authors of
   * templates. `null` if an id does not name its kind.
   */
  readonly kinds: {
    readonly form: RegExp;
    readonly description: string;
  } | null;
  /** What an id consists of, for authors of templates. */
  readonly description: string;
  /** An id without a fixed length may have been split by a space before its last digits. */
  readonly hasFixedLength: boolean;
  /** Nothing else looks like it, so an id is recognised anywhere, even without a label. */
  readonly isUnmistakable: boolean;
}
