import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLinks } from '../api/checkouts/links.ts';
import { mayDecide } from '../api/roles.ts';
import type { LinkState, PaymentLink } from '../api/types.ts';
import { useAsked } from '../hooks/use-asked.ts';
import { useMe } from '../hooks/use-me.ts';
import { Mark, OperatorMark, StateBadge, type Tone } from '../ui/badges.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Money, Msisdn, Time } from '../ui/figures.tsx';
import { LiveList, SteadyList } from '../ui/lists/steady-list.tsx';
import type { SteadyRow } from '../ui/lists/steady-rows.ts';
import { type Column, Table } from '../ui/lists/table.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useWords } from '../words/words.tsx';
import { CancelLink, MakeLink, ShareLink } from './link-dialogs.tsx';

const route = getRouteApi('/links');

type Row = SteadyRow<PaymentLink>;
type Open =
  | { readonly act: 'make' }
  | { readonly act: 'share' | 'cancel'; readonly link: PaymentLink };

/** Pages on which a buyer pays, made by hand for those who have no developer. */
export function Links() {
  const { links: words } = useWords();
  const decides = mayDecide(useMe().staff);
  const query = useLinks();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  // What a person has just made stands in the list at once, where others wait to be shown.
  const [lastMade, setLastMade] = useState('none');
  useAsked(route.useSearch().ask, true, () => {
    if (decides) setOpen({ act: 'make' });
  });
  const columns = useColumns(setOpen);
  const applications = query.data?.pages[0]?.applications ?? [];
  const button = (
    <Button size="sm" onClick={() => setOpen({ act: 'make' })}>
      {words.make}
    </Button>
  );
  const isOffered = decides && applications.length > 0;
  const hasLinks = query.data?.pages[0]?.items.length !== 0;
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
        {isOffered && hasLinks && button}
      </header>
      <LiveList>
        <Loaded query={query} shape={columns} lines={8}>
          {({ pages }) => (
            <SteadyList
              items={pages.flatMap(({ items }) => items)}
              listId={lastMade}
              label={words.title}
              empty={
                <NoLink button={isOffered && button} isMissingApplication={decides && !isOffered} />
              }
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
              table={(rows) => (
                <Table
                  label={words.title}
                  rows={rows}
                  keyOf={({ item }) => item.id}
                  isLeaving={({ isLeaving }) => isLeaving}
                  opens={({ item }) => <Details link={item} />}
                  columns={columns}
                />
              )}
            />
          )}
        </Loaded>
      </LiveList>
      {open?.act === 'make' && query.data !== undefined && (
        <MakeLink
          applications={applications}
          onClose={close}
          onMade={(link) => {
            setLastMade(link.id);
            setOpen({ act: 'share', link });
          }}
        />
      )}
      {open?.act === 'share' && <ShareLink link={open.link} onClose={close} />}
      {open?.act === 'cancel' && <CancelLink link={open.link} onClose={close} />}
    </>
  );
}

/** No link was made yet; without an application none can be. */
function NoLink({ button, isMissingApplication }: NoLinkProps) {
  const { links: words } = useWords();
  return (
    <Empty mark="fresh" text={words.none}>
      {button}
      {isMissingApplication && <p className="soft">{words.noApplication}</p>}
    </Empty>
  );
}

interface NoLinkProps {
  readonly button: ReactNode;
  readonly isMissingApplication: boolean;
}

const TONES = {
  open: 'blue',
  paid: 'green',
  expired: 'grey',
  cancelled: 'grey',
} as const satisfies Record<LinkState, Tone>;

function useColumns(onAct: (open: Open) => void): readonly Column<Row>[] {
  const { links: words, fields } = useWords();
  const decides = mayDecide(useMe().staff);
  return [
    { head: fields.state, cell: ({ item }) => <StateOfLink link={item} /> },
    {
      head: words.description,
      from: 2,
      cell: ({ item }) => item.description ?? item.reference,
    },
    { head: fields.application, from: 3, cell: ({ item }) => item.application },
    { head: words.madeBy, from: 3, cell: ({ item }) => item.made_by },
    { head: fields.expires, from: 2, cell: ({ item }) => <Time at={item.expires_at} /> },
    { head: fields.amount, kind: 'figure', cell: ({ item }) => <Money xaf={item.amount_xaf} /> },
    {
      head: words.act,
      kind: 'acts',
      from: 3,
      cell: ({ item: link }) =>
        decides &&
        link.state === 'open' && (
          <span className="change-buttons">
            {link.share !== null && (
              <Button size="xs" variant="default" onClick={() => onAct({ act: 'share', link })}>
                {words.share}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => onAct({ act: 'cancel', link })}>
              {words.cancel}
            </Button>
          </span>
        ),
    },
  ];
}

function StateOfLink({ link: { state, attempts, is_as_written: isAsWritten } }: LinkProps) {
  const { links: words } = useWords();
  if (!isAsWritten) return <Mark tone="red" text={words.changed} />;
  // It says that it is paid, too.
  const isTooMuch = attempts.some(({ outcome }) => outcome === 'surplus');
  if (isTooMuch) return <Mark tone="amber" text={words.surplus} />;
  return <Mark tone={TONES[state]} text={words.states[state]} />;
}

interface LinkProps {
  readonly link: PaymentLink;
}

function Details({ link }: LinkProps) {
  const { links: words, fields } = useWords();
  return (
    <>
      {!link.is_as_written && <p>{words.changedMeans}</p>}
      <Facts>
        <Fact name={fields.reference}>{link.reference}</Fact>
        <Fact name={words.made}>
          <Time at={link.created_at} />
        </Fact>
      </Facts>
      <p className="soft">{link.attempts.length === 0 ? words.noAttempt : words.attempts}</p>
      <ul className="key-lines">
        {link.attempts.map((attempt) => (
          <Attempt key={attempt.service_tx_id} attempt={attempt} amountXaf={link.amount_xaf} />
        ))}
      </ul>
    </>
  );
}

function Attempt({ attempt, amountXaf }: AttemptProps) {
  const { links: words } = useWords();
  const { service_tx_id: id, outcome } = attempt;
  return (
    <li className="key-line">
      <Link to="/transactions/$id" params={{ id }} className="inline-link">
        <Money xaf={amountXaf} />
      </Link>
      <OperatorMark operator={attempt.operator} />
      <Msisdn value={attempt.msisdn_masked} />
      <StateBadge state={attempt.state} reason={attempt.reason_code} />
      {outcome !== null && (
        <Mark tone={outcome === 'paid' ? 'green' : 'amber'} text={words.outcomes[outcome]} />
      )}
      <Time at={attempt.created_at} />
    </li>
  );
}

interface AttemptProps {
  readonly attempt: PaymentLink['attempts'][number];
  readonly amountXaf: number;
}
