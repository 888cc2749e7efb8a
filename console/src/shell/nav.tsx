import { Link } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  BellRing,
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
  QrCode,
  Scale,
  ScrollText,
  Send,
  Unlink,
  Users,
  Webhook,
} from 'lucide-react';
import { useMe } from '../hooks/use-me.ts';
import { useWords } from '../words/words.tsx';
import { ACCOUNT, type Screen, type ScreenName, screensOf } from './find/screens.ts';
import { PersonTools } from './top-bar.tsx';
import { type Counted, useWaiting } from './waiting.ts';

export function Nav({ isOpen }: { readonly isOpen: boolean }) {
  const { nav } = useWords();
  const me = useMe();
  const counts = useWaiting();
  const { work, setup, sandbox } = screensOf(me);
  return (
    <nav id="nav" className="nav" aria-label={nav.label} data-open={isOpen}>
      <Group title={nav.work} entries={work} counts={counts} />
      <Group title={nav.setup} entries={setup} counts={counts} />
      {sandbox.length > 0 && <Group title="" entries={sandbox} counts={counts} />}
      <div className="nav-narrow">
        <Group title="" entries={ACCOUNT} counts={counts} />
        <div className="nav-tools">
          <PersonTools />
        </div>
      </div>
    </nav>
  );
}

const ICONS: Readonly<Record<ScreenName, LucideIcon>> = {
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
  links: QrCode,
  webhooks: Webhook,
  alerts: BellRing,
  changes: ListChecks,
  providers: Building2,
  keys: KeyRound,
  staff: Users,
  rules: Scale,
  audit: ScrollText,
  sandbox: FlaskConical,
  account: CircleUserRound,
};

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
  readonly entries: readonly Screen[];
  readonly counts: ReadonlyMap<Counted, number>;
}
