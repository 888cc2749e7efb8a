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
import { mayDecide, RIGHTS, type Rights } from '../api/roles.ts';
import { useMe } from '../hooks/use-me.ts';
import { useWords } from '../words/words.tsx';
import { PersonTools } from './top-bar.tsx';
import { type Counted, useWaiting } from './waiting.ts';

export function Nav({ isOpen }: { readonly isOpen: boolean }) {
  const { nav } = useWords();
  const { staff, environment } = useMe();
  const counts = useWaiting();
  const mine = (entries: readonly Entry[]) =>
    entries.filter(({ needs }) => needs === undefined || RIGHTS[staff.role][needs]);
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
  /** Without one every role sees it. */
  readonly needs?: keyof Rights;
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

const WORK: readonly Entry[] = [
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
  { to: '/webhooks', name: 'webhooks', queue: 'undelivered_webhooks' },
  { to: '/finance', name: 'finance', needs: 'keepsBooks' },
];

const SETUP: readonly Entry[] = [
  { to: '/changes', name: 'changes', queue: 'changes', needs: 'keepsBooks' },
  { to: '/providers', name: 'providers' },
  { to: '/applications', name: 'keys', needs: 'administers' },
  { to: '/staff', name: 'staff', needs: 'administers' },
  { to: '/rules', name: 'rules', needs: 'administers' },
  { to: '/audit', name: 'audit' },
];

const SANDBOX: readonly Entry[] = [{ to: '/sandbox', name: 'sandbox' }];
const ACCOUNT: readonly Entry[] = [{ to: '/account', name: 'account' }];

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
