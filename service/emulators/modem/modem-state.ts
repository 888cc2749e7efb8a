import type { Pdu } from './write-pdu.ts';

/** What the modem and its SIM are at the moment. */
export interface ModemState {
  readonly iccid: string;
  readonly storeSize: number;
  readonly store: Map<number, Pdu & { isRead: boolean }>;
  /** Null when the SIM wants none. */
  readonly simPin: string | null;
  pinTriesLeft: number;
  isUnlocked: boolean;
  registration: number;
  signal: number;
  isEchoing: boolean;
  session: UssdSession | null;
}

export interface Screen {
  /** Whether the network waits for an answer. */
  readonly isOpen: boolean;
  readonly text: string;
}

/** A menu of the operator: each answer leads to the next screen. */
export interface UssdSession {
  readonly answer: (text: string) => Screen;
}

/** What the operator does with a dialled code. Null: it does not know the code. */
export type UssdNetwork = (
  code: string,
) => { readonly screen: Screen; readonly session: UssdSession } | null;

export function firstFreeIndex({ store, storeSize }: ModemState): number | null {
  for (let index = 1; index <= storeSize; index += 1) {
    if (!store.has(index)) return index;
  }
  return null;
}
