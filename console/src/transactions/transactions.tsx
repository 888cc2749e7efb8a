import { NativeSelect, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { withQuery } from '../api/client.ts';
import { type TransactionFilters, useTransactions } from '../api/reads.ts';
import { useOperators } from '../hooks/use-operators.ts';
import { FoundPayments } from '../receipts/found-payments.tsx';
import { DIRECTIONS, oneOf, STATES, type TransactionSearch } from '../search.ts';
import { PagedList } from '../ui/lists/paged-list.tsx';
import { SearchField } from '../ui/lists/search-field.tsx';
import { useWords } from '../words/words.tsx';
import { TransactionListRow } from './transaction-row.tsx';

const route = getRouteApi('/transactions');

/** All transactions, with filters that are kept in the address. */
export function Transactions() {
  const words = useWords();
  const search = useKnownSearch();
  const filters = toInstants(search);
  const query = useTransactions(filters);
  return (
    <>
      <header className="screen-head">
        <h1>{words.nav.transactions}</h1>
        <a
          className="quiet-button"
          href={`/internal/v1${withQuery('/transactions.csv', { ...filters })}`}
          download
        >
          {words.transaction.export}
        </a>
      </header>
      <Filters search={search} />
      <FoundPayments q={search.q} />
      <PagedList
        query={query}
        listId={JSON.stringify(filters)}
        label={words.nav.transactions}
        empty={words.empty.transactions}
        lines={10}
        render={({ item, isLeaving }) => (
          <TransactionListRow key={item.id} line={item} isLeaving={isLeaving} />
        )}
      />
    </>
  );
}

/** The parameters of the address, without an operator that does not exist. */
function useKnownSearch(): TransactionFilters {
  const { operator, ...rest }: TransactionSearch = route.useSearch();
  const names = useOperators().map(({ name }) => name);
  return { ...rest, operator: oneOf(names, operator) };
}

function Filters({ search }: { readonly search: TransactionFilters }) {
  const { fields, directions, states, shell } = useWords();
  const operators = useOperators();
  const navigate = route.useNavigate();
  const change = (part: TransactionFilters) =>
    void navigate({ to: '/transactions', search: { ...search, ...part }, replace: true });
  return (
    <div className="filters">
      <SearchField
        label={shell.find}
        placeholder={shell.search}
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
      <TextInput
        type="date"
        size="sm"
        label={fields.from}
        value={search.from ?? ''}
        onChange={(event) => change({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        size="sm"
        label={fields.to}
        value={search.to ?? ''}
        onChange={(event) => change({ to: event.currentTarget.value || undefined })}
      />
    </div>
  );
}

function Choice<T extends string>({ label, values, names, value, onChoose }: ChoiceProps<T>) {
  const { fields } = useWords();
  return (
    <NativeSelect
      size="sm"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(oneOf(values, event.currentTarget.value))}
      data={[
        { value: '', label: fields.any },
        ...values.map((known) => ({ value: known, label: names[known] ?? known })),
      ]}
    />
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly values: readonly T[];
  readonly names: Readonly<Record<string, string>>;
  readonly value: T | undefined;
  readonly onChoose: (value: T | undefined) => void;
}

/** The address has days as people mean them in Douala, which is an hour ahead of UTC all year. */
function toInstants({ from, to, ...rest }: TransactionFilters): TransactionFilters {
  return {
    ...rest,
    from: from === undefined ? undefined : new Date(`${from}T00:00:00+01:00`).toISOString(),
    to: to === undefined ? undefined : new Date(`${to}T23:59:59.999+01:00`).toISOString(),
  };
}
