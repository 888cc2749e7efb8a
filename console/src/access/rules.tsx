import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isWaiting, useChangeRule, useChanges, useRules } from '../api/admin.ts';
import type { Rule, Rules as RulesAnswer } from '../api/types.ts';
import { useSayRule } from '../changes/differences.tsx';
import { useMe } from '../hooks/use-me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/figures.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Section } from '../ui/section.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import type { RuleWords } from '../words/access/en-rules.ts';
import { useWords } from '../words/words.tsx';

/** The money policy: what holds, who changed it, and what waits for a second person. */
export function Rules() {
  const { rules: words } = useWords();
  const { environment } = useMe();
  const query = useRules();
  const [edited, setEdited] = useState<Rule | null>(null);
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      <p className="soft">{words.about}</p>
      {environment === 'live' && <p className="soft">{words.liveHint}</p>}
      <Waiting />
      <Loaded query={query} shape="cards" lines={2}>
        {({ revision, values, history }) => (
          <>
            <Section title={words.revision(revision)}>
              <Values values={values} onEdit={setEdited} />
            </Section>
            <Section title={words.history}>
              {history.map((one) => (
                <Revision key={one.revision} revision={one} />
              ))}
            </Section>
          </>
        )}
      </Loaded>
      {edited !== null && <EditDialog rule={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function Waiting() {
  const { rules: words, changes } = useWords();
  const { data } = useChanges();
  const isWaiting = data?.items.some(({ kind, state }) => kind === 'policy' && state === 'open');
  if (isWaiting !== true) return null;
  return (
    <p className="approvals-note">
      {words.waiting}{' '}
      <Link to="/changes" className="quiet-button">
        {changes.title}
      </Link>
    </p>
  );
}

interface ValuesProps {
  readonly values: readonly Rule[];
  readonly onEdit: (rule: Rule) => void;
}

function Values({ values, onEdit }: ValuesProps) {
  const words = useWords();
  const { rules } = words;
  const sayRule = useSayRule();
  return (
    <Table
      label={rules.title}
      rows={values}
      keyOf={({ name }) => name}
      columns={[
        { head: rules.name, cell: ({ name }) => rules.names[name] },
        {
          head: rules.value,
          from: 2,
          cell: ({ name, value }) => <span className="long-text">{sayRule(name, value)}</span>,
        },
        {
          head: rules.change,
          kind: 'acts',
          cell: (rule) => (
            <Button
              variant="default"
              size="xs"
              aria-label={`${rules.change}${words.colon} ${rules.names[rule.name]}`}
              onClick={() => onEdit(rule)}
            >
              {rules.change}
            </Button>
          ),
        },
      ]}
    />
  );
}

function Revision({ revision: one }: { readonly revision: RulesAnswer['history'][number] }) {
  const { rules, fields } = useWords();
  const sayRule = useSayRule();
  return (
    <Facts>
      <Fact name={rules.revision(one.revision)}>
        {one.changed_by} · <Time at={one.at} />
      </Fact>
      {one.agreed_by !== null && <Fact name={rules.agreedBy}>{one.agreed_by}</Fact>}
      <Fact name={fields.reason}>{one.changes.length === 0 ? rules.first : one.reason}</Fact>
      {one.changes.map(({ name, before, after }) => (
        <Fact key={name} name={rules.names[name]}>
          {sayRule(name, before)} → <strong>{sayRule(name, after)}</strong>
        </Fact>
      ))}
    </Facts>
  );
}

interface EditProps {
  readonly rule: Rule;
  readonly onClose: () => void;
}

function EditDialog({ rule, onClose }: EditProps) {
  const { rules: words, actions, changes, said } = useWords();
  const { changes_second_person: mayWait } = useMe();
  const change = useChangeRule();
  const carryOut = useAdminAction();
  const [value, setValue] = useState(rule.value ?? OFF);
  return (
    <ConfirmDialog
      title={words.names[rule.name]}
      tone="go"
      confirmLabel={actions.providers.save}
      consequence={mayWait ? words.holdsOrWaits : words.holdsAt}
      asksReason
      onClose={onClose}
      onConfirm={async (reason) => {
        const answer = await carryOut(
          () => change.mutateAsync({ changes: [{ name: rule.name, value: value.trim() }], reason }),
          (saved) => {
            if (isWaiting(saved)) return changes.waits;
            return saved.done ? words.saved : words.same;
          },
        );
        if (answer !== null) onClose();
      }}
    >
      {rule.is_flag ? (
        <NativeSelect
          label={words.value}
          value={value}
          data={[
            { value: 'true', label: actions.staff.yes },
            { value: 'false', label: actions.staff.no },
          ]}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          label={words.value}
          description={words.takes(takenBy(rule, words, said(rule.accepts)))}
          value={value}
          autoComplete="off"
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

/** With the unit, where the name of the rule does not have it. */
function takenBy({ name }: Rule, { inXaf }: RuleWords['rules'], form: string): string {
  return name.endsWith('_xaf') ? `${form} (${inXaf})` : form;
}

/** What a person types for a rule that does not hold; its dialog says so where it can be. */
const OFF = 'off';
