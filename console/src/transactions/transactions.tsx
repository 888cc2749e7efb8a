import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { apiPath, searchPath, withQuery } from '../api/path.ts';
import { type TransactionFilters, useTransactions } from '../api/reads.ts';
import { mayDecide } from '../api/roles.ts';
import type { TransactionRow } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { useOperators } from '../hooks/use-operators.ts';
import { FoundPayments } from '../receipts/found-payments.tsx';
import { oneOf, type TransactionSearch } from '../search.ts';
import { itemsOf, PagedList } from '../ui/lists/paged-list.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { toInstants } from '../words/finding/days.ts';
import { useWords } from '../words/words.tsx';
import { Filters } from './transaction-filters.tsx';
import { Totals, TransactionColumns } from './transaction-list-head.tsx';
import { TransactionListRow } from './transaction-row.tsx';

const route = getRouteApi('/transactions');

/** All transactions, with filters that are kept in the address. */
export function Transactions() {
  const words = useWords();
  const search = useKnownSearch();
  const filters = toInstants(search);
  const query = useTransactions(filters);
  const exact = search.q === undefined ? undefined : theOneMeant(itemsOf(query) ?? []);
  if (exact !== undefined) {
    return <Navigate to="/transactions/$id" params={{ id: exact.id }} replace />;
  }
  const { order: _order, ...exported } = filters;
  return (
    <>
      <header className="screen-head">
        <h1>{words.nav.transactions}</h1>
        <Export filters={exported} />
      </header>
      <Filters search={search} />
      <FoundPayments q={search.q} />
      <Totals filters={exported} />
      <PagedList
        query={query}
        listId={JSON.stringify(filters)}
        label={words.nav.transactions}
        head={<TransactionColumns search={search} />}
        empty={<NoTransaction search={exported} />}
        shape="table"
        lines={10}
        render={({ item, isLeaving }) => (
          <TransactionListRow key={item.id} line={item} isLeaving={isLeaving} />
        )}
      />
    </>
  );
}

/** A link; a search is a form, so that what was typed is in no address. */
function Export({ filters }: { readonly filters: TransactionFilters }) {
  const { transaction: words } = useWords();
  const path = apiPath`/transactions.csv`;
  if (filters.q === undefined) {
    return (
      <a className="quiet-button" href={withQuery(path, { ...filters })} download>
        {words.export}
      </a>
    );
  }
  return (
    <form method="post" action={searchPath(path)}>
      {Object.entries(filters).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <button type="submit" className="quiet-button">
        {words.export}
      </button>
    </form>
  );
}

/** Nothing fits, or nothing has come yet; the sandbox can make the first one. */
function NoTransaction({ search }: { readonly search: TransactionFilters }) {
  const { empty, nav } = useWords();
  const { environment, staff } = useMe();
  if (Object.values(search).some((value) => value !== undefined)) {
    return (
      <Empty mark="search" text={empty.transactionsFiltered}>
        <Link to="/transactions" search={{}} className="quiet-button">
          {empty.clear}
        </Link>
      </Empty>
    );
  }
  const isSandbox = environment === 'sandbox' && mayDecide(staff);
  return (
    <Empty mark="fresh" text={empty.transactions}>
      <Link to={isSandbox ? '/sandbox' : '/providers'} className="quiet-button">
        {empty.goTo(isSandbox ? nav.sandbox : nav.providers)}
      </Link>
    </Empty>
  );
}

/** An id names one transaction, which then opens; so does a reference or operator's id of only one. */
function theOneMeant(items: readonly TransactionRow[]): TransactionRow | undefined {
  const named = items.filter(
    ({ found_by }) => found_by === 'id' || found_by === 'reference' || found_by === 'operator_id',
  );
  return (
    named.find(({ found_by }) => found_by === 'id') ?? (items.length === 1 ? named[0] : undefined)
  );
}

/** The parameters of the address, without an operator that does not exist. */
function useKnownSearch(): TransactionFilters {
  const { operator, ...rest }: TransactionSearch = route.useSearch();
  const names = useOperators().map(({ name }) => name);
  return { ...rest, operator: oneOf(names, operator) };
}
