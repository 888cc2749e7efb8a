import { useContext, useEffect } from 'react';
import { useWords, type Words } from '../words/words.tsx';
import { SessionContext } from './use-me.ts';

/** Names the tab after what waits, the screen and the environment, for those with many tabs. */
export function useTitle(screen: string, waiting = 0): void {
  const { product, shell } = useWords();
  const session = useContext(SessionContext);
  const site = session === null ? product : `${product} ${shell.environments[session.environment]}`;
  useEffect(() => {
    const count = waiting > 0 ? `(${waiting}) ` : '';
    document.title = `${count}${screen} · ${site}`;
  }, [screen, site, waiting]);
}

/** The name of the screen at a path, as the navigation has it. */
export function titleOf(pathname: string, nav: Words['nav']): string {
  const [, first = ''] = pathname.replace(/^\/console/, '').split('/');
  const screen = NAMES.find(([path]) => path === first)?.[1] ?? 'home';
  return nav[screen];
}

const NAMES = [
  ['approvals', 'approvals'],
  ['under-way', 'underWay'],
  ['held', 'held'],
  ['contradictions', 'contradictions'],
  ['receipts', 'receipts'],
  ['lines', 'lines'],
  ['sms', 'sms'],
  ['transactions', 'transactions'],
  ['links', 'links'],
  ['players', 'player'],
  ['webhooks', 'webhooks'],
  ['alerts', 'alerts'],
  ['changes', 'changes'],
  ['finance', 'finance'],
  ['providers', 'providers'],
  ['numbers', 'providers'],
  ['applications', 'keys'],
  ['staff', 'staff'],
  ['rules', 'rules'],
  ['audit', 'audit'],
  ['account', 'account'],
  ['sandbox', 'sandbox'],
] as const satisfies readonly (readonly [string, keyof Words['nav']])[];
