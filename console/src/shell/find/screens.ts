import type { LinkProps } from '@tanstack/react-router';
import { mayDecide, RIGHTS, type Rights } from '../../api/roles.ts';
import type { Session } from '../../api/types.ts';
import type { Counted } from '../waiting.ts';

/** The screens that this person may open, for the navigation and the search. */
export function screensOf({ staff, environment }: Pick<Session, 'staff' | 'environment'>) {
  const mine = (screens: readonly Screen[]) =>
    screens.filter(({ needs }) => needs === undefined || RIGHTS[staff.role][needs]);
  return {
    work: mine(WORK),
    setup: mine(SETUP),
    sandbox: environment === 'sandbox' && mayDecide(staff) ? SANDBOX : [],
  };
}

export interface Screen {
  readonly to: NonNullable<LinkProps['to']>;
  readonly name: ScreenName;
  readonly queue?: Counted;
  /** Without one every role sees it. */
  readonly needs?: keyof Rights;
}

export type ScreenName =
  | 'home'
  | 'approvals'
  | 'held'
  | 'underWay'
  | 'contradictions'
  | 'receipts'
  | 'lines'
  | 'finance'
  | 'sms'
  | 'transactions'
  | 'links'
  | 'webhooks'
  | 'alerts'
  | 'changes'
  | 'providers'
  | 'keys'
  | 'staff'
  | 'rules'
  | 'audit'
  | 'sandbox'
  | 'account';

const WORK: readonly Screen[] = [
  { to: '/', name: 'home' },
  { to: '/approvals', name: 'approvals', queue: 'approvals' },
  { to: '/held', name: 'held', queue: 'held' },
  { to: '/under-way', name: 'underWay' },
  {
    to: '/contradictions',
    name: 'contradictions',
    queue: 'contradictions',
  },
  { to: '/receipts', name: 'receipts', queue: 'unmatched_receipts' },
  { to: '/lines', name: 'lines', queue: 'lines' },
  { to: '/sms', name: 'sms', queue: 'sms_to_look_at' },
  { to: '/transactions', name: 'transactions' },
  { to: '/links', name: 'links' },
  { to: '/webhooks', name: 'webhooks', queue: 'undelivered_webhooks' },
  { to: '/finance', name: 'finance', queue: 'statement_differences', needs: 'keepsBooks' },
];

const SETUP: readonly Screen[] = [
  { to: '/changes', name: 'changes', queue: 'changes', needs: 'keepsBooks' },
  { to: '/providers', name: 'providers' },
  { to: '/alerts', name: 'alerts' },
  { to: '/applications', name: 'keys', needs: 'administers' },
  { to: '/staff', name: 'staff', needs: 'administers' },
  { to: '/rules', name: 'rules', needs: 'administers' },
  { to: '/audit', name: 'audit' },
];

const SANDBOX: readonly Screen[] = [{ to: '/sandbox', name: 'sandbox' }];
export const ACCOUNT: readonly Screen[] = [{ to: '/account', name: 'account' }];
