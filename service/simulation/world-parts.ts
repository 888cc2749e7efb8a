import type { Decided } from '../src/flows/decisions/decision.ts';
import type { Line } from './outside/line.ts';
import type { VirtualOperator } from './outside/operator.ts';
import type { Receivers } from './outside/receivers.ts';
import type { VirtualProcess } from './process.ts';
import type { Dice } from './seeded.ts';

// The parts of the world, for actors and the judge.

/** An outsider who does one thing after the other. */
export interface Actor {
  readonly name: string;
  /** How often it acts. */
  readonly weight: number;
  /** Whether it still reports what happened when the others have fallen silent. */
  readonly isReporter?: true;
  /** Does the next thing, by this turn's dice, or returns `null` if there is none now. */
  readonly act: (dice: Dice) => Promise<unknown> | null;
}

/** The processes of the service, everything around them, and the time. */
export interface World {
  readonly seed: number;
  readonly operator: VirtualOperator;
  readonly receivers: Receivers;
  readonly line: Line;
  readonly asked: Asked[];
  readonly decisions: StaffDecision[];
  /** Transactions whose event staff have sent again. */
  readonly sentAgain: Set<string>;
  readonly faults: Set<string>;
  /** What was done, in order: nearly always the same for the same seed. */
  readonly history: string[];
  /** Past turns that can be left out. */
  readonly taken: string[];
  readonly complaints: string[];
  readonly pickProcess: (dice: Dice) => VirtualProcess | null;
  /** A process's answer, or `null` if it died first or could not reach the database. */
  readonly answerOf: <T>(process: VirtualProcess, work: () => Promise<T>) => Promise<T | null>;
  readonly report: (complaint: string) => void;
  readonly isCalm: () => boolean;
  /** Ends all faults. */
  readonly calmDown: () => void;
  /** Stops the actors but those who report: the service only finishes its work. */
  readonly fallSilent: () => void;
  readonly step: () => Promise<void>;
  /** Reports the processes' own errors. */
  readonly finish: () => void;
}

/** A platform's request and its answer. */
export interface Asked {
  readonly direction: 'deposit' | 'withdrawal';
  readonly operator: 'mtn' | 'orange';
  readonly reference: string;
  readonly playerId: string;
  readonly msisdn: string;
  readonly amountXaf: number;
  /** The deposit that it gives back. */
  readonly refundOf: string | null;
  /** A forger asks for it. */
  readonly isNeverPaid: boolean;
  /** The id in the answer, or `null` before the first one; it asks again. */
  id: string | null;
  isUnderWay: boolean;
  isGivenUp: boolean;
}

/** A person's decision and its answer. */
export interface StaffDecision {
  readonly staffId: string;
  readonly id: string;
  readonly trigger: string;
  /** `null` if they got no answer. */
  answer: Decided['kind'] | null;
}
