import type { SentPayouts } from '../../src/flows/provider-requests/leased-request.ts';

/** A disk outlives its machine's processes. */
export function createDisk(): SentPayouts {
  const sent = new Map<string, Parameters<SentPayouts['note']>[0]>();
  return {
    note: async (send) => void sent.set(send.reference, send),
    markNotSent: async (reference) => void sent.delete(reference),
    recent: () => [...sent.keys()].slice(-100),
    list: async () => [...sent.values()],
    prepare: async () => {},
  };
}
