import { Link } from '@tanstack/react-router';
import type { AuditAction, AuditRow } from '../api/types.ts';
import { Time } from '../ui/figures.tsx';
import { type Column, Table } from '../ui/lists/table.tsx';
import { shortId } from '../words/format.ts';
import { formatMoney } from '../words/money.ts';
import { useWords, type Words } from '../words/words.tsx';

/** Entries as sentences; what was recorded is below each, word for word. */
export function AuditTable({ lines }: { readonly lines: readonly AuditRow[] }) {
  return (
    <Table
      label={useWords().actions.audit.title}
      rows={lines}
      keyOf={({ id }) => String(id)}
      opens={(line) => <Recorded line={line} />}
      columns={useAuditColumns()}
    />
  );
}

export function useAuditColumns(): readonly Column<AuditRow>[] {
  const { auditLog, fields } = useWords();
  return [
    { head: auditLog.time, cell: ({ at }) => <Time at={at} withSeconds /> },
    { head: auditLog.deed, cell: (line) => <Deed line={line} /> },
    { head: fields.reason, from: 2, cell: ({ reason }) => reason },
  ];
}

function Deed({ line }: { readonly line: AuditRow }) {
  const words = useWords();
  const { name, email } = actorOf(line.actor, words);
  return (
    <>
      <strong title={email}>{name}</strong> {deedOf(line, words)}.
    </>
  );
}

function Recorded({ line }: { readonly line: AuditRow }) {
  const words = useWords();
  const { audit } = words.actions;
  return (
    <>
      <SubjectLink line={line} />
      <p className="soft">
        {words.auditLog.raw}
        {words.colon} <span className="code">{line.action}</span>{' '}
        <span className="code">{line.subject}</span> {actorOf(line.actor, words).email}
        {line.ip !== null && ` · ${audit.system} ${line.ip}`}
      </p>
      <div className="beside">
        <Side title={audit.before} json={line.before} />
        <Side title={audit.after} json={line.after} />
      </div>
    </>
  );
}

/** `Ada Mbarga <ada@example.com>` → her name; the address is for the hover. */
function actorOf(actor: string, { auditLog }: Words) {
  if (actor === 'momo') return { name: auditLog.commandLine, email: '' };
  if (actor === 'somebody') return { name: auditLog.somebody, email: '' };
  const [, name = actor, email = ''] = /^(.*) <(.*)>$/.exec(actor) ?? [];
  return { name, email };
}

/** What was done, to what; an action of another release stays as it is. */
function deedOf(line: AuditRow, words: Words): string {
  const { did } = words.auditLog;
  const what = subjectOf(line);
  return Object.hasOwn(did, line.action)
    ? did[line.action as AuditAction](what)
    : `${line.action} ${what}`;
}

function subjectOf({ about }: AuditRow): string {
  const { id, name, amount_xaf: xaf } = about;
  const called = name ?? (UUID.test(id) ? shortId(id) : id);
  return xaf === null ? called : `${called} (${formatMoney(xaf)})`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function SubjectLink({ line: { about } }: { readonly line: AuditRow }) {
  const { transaction: words } = useWords();
  if (about.kind === 'transaction') {
    return (
      <p>
        <Link to="/transactions/$id" params={{ id: about.id }} className="inline-link">
          {words.title} {about.name ?? shortId(about.id)}
        </Link>
      </p>
    );
  }
  if (about.kind !== 'receipt') return null;
  return (
    <p>
      <Link to="/receipts" search={{ id: about.id }} className="inline-link">
        {words.payment} {about.name ?? shortId(about.id)}
      </Link>
    </p>
  );
}

function Side({ title, json }: { readonly title: string; readonly json: string | null }) {
  if (json === null) return null;
  return (
    <div>
      <h3>{title}</h3>
      <pre className="answer">{indent(json)}</pre>
    </div>
  );
}

function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
