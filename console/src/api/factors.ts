import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { callApi } from './client.ts';
import { KEYS } from './keys.ts';
import { apiPath } from './path.ts';
import type { OwnSession, SecondFactors, Session } from './types.ts';

/** Which second factors this person has. */
export function useFactors() {
  return useQuery({
    queryKey: KEYS.factors,
    queryFn: () => callApi<SecondFactors>('GET', apiPath`/session/factors`),
  });
}

export function useMakeRecoveryCodes() {
  return useChange(() =>
    callApi<{ readonly codes: readonly string[] }>('POST', apiPath`/session/recovery-codes`),
  );
}

export function useRemovePasskey() {
  return useChange((id: string) => callApi('DELETE', apiPath`/session/passkeys/${id}`));
}

export function useOwnSessions() {
  return useQuery({
    queryKey: [...KEYS.factors, 'sessions'],
    queryFn: () => callApi<{ readonly items: readonly OwnSession[] }>('GET', apiPath`/sessions`),
  });
}

export function useEndSession() {
  return useChange((id: string) => callApi('DELETE', apiPath`/sessions/${id}`));
}

/**
 * Does what was begun, and asks for a factor first where the service wants a fresh one: the person
 * need not begin again.
 */
export type WithFreshFactor = <T>(act: () => Promise<T>) => Promise<T>;

export const FreshFactorContext = createContext<WithFreshFactor>((act) => act());

export function useFreshFactor(): WithFreshFactor {
  return use(FreshFactorContext);
}

function useChange<A, T>(change: (asked: A) => Promise<T>) {
  const client = useQueryClient();
  const withFreshFactor = useFreshFactor();
  return useMutation({
    mutationFn: (asked: A) => withFreshFactor(() => change(asked)),
    onSettled: () => client.invalidateQueries({ queryKey: KEYS.factors }),
  });
}

/** Has the browser make a passkey, and the service keep it. */
export async function addPasskey(name: string): Promise<Session> {
  const options = await callApi<PublicKeyCredentialCreationOptionsJSON>(
    'POST',
    apiPath`/session/passkeys/options`,
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await ask(navigator.credentials.create({ publicKey }));
  return callApi('POST', apiPath`/session/passkeys`, {
    passkey_name: name,
    credential: made.toJSON(),
  });
}

/** Has a passkey sign, as the second factor. */
export async function givePasskey(): Promise<Session> {
  const options = await callApi<PublicKeyCredentialRequestOptionsJSON>(
    'POST',
    apiPath`/session/passkey/options`,
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const signed = await ask(navigator.credentials.get({ publicKey }));
  return callApi('POST', apiPath`/session/passkey`, { credential: signed.toJSON() });
}

/** The person took the question of the browser away, or no passkey fits. */
export class NoPasskey extends Error {}

async function ask(answer: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await answer;
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new NoPasskey();
}

/** Old browsers, and pages without https, know none. */
export function knowsPasskeys(): boolean {
  return (
    'PublicKeyCredential' in window &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}
