import { Link, type LinkProps } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  Building2,
  CardSim,
  CircleCheckBig,
  CircleUserRound,
  FlaskConical,
  GitCompareArrows,
  Hourglass,
  House,
  KeyRound,
  Landmark,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Scale,
  ScrollText,
  Send,
  Unlink,
  Users,
  Webhook,
} from 'lucide-react';
import { mayDecide } from '../api/may-decide.ts';
import type { Role } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { useWords } from '../words/words.tsx';
import { PersonTools } from './top-bar.tsx';
import { type Counted, useWaiting } from './waiting.ts';

export function Nav({ isOpen }: { readonly isOpen: boolean }) {
  const { nav } = useWords();
  const { staff, environment } = useMe();
  const counts = useWaiting();
  const mine = (entries: readonly Entry[]) =>
    entries.filter(({ roles }) => roles.includes(staff.role));
  return (
    <nav id="nav" className="nav" aria-label={nav.label} data-open={isOpen}>
      <Group title={nav.work} entries={mine(WORK)} counts={counts} />
      <Group title={nav.setup} entries={mine(SETUP)} counts={counts} />
      {environment === 'sandbox' && mayDecide(staff) && (
        <Group title="" entries={SANDBOX} counts={counts} />
      )}
      <div className="nav-narrow">
        <Group title="" entries={ACCOUNT} counts={counts} />
        <div className="nav-tools">
          <PersonTools />
        </div>
      </div>
    </nav>
  );
}

interface Entry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly name: EntryName;
  readonly queue?: Counted;
  readonly roles: readonly Role[];
}

type EntryName =
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
  | 'webhooks'
  | 'changes'
  | 'providers'
  | 'keys'
  | 'staff'
  | 'rules'
  | 'audit'
  | 'sandbox'
  | 'account';

const ICONS: Readonly<Record<EntryName, LucideIcon>> = {
  home: House,
  approvals: CircleCheckBig,
  held: Hourglass,
  underWay: Send,
  contradictions: GitCompareArrows,
  receipts: Unlink,
  lines: CardSim,
  finance: Landmark,
  sms: MessageSquareText,
  transactions: ArrowLeftRight,
  webhooks: Webhook,
  changes: ListChecks,
  providers: Building2,
  keys: KeyRound,
  staff: Users,
  rules: Scale,
  audit: ScrollText,
  sandbox: FlaskConical,
  account: CircleUserRound,
};

const ALL: readonly Role[] = ['viewer', 'agent', 'finance', 'admin'];
const ADMIN: readonly Role[] = ['admin'];
const FINANCE: readonly Role[] = ['finance', 'admin'];

const WORK: readonly Entry[] = [
  { to: '/', name: 'home', roles: ALL },
  { to: '/approvals', name: 'approvals', queue: 'approvals', roles: ALL },
  { to: '/held', name: 'held', queue: 'held', roles: ALL },
  { to: '/under-way', name: 'underWay', roles: ALL },
  {
    to: '/contradictions',
    name: 'contradictions',
    queue: 'contradictions',
    roles: ALL,
  },
  { to: '/receipts', name: 'receipts', queue: 'unmatched_receipts', roles: ALL },
  { to: '/lines', name: 'lines', queue: 'lines', roles: ALL },
  { to: '/sms', name: 'sms', queue: 'sms_to_look_at', roles: ALL },
  { to: '/transactions', name: 'transactions', roles: ALL },
  { to: '/webhooks', name: 'webhooks', queue: 'undelivered_webhooks', roles: ALL },
  { to: '/finance', name: 'finance', roles: FINANCE },
];

const SETUP: readonly Entry[] = [
  { to: '/changes', name: 'changes', queue: 'changes', roles: FINANCE },
  { to: '/providers', name: 'providers', roles: ALL },
  { to: '/applications', name: 'keys', roles: ADMIN },
  { to: '/staff', name: 'staff', roles: ADMIN },
  { to: '/rules', name: 'rules', roles: ADMIN },
  { to: '/audit', name: 'audit', roles: ALL },
];

const SANDBOX: readonly Entry[] = [{ to: '/sandbox', name: 'sandbox', roles: ALL }];
const ACCOUNT: readonly Entry[] = [{ to: '/account', name: 'account', roles: ALL }];

function Group({ title, entries, counts }: GroupProps) {
  const { nav } = useWords();
  return (
    <div className="nav-group">
      {title !== '' && <p className="nav-title">{title}</p>}
      <ul>
        {entries.map(({ to, name, queue }) => {
          const count = queue === undefined ? 0 : (counts.get(queue) ?? 0);
          const Icon = ICONS[name];
          return (
            <li key={name}>
              <Link
                to={to}
                className="nav-link"
                activeOptions={{ exact: to === '/', includeSearch: false }}
              >
                <Icon className="icon" aria-hidden="true" />
                {nav[name]}
                {count > 0 && <span className="nav-count">{count}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly counts: ReadonlyMap<Counted, number>;
}
