import { createContext, useContext } from 'react';
import type { Session } from '../api/types.ts';

/** The session of the signed-in person, for every part of the shell. */
export const SessionContext = createContext<Session | null>(null);

export function useMe(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('no session outside the shell');
  return session;
}
