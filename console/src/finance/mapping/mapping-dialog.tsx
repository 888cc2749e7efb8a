import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { StatementLook } from '../../api/types.ts';
import { Dialog } from '../../ui/confirm-dialog.tsx';
import { useAnnounce } from '../../ui/result-message.tsx';
import { describeProblem } from '../../ui/states/describe-problem.ts';
import { useWords } from '../../words/words.tsx';
import { Problems } from '../statements/statement-preview.tsx';
import { ColumnTable } from './column-table.tsx';
import { LastChange } from './last-change.tsx';
import { MappingDetails } from './mapping-details.tsx';
import { ReadLines, Verdict } from './mapping-reading.tsx';
import { useMapping } from './use-mapping.ts';

/** A person says what each column of a file is, sees what is read, and keeps it under a name. */
export function MappingDialog({ uploadId, onKept, onAsked, onClose }: MappingDialogProps) {
  const words = useWords();
  const { mapping: own } = words;
  const announce = useAnnounce();
  const { look, mapping, isReading, edit, before, undo, keeping, keep } = useMapping(uploadId);
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const error = look.error ?? keeping.error;
  const { data } = look;
  const keepNow = async () => {
    const kept = await keep({ name: name.trim(), reason: reason.trim() });
    if (kept === null || ('kept' in kept && kept.kept === null)) return;
    const isWaiting = 'change_id' in kept;
    const text = isWaiting ? words.changes.waits : own.kept(kept.kept ?? '');
    announce({ tone: isWaiting ? 'calm' : 'good', text });
    (isWaiting ? onAsked : onKept)();
  };
  const isReadable = data !== undefined && data.problems.length + data.missing.length === 0;
  const isUnproven = isReadable && data.proof === null;
  const lacks = isReadable ? lackingOf(name, isUnproven ? reason : null) : 'reading';
  const buttons = (
    <>
      <Button variant="default" size="md" onClick={onClose} disabled={keeping.isPending}>
        {words.actions.cancel}
      </Button>
      {data !== undefined && lacks !== null && <p className="soft">{own.lacking[lacks]}</p>}
      <Button
        size="md"
        loading={keeping.isPending}
        disabled={isReading || lacks !== null}
        onClick={() => void keepNow()}
      >
        {isUnproven ? own.ask : own.keep}
      </Button>
    </>
  );
  return (
    <Dialog
      title={own.title}
      onClose={onClose}
      isBusy={keeping.isPending}
      size="70rem"
      buttons={buttons}
    >
      <p className="soft">{own.about}</p>
      {error !== null && (
        <p className="form-problem" role="alert">
          {describeProblem(error, words)}
        </p>
      )}
      <Problems
        problems={
          keeping.data !== undefined && 'problems' in keeping.data ? keeping.data.problems : []
        }
      />
      {data === undefined || mapping === null ? (
        <p aria-busy="true">{own.reading}</p>
      ) : (
        <div className="stack" data-reading={isReading}>
          <ColumnTable look={data} mapping={mapping} onEdit={edit} />
          {before !== null && <LastChange before={before} mapping={mapping} onUndo={undo} />}
          <Verdict look={data} />
          <ReadLines look={data} />
          <NameFields {...{ look: data, isUnproven, name, setName, reason, setReason }} />
          <MappingDetails look={data} mapping={mapping} onEdit={edit} />
        </div>
      )}
    </Dialog>
  );
}

/** A reason is asked for only where a second person has to approve. */
function lackingOf(name: string, reason: string | null): 'name' | 'reason' | null {
  if (name.trim().length < 2) return 'name';
  return reason !== null && reason.trim().length < 3 ? 'reason' : null;
}

function NameFields(props: NameFieldsProps) {
  const { look, isUnproven, name, setName, reason, setReason } = props;
  const { mapping: words } = useWords();
  const list = useId();
  const known = look.kept.find((one) => one.name === name.trim());
  return (
    <>
      <TextInput
        label={words.name}
        description={known === undefined ? words.nameHint : words.nextVersion(known.version + 1)}
        value={name}
        maxLength={60}
        list={list}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <datalist id={list}>
        {look.kept.map((one) => (
          <option key={one.name} value={one.name} />
        ))}
      </datalist>
      {isUnproven && (
        <TextInput
          label={words.reason}
          description={words.reasonHint}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </>
  );
}

interface NameFieldsProps {
  readonly look: StatementLook;
  /** The file does not show that it is read right: a second person has to say so. */
  readonly isUnproven: boolean;
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
}

interface MappingDialogProps {
  readonly uploadId: string;
  /** It reads the next file of this form, and this one. */
  readonly onKept: () => void;
  /** It reads nothing until a second person has approved it. */
  readonly onAsked: () => void;
  readonly onClose: () => void;
}
