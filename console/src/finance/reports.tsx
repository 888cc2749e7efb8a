import { NativeSelect, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ChangeEvent } from 'react';
import { useReportAccounts } from '../api/finance.ts';
import { apiPath, withQuery } from '../api/path.ts';
import type { ReportAccounts } from '../api/types.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import type { FinanceSearch } from '../search.ts';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { dayBefore, today } from '../words/finding/days.ts';
import { useWords } from '../words/words.tsx';

/** What moved a wallet or an application's account over some days, as a file. */
export function Reports() {
  const { finance: words } = useWords();
  const accounts = useReportAccounts();
  return (
    <Section title={words.reports}>
      <Loaded query={accounts} shape="short" lines={3}>
        {(data) => <ReportForm accounts={data} />}
      </Loaded>
    </Section>
  );
}

const route = getRouteApi('/finance');

/** A day that was emptied is the usual one again. */
function dayIn({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>): string | undefined {
  return value === '' ? undefined : value;
}

function ReportForm({ accounts }: { readonly accounts: ReportAccounts }) {
  const { finance: words } = useWords();
  const walletName = useWalletName();
  const named = (kind: 'wallet' | 'application') => (name: string) => ({
    value: `${kind} ${name}`,
    label: `${words.reportOf[kind]} ${kind === 'wallet' ? walletName(name) : name}`,
  });
  const data = [
    ...accounts.wallets.map(named('wallet')),
    ...accounts.applications.map(named('application')),
  ];
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: FinanceSearch) =>
    void navigate({ search: { ...search, ...part }, replace: true, resetScroll: false });
  const account = (data.find(({ value }) => value === search.account) ?? data[0])?.value ?? '';
  const { from = dayBefore(30), to = today() } = search;
  const [, kind = '', name = ''] = /^(\w+) (.*)$/.exec(account) ?? [];
  if (data.length === 0) return <Empty text={words.noReport} />;
  return (
    <div className="form">
      <NativeSelect
        label={words.account}
        data={data}
        value={account}
        onChange={(event) => change({ account: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={words.from}
        value={from}
        onChange={(event) => change({ from: dayIn(event) })}
      />
      <TextInput
        type="date"
        label={words.to}
        value={to}
        onChange={(event) => change({ to: dayIn(event) })}
      />
      <p className="change-buttons">
        {(['xlsx', 'csv'] as const).map((format) => (
          <a
            key={format}
            className="inline-link"
            href={withQuery(apiPath`/reports`, { [kind]: name, from, to, format })}
            download
          >
            {words.download(format.toUpperCase())}
          </a>
        ))}
      </p>
    </div>
  );
}
