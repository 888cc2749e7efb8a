import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ImportedStatement, Wallet } from '../api/types.ts';
import { Time } from '../ui/figures.tsx';
import { TablePlace } from '../ui/lists/table-place.tsx';
import { Empty } from '../ui/load-state.tsx';
import { Section } from '../ui/section.tsx';
import { useWords } from '../words/words.tsx';
import { UploadDialog } from './upload-dialog.tsx';

export function Statements({ rows, wallets }: StatementsProps) {
  const { finance: words } = useWords();
  const [isUploading, setUploading] = useState(false);
  const button = (
    <Button size="sm" onClick={() => setUploading(true)} disabled={wallets.length === 0}>
      {words.upload}
    </Button>
  );
  return (
    <Section title={words.statements} tools={button}>
      {rows.length === 0 ? (
        <Empty text={words.noStatements} />
      ) : (
        <TablePlace label={words.statements}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{words.file}</th>
                <th scope="col">{words.wallet}</th>
                <th scope="col">{words.lines}</th>
                <th scope="col">{words.period}</th>
                <th scope="col">{words.importedBy}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{row.file_name}</th>
                  <td>{row.wallet}</td>
                  <td>{row.lines}</td>
                  <td>
                    <Time at={row.first_at} /> – <Time at={row.last_at} />
                  </td>
                  <td>
                    {row.imported_by} · <Time at={row.imported_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TablePlace>
      )}
      {isUploading && <UploadDialog wallets={wallets} onClose={() => setUploading(false)} />}
    </Section>
  );
}

interface StatementsProps {
  readonly rows: readonly ImportedStatement[];
  readonly wallets: readonly Wallet[];
}
