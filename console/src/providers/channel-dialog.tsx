import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type ChannelChange, isWaiting, useChangeChannel } from '../api/admin.ts';
import type { Channel, CollectionMode } from '../api/types.ts';
import { useOperatorLabel } from '../hooks/use-operators.ts';
import { oneOf } from '../search.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAdminAction } from '../ui/use-admin-action.ts';
import { useWords } from '../words/words.tsx';
import { findLimitProblem, parseLimit } from './limits.ts';

const MODES: readonly CollectionMode[] = ['merchant_initiated', 'customer_initiated'];

/** Changes a channel; only what is different is sent. */
export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const { actions, changes, fields, modes } = useWords();
  const labelOf = useOperatorLabel();
  const words = actions.providers;
  const change = useChangeChannel();
  const carryOut = useAdminAction();
  const [draft, setDraft] = useState<Draft>({
    enabled: channel.enabled,
    collection_mode: channel.collection_mode,
    merchant_number: channel.merchant_number,
    merchant_display_name: channel.merchant_display_name ?? '',
    ussd_template: channel.ussd_template ?? '',
    smallest: String(channel.min_amount_xaf ?? ''),
    largest: String(channel.max_amount_xaf ?? ''),
  });
  const put = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  return (
    <ConfirmDialog
      title={words.editTitle(labelOf(channel.operator))}
      tone="go"
      confirmLabel={words.save}
      consequence={words.openDeposits}
      asksReason
      asksSecond={movesMoney(toChange(channel, draft, ''))}
      isBlocked={findLimitProblem(draft) !== null}
      onClose={onClose}
      onConfirm={async (reason) => {
        const answer = await carryOut(
          () => change.mutateAsync(toChange(channel, draft, reason)),
          (saved) => (isWaiting(saved) ? changes.waits : words.saved),
        );
        if (answer !== null) onClose();
      }}
    >
      <Switch
        label={words.enabled}
        checked={draft.enabled}
        onChange={(event) => put({ enabled: event.currentTarget.checked })}
      />
      <NativeSelect
        label={fields.mode}
        size="md"
        value={draft.collection_mode}
        data={MODES.map((value) => ({ value, label: modes[value] }))}
        onChange={(event) =>
          put({ collection_mode: oneOf(MODES, event.currentTarget.value) ?? draft.collection_mode })
        }
      />
      <TextInput
        label={fields.merchantNumber}
        value={draft.merchant_number}
        onChange={(event) => put({ merchant_number: event.currentTarget.value })}
      />
      <TextInput
        label={words.displayName}
        value={draft.merchant_display_name}
        onChange={(event) => put({ merchant_display_name: event.currentTarget.value })}
      />
      <TextInput
        label={words.template}
        value={draft.ussd_template}
        onChange={(event) => put({ ussd_template: event.currentTarget.value })}
      />
      <LimitFields draft={draft} onChange={put} />
    </ConfirmDialog>
  );
}

/** The smallest and largest amount of one payment. */
function LimitFields({ draft, onChange }: LimitFieldsProps) {
  const { providers: words } = useWords().actions;
  const problem = findLimitProblem(draft);
  const largestError = problem === 'largest' ? words.limitWrong : null;
  return (
    <>
      <TextInput
        label={words.smallest}
        inputMode="numeric"
        value={draft.smallest}
        error={problem === 'smallest' ? words.limitWrong : null}
        onChange={(event) => onChange({ smallest: event.currentTarget.value })}
      />
      <TextInput
        label={words.largest}
        inputMode="numeric"
        value={draft.largest}
        error={problem === 'crossed' ? words.limitsCrossed : largestError}
        onChange={(event) => onChange({ largest: event.currentTarget.value })}
      />
    </>
  );
}

interface LimitFieldsProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

interface ChannelDialogProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

interface Draft {
  readonly enabled: boolean;
  readonly collection_mode: CollectionMode;
  readonly merchant_number: string;
  readonly merchant_display_name: string;
  readonly ussd_template: string;
  readonly smallest: string;
  readonly largest: string;
}

/** The same as the service: an amount or a name does not wait. */
function movesMoney({ enabled, merchant_number, ussd_template }: ChannelChange): boolean {
  return enabled === true || merchant_number !== undefined || ussd_template !== undefined;
}

function toChange(channel: Channel, draft: Draft, reason: string): ChannelChange {
  const { enabled, collection_mode, merchant_number } = draft;
  const name = draft.merchant_display_name.trim();
  const template = draft.ussd_template.trim();
  const smallest = parseLimit(draft.smallest);
  const largest = parseLimit(draft.largest);
  return {
    id: channel.id,
    reason,
    ...(enabled === channel.enabled ? {} : { enabled }),
    ...(collection_mode === channel.collection_mode ? {} : { collection_mode }),
    ...(merchant_number === channel.merchant_number ? {} : { merchant_number }),
    ...(name === (channel.merchant_display_name ?? '') ? {} : { merchant_display_name: name }),
    ...(template === (channel.ussd_template ?? '') ? {} : { ussd_template: template }),
    ...(smallest === undefined || smallest === channel.min_amount_xaf
      ? {}
      : { min_amount_xaf: smallest }),
    ...(largest === undefined || largest === channel.max_amount_xaf
      ? {}
      : { max_amount_xaf: largest }),
  };
}
