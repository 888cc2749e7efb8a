import { useContext, useEffect } from 'react';
import { useWords, type Words } from '../words/words.tsx';
import { SessionContext } from './use-me.ts';

/** Names the tab after the screen and the environment: many have both open beside each other. */
export function useTitle(screen: string): void {
  const { product, shell } = useWords();
  const session = useContext(SessionContext);
  const place =
    session === null ? product : `${product} ${shell.environments[session.environment]}`;
  useEffect(() => {
    document.title = `${screen} · ${place}`;
  }, [screen, place]);
}

/** The name of the screen at a path, as the navigation has it. */
export function titleOf(pathname: string, nav: Words['nav']): string {
  const [, first = ''] = pathname.replace(/^\/console/, '').split('/');
  const screen = NAMES.find(([path]) => path === first)?.[1] ?? 'home';
  return nav[screen];
}

const NAMES = [
  ['approvals', 'approvals'],
  ['held', 'held'],
  ['receipts', 'receipts'],
  ['lines', 'lines'],
  ['sms', 'sms'],
  ['transactions', 'transactions'],
  ['players', 'player'],
  ['webhooks', 'webhooks'],
  ['providers', 'providers'],
  ['applications', 'keys'],
  ['staff', 'staff'],
  ['audit', 'audit'],
  ['account', 'account'],
  ['sandbox', 'sandbox'],
] as const satisfies readonly (readonly [string, keyof Words['nav']])[];
