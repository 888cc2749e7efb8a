import type { Decided } from '../src/flows/decisions/decision.ts';
import type { Line } from './outside/line.ts';
import type { VirtualOperator } from './outside/operator.ts';
import type { Receivers } from './outside/receivers.ts';
import type { VirtualProcess } from './process.ts';
import type { Dice } from './seeded.ts';

// What the world consists of, for those who act in it and those who judge it.

/** Somebody outside who does one thing after the other. */
export interface Actor {
  readonly name: string;
  /** How often it is chosen. */
  readonly weight: number;
  /** Does the next thing, as the dice of this turn say; null: there is nothing to do now. */
  readonly act: (dice: Dice) => Promise<unknown> | null;
}

/** Everything there is: the processes of the service, all that surrounds them, and the time. */
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
  /** What was done, in order: two runs of one seed have the same. */
  readonly history: string[];
  /** The turns that were taken and can be left out. */
  readonly taken: string[];
  readonly complaints: string[];
  readonly pickProcess: (dice: Dice) => VirtualProcess | null;
  /** What a process answers; null: it died before, or could not reach the database. */
  readonly answerOf: <T>(process: VirtualProcess, work: () => Promise<T>) => Promise<T | null>;
  readonly report: (complaint: string) => void;
  readonly isCalm: () => boolean;
  /** From here on nothing goes wrong any more. */
  readonly calmDown: () => void;
  /** From here on nobody outside begins anything: the service finishes what it has. */
  readonly fallSilent: () => void;
  readonly step: () => Promise<void>;
  /** Reports what the processes found wrong with themselves. */
  readonly finish: () => void;
}

/** What a platform asked for, and was told. */
export interface Asked {
  readonly direction: 'deposit' | 'withdrawal';
  readonly operator: 'mtn' | 'orange';
  readonly reference: string;
  readonly playerId: string;
  readonly msisdn: string;
  readonly amountXaf: number;
  /** The id that it was told; null: it has no answer yet, and asks again. */
  id: string | null;
  isUnderWay: boolean;
  isGivenUp: boolean;
}

/** What a person decided, and was told. */
export interface StaffDecision {
  readonly staffId: string;
  readonly id: string;
  readonly trigger: string;
  /** Null: nobody told them whether it was done. */
  answer: Decided['kind'] | null;
}
