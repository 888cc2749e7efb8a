import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type AuditFilters, useAudit } from '../api/reads.ts';
import type { AuditKind, AuditPage } from '../api/types.ts';
import { hideSearched, oneOf } from '../search.ts';
import { Choice } from '../ui/lists/choice.tsx';
import { DayRange } from '../ui/lists/day-range.tsx';
import { SearchField } from '../ui/lists/search-field.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { toInstants } from '../words/finding/days.ts';
import { useWords } from '../words/words.tsx';
import { AuditTable, useAuditColumns } from './audit-row.tsx';

const route = getRouteApi('/audit');

/** Who did what, newest first. It is loaded only on request, so rows may move. */
export function Audit() {
  const words = useWords();
  const filters = useKnownFilters();
  const query = useAudit(toInstants(filters));
  return (
    <>
      <header className="screen-head">
        <h1>{words.actions.audit.title}</h1>
      </header>
      <Filters filters={filters} people={query.data?.pages[0]?.people ?? []} />
      <Loaded query={query} shape={useAuditColumns()} lines={10}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.items);
          if (lines.length === 0) return <NoEntry filters={filters} />;
          return <AuditTable lines={lines} />;
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button variant="default" onClick={() => void query.fetchNextPage()}>
          {words.list.more}
        </Button>
      )}
    </>
  );
}

function NoEntry({ filters }: { readonly filters: AuditFilters }) {
  const { empty, nav } = useWords();
  return Object.values(filters).some((value) => value !== undefined) ? (
    <Empty mark="search" text={empty.auditFiltered}>
      <Link to="/audit" search={{}} className="quiet-button">
        {empty.clear}
      </Link>
    </Empty>
  ) : (
    <Empty mark="fresh" text={empty.audit}>
      <Link to="/" className="quiet-button">
        {empty.goTo(nav.home)}
      </Link>
    </Empty>
  );
}

function useKnownFilters(): AuditFilters {
  const { kind, ...rest } = route.useSearch();
  return { ...rest, kind: oneOf(useKinds(), kind) };
}

function useKinds(): readonly AuditKind[] {
  return Object.keys(useWords().auditLog.kinds) as AuditKind[];
}

function Filters({ filters, people }: FiltersProps) {
  const { actions, auditLog } = useWords();
  const kinds = useKinds();
  const navigate = route.useNavigate();
  const change = (part: AuditFilters) =>
    void navigate({ ...hideSearched('/audit', { ...filters, ...part }), replace: true });
  return (
    <div className="filters">
      <SearchField
        label={actions.audit.search}
        placeholder=""
        value={filters.q ?? ''}
        onSearch={(q) => change({ q: q === '' ? undefined : q })}
      />
      <Choice
        label={auditLog.person}
        values={people.map(({ id }) => id)}
        names={Object.fromEntries(people.map(({ id, name }) => [id, name]))}
        value={filters.person}
        onChoose={(person) => change({ person })}
      />
      <Choice
        label={auditLog.kind}
        values={kinds}
        names={auditLog.kinds}
        value={filters.kind}
        onChoose={(kind) => change({ kind })}
      />
      <DayRange days={filters} onChange={change} />
    </div>
  );
}

interface FiltersProps {
  readonly filters: AuditFilters;
  readonly people: AuditPage['people'];
}
