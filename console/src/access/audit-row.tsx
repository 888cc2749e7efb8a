import type { AuditRow } from '../api/types.ts';
import { SubjectName, useSaySubject } from '../changes/subject-name.tsx';
import { Time } from '../ui/figures.tsx';
import { type Column, Table } from '../ui/lists/table.tsx';
import { useWords, type Words } from '../words/words.tsx';
import { sayDeed } from './say-deed.ts';

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
    { head: fields.reason, from: 2, cell: (line) => <Reason line={line} /> },
  ];
}

function Deed({ line }: { readonly line: AuditRow }) {
  const words = useWords();
  const sayOf = useSaySubject();
  const { name, email } = actorOf(line.actor, words);
  return (
    <>
      <strong title={email}>{name}</strong>{' '}
      <span title={line.subject}>{sayDeed(line, words, sayOf(line.about))}.</span>
    </>
  );
}

/** A person who approves a change on the screen gives no reason: it is that of who asked for it. */
function Reason({ line }: { readonly line: AuditRow }) {
  const words = useWords();
  const { action, actor, reason } = line;
  const isAskers = action === 'change.approve' && actorOf(actor, words).email !== '';
  if (reason === null || !isAskers) return reason;
  return (
    <>
      <span className="soft">
        {words.auditLog.reasonAsked}
        {words.colon}
      </span>{' '}
      {reason}
    </>
  );
}

function Recorded({ line }: { readonly line: AuditRow }) {
  const words = useWords();
  const { audit } = words.actions;
  return (
    <>
      <p>
        <SubjectName subject={line.about} />
      </p>
      <p className="soft">
        {words.auditLog.raw}
        {words.colon} <span className="code">{line.action}</span> {actorOf(line.actor, words).email}
        {line.ip !== null && ` · ${audit.system} ${line.ip}`}
      </p>
      <div className="beside">
        <Side title={audit.before} json={line.before} named={line.named} />
        <Side title={audit.after} json={line.after} named={line.named} />
      </div>
    </>
  );
}

/** `Ada Mbarga <ada@example.com>` → her name; the address is for the hover. */
function actorOf(actor: string, { auditLog }: Words) {
  if (actor === 'clock') return { name: auditLog.service, email: '' };
  if (actor === 'momo') return { name: auditLog.commandLine, email: '' };
  if (actor === 'somebody') return { name: auditLog.somebody, email: '' };
  const [, name = actor, email = ''] = /^(.*) <(.*)>$/.exec(actor) ?? [];
  return { name, email };
}

interface SideProps {
  readonly title: string;
  readonly json: string | null;
  readonly named: AuditRow['named'];
}

/** Names stand in place of the ids that have one; the id is for the hover. */
function Side({ title, json, named = [] }: SideProps) {
  if (json === null) return null;
  const nameOf = new Map(named.map(({ id, name }) => [id, name]));
  return (
    <div>
      <h3>{title}</h3>
      <pre className="answer">
        {indent(json)
          .split(UUID)
          .map((part, index) => {
            const name = nameOf.get(part);
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
            return name === undefined ? (
              part
            ) : (
              <span key={index} title={part}>
                {name}
              </span>
            );
          })}
      </pre>
    </div>
  );
}

const UUID = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
