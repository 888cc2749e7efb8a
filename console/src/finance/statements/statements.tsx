import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStatements } from '../../api/finance.ts';
import type { Wallet } from '../../api/types.ts';
import { useWalletName } from '../../hooks/use-wallet-name.ts';
import { Time } from '../../ui/figures.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Section } from '../../ui/section.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { formatCount } from '../../words/money.ts';
import { useWords } from '../../words/words.tsx';
import { UploadDialog } from './upload-dialog.tsx';

export function Statements({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const { finance: words } = useWords();
  const query = useStatements();
  const walletName = useWalletName();
  const hasWallet = wallets.length > 0;
  const [isUploading, setUploading] = useState(false);
  const button = (
    <Button
      size="sm"
      onClick={() => setUploading(true)}
      disabled={!hasWallet}
      title={hasWallet ? undefined : words.noWallet}
    >
      {words.upload}
    </Button>
  );
  return (
    <Section title={words.statements} tools={button}>
      <Loaded query={query} shape="short" lines={2}>
        {({ items: rows }) =>
          rows.length === 0 ? (
            <Empty text={hasWallet ? words.noStatements : words.noWallet} />
          ) : (
            <Table
              label={words.statements}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: words.file,
                  kind: 'id',
                  cell: ({ id, file_name }) => (
                    <Link to="/finance/statements/$id" params={{ id }} className="note-link">
                      {file_name}
                    </Link>
                  ),
                },
                { head: words.wallet, from: 2, cell: ({ wallet }) => walletName(wallet) },
                {
                  head: words.period,
                  from: 2,
                  cell: ({ first_at, last_at }) => (
                    <span>
                      <Time at={first_at} /> – <Time at={last_at} />
                    </span>
                  ),
                },
                {
                  head: words.importedBy,
                  from: 3,
                  cell: ({ imported_by, imported_at }) => (
                    <span>
                      {imported_by} · <Time at={imported_at} />
                    </span>
                  ),
                },
                { head: words.lines, kind: 'figure', cell: ({ lines }) => formatCount(lines) },
              ]}
            />
          )
        }
      </Loaded>
      {isUploading && <UploadDialog wallets={wallets} onClose={() => setUploading(false)} />}
    </Section>
  );
}
