import type { Pdu } from './write-pdu.ts';

/** The current state of the modem and its SIM. */
export interface ModemState {
  readonly iccid: string;
  readonly storeSize: number;
  readonly store: Map<number, Pdu & { isRead: boolean }>;
  /** `null` if the SIM needs none. */
  readonly simPin: string | null;
  pinTriesLeft: number;
  isUnlocked: boolean;
  registration: number;
  signal: number;
  isEchoing: boolean;
  session: UssdSession | null;
  /** How it wants codes and shows screens. */
  codeForm: CodeForm;
}

export type CodeForm = 'plain' | 'packed' | 'ucs2';

export interface Screen {
  /** Whether the network waits for an answer. */
  readonly isOpen: boolean;
  readonly text: string;
}

/** A menu of the operator: each answer leads to the next screen. */
export interface UssdSession {
  readonly answer: (text: string) => Screen;
}

/** The operator's menu for a dialled code, or `null` for an unknown code. */
export type UssdNetwork = (
  code: string,
) => { readonly screen: Screen; readonly session: UssdSession } | null;

export function firstFreeIndex({ store, storeSize }: ModemState): number | null {
  for (let index = 1; index <= storeSize; index += 1) {
    if (!store.has(index)) return index;
  }
  return null;
}
