import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useReportAccounts } from '../api/finance.ts';
import { apiPath, withQuery } from '../api/path.ts';
import type { ReportAccounts } from '../api/types.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Section } from '../ui/section.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
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

const DAY_MS = 86_400_000;

/** A day in Douala, which has no summer time. */
function dayAt(ms: number): string {
  return new Date(ms + 3_600_000).toISOString().slice(0, 10);
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
  const [account, setAccount] = useState(data[0]?.value ?? '');
  const [from, setFrom] = useState(() => dayAt(Date.now() - 30 * DAY_MS));
  const [to, setTo] = useState(() => dayAt(Date.now()));
  const [, kind = '', name = ''] = /^(\w+) (.*)$/.exec(account) ?? [];
  const isWhole = name !== '' && from !== '' && to !== '';
  return (
    <div className="form">
      <NativeSelect
        label={words.account}
        data={data}
        value={account}
        onChange={(event) => setAccount(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={words.from}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={words.to}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {isWhole && (
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
      )}
    </div>
  );
}
