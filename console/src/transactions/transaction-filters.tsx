import { NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { TransactionFilters } from '../api/reads.ts';
import { useOperators } from '../hooks/use-operators.ts';
import { DIRECTIONS, hideSearched, oneOf, STATES } from '../search.ts';
import { Choice } from '../ui/lists/choice.tsx';
import { DayRange } from '../ui/lists/day-range.tsx';
import { SearchField } from '../ui/lists/search-field.tsx';
import { dayBefore, today } from '../words/finding/days.ts';
import { useWords } from '../words/words.tsx';

const route = getRouteApi('/transactions');

/** Changes some of the filters, which are kept in the address. */
export function useChangeFilters(search: TransactionFilters) {
  const navigate = route.useNavigate();
  return (part: TransactionFilters) =>
    void navigate({ ...hideSearched('/transactions', { ...search, ...part }), replace: true });
}

export function Filters({ search }: { readonly search: TransactionFilters }) {
  const { fields, directions, states, shell, finding } = useWords();
  const operators = useOperators();
  const change = useChangeFilters(search);
  return (
    <div className="filters">
      <SearchField
        label={shell.find}
        placeholder={finding.hint}
        value={search.q ?? ''}
        onSearch={(q) => change({ q: q === '' ? undefined : q })}
      />
      <Choice
        label={fields.state}
        values={STATES}
        names={states}
        value={search.state}
        onChoose={(state) => change({ state })}
      />
      <Choice
        label={fields.direction}
        values={DIRECTIONS}
        names={directions}
        value={search.direction}
        onChoose={(direction) => change({ direction })}
      />
      <Choice
        label={fields.operator}
        values={operators.map(({ name }) => name)}
        names={Object.fromEntries(operators.map(({ name, label }) => [name, label]))}
        value={search.operator}
        onChoose={(operator) => change({ operator })}
      />
      <Period search={search} />
      <DayRange days={search} onChange={change} />
    </div>
  );
}

type PeriodName = 'today' | 'yesterday' | 'week' | 'month';
const PERIODS: readonly PeriodName[] = ['today', 'yesterday', 'week', 'month'];

/** The days that people ask for most, without typing dates. */
function Period({ search }: { readonly search: TransactionFilters }) {
  const { finding } = useWords();
  const change = useChangeFilters(search);
  const { from, to } = search;
  const chosen = PERIODS.find((name) => {
    const days = daysOf(name);
    return days.from === from && days.to === to;
  });
  const isOther = chosen === undefined && (from !== undefined || to !== undefined);
  return (
    <NativeSelect
      size="sm"
      label={finding.period}
      value={chosen ?? (isOther ? 'other' : '')}
      onChange={(event) => {
        const name = oneOf(PERIODS, event.currentTarget.value);
        if (name !== undefined) change(daysOf(name));
        else if (event.currentTarget.value === '') change({ from: undefined, to: undefined });
      }}
      data={[
        { value: '', label: finding.periods.any },
        ...PERIODS.map((name) => ({ value: name, label: finding.periods[name] })),
        ...(isOther ? [{ value: 'other', label: finding.periods.other }] : []),
      ]}
    />
  );
}

function daysOf(name: PeriodName): { readonly from: string; readonly to: string | undefined } {
  switch (name) {
    case 'today':
      return { from: today(), to: undefined };
    case 'yesterday':
      return { from: dayBefore(1), to: dayBefore(1) };
    case 'week':
      return { from: dayBefore(6), to: undefined };
    case 'month':
      return { from: dayBefore(29), to: undefined };
  }
}
