import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStatements } from '../api/finance.ts';
import type { Wallet } from '../api/types.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { Time } from '../ui/figures.tsx';
import { ScrollingTable } from '../ui/lists/scrolling-table.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useWords } from '../words/words.tsx';
import { UploadDialog } from './upload-dialog.tsx';

export function Statements({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const { finance: words } = useWords();
  const query = useStatements();
  const walletName = useWalletName();
  const [isUploading, setUploading] = useState(false);
  const button = (
    <Button size="sm" onClick={() => setUploading(true)} disabled={wallets.length === 0}>
      {words.upload}
    </Button>
  );
  return (
    <Section title={words.statements} tools={button}>
      <Loaded query={query} shape="short" lines={2}>
        {({ items: rows }) =>
          rows.length === 0 ? (
            <Empty text={words.noStatements} />
          ) : (
            <ScrollingTable label={words.statements}>
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">{words.file}</th>
                    <th scope="col" className="text-cell">
                      {words.wallet}
                    </th>
                    <th scope="col">{words.lines}</th>
                    <th scope="col" className="text-cell">
                      {words.period}
                    </th>
                    <th scope="col" className="text-cell">
                      {words.importedBy}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id}>
                      <th scope="row">{row.file_name}</th>
                      <td className="text-cell">{walletName(row.wallet)}</td>
                      <td>{row.lines}</td>
                      <td className="text-cell">
                        <Time at={row.first_at} /> – <Time at={row.last_at} />
                      </td>
                      <td className="text-cell">
                        {row.imported_by} · <Time at={row.imported_at} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollingTable>
          )
        }
      </Loaded>
      {isUploading && <UploadDialog wallets={wallets} onClose={() => setUploading(false)} />}
    </Section>
  );
}
