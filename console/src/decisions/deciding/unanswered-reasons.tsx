import { createContext, type ReactNode, useContext, useState } from 'react';

/**
 * Keeps the reason of a decision that got no answer for as long as the page is open, so that who
 * asks again does not type it again. It is in memory only: a reason may name a person, and a
 * browser's storage outlives the session.
 */
export function UnansweredReasons({ children }: { readonly children: ReactNode }) {
  const [reasons] = useState(() => new Map<string, string>());
  return <ReasonsContext value={reasons}>{children}</ReasonsContext>;
}

/** The reason that was given for this decision about this transaction, until it is answered. */
export function useUnansweredReason(transactionId: string, action: string) {
  const reasons = useContext(ReasonsContext);
  const key = `${transactionId} ${action}`;
  return {
    first: reasons?.get(key) ?? '',
    keep: (reason: string) => reasons?.set(key, reason),
    forget: () => reasons?.delete(key),
  };
}

const ReasonsContext = createContext<Map<string, string> | null>(null);
