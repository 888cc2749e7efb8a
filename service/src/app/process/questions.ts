import type { Connection } from '../../db/client.ts';
import type { Allotment, Demand } from '../../domain/access/request-rate.ts';
import type { ThrottleName } from '../../flows/access/limits/throttle.ts';
import type { Config } from '../../settings/config.ts';
import type { ProcessFigures } from './figures.ts';

/** What a parent asks its children. A `type`, so that it fits the link's table. */
export type ChildQuestions = {
  /** Serve from now on; answered when it is ready for connections. */
  readonly begin: { readonly reported: Beginning; readonly answer: Begun };
  /** Serve the connection sent along; answers whether it does. */
  readonly connection: { readonly reported: null; readonly answer: boolean };
  /** Serve for `drainMs` more and finish what is under way; answers with its last figures. */
  readonly stop: { readonly reported: Stopping; readonly answer: ProcessFigures };
  /** Whether it is there. */
  readonly pulse: { readonly reported: null; readonly answer: null };
  /** What it has counted and measured until now. */
  readonly figures: { readonly reported: null; readonly answer: ProcessFigures };
};

export interface Beginning {
  /** Which of the processes this one is, from 1; its replacement has the same number. */
  readonly number: number;
  readonly held: HeldSettings;
  /** How to reach the embedded server that the parent runs; `null` if DATABASE_URL is set. */
  readonly embedded: Connection | null;
}

/**
 * Settings that the parent uses itself: they stay as they were at its start, whatever a later
 * process reads.
 */
export type HeldSettings = Pick<Config, (typeof HELD)[number]>;

export const HELD = [
  'environment',
  'role',
  'processes',
  'host',
  'port',
  'databaseUrl',
  'dataDir',
  'secretsKey',
  'otherSecretsKeys',
] as const satisfies readonly (keyof Config)[];

export type Begun =
  | { readonly kind: 'serving' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface Stopping {
  readonly drainMs: number;
  /** The whole service stops; otherwise another process has replaced this one. */
  readonly isWhole: boolean;
}

/** What a child asks its parent. */
export type ParentQuestions = {
  /** What all of them have counted and measured, as text. */
  readonly figuresOfAll: { readonly reported: null; readonly answer: string };
  readonly takeRequests: { readonly reported: Demand; readonly answer: Allotment };
  readonly takeAttempt: { readonly reported: Throttled; readonly answer: number };
  readonly waitSeconds: { readonly reported: Throttled; readonly answer: number };
  readonly forgive: { readonly reported: Throttled; readonly answer: null };
};

interface Throttled {
  readonly name: ThrottleName;
  readonly key: string;
}
