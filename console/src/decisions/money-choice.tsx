import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { RefusedMoney } from '../api/decisions.ts';
import type { DetailAnswer } from '../api/types.ts';
import { useWords } from '../words/words.tsx';

const SHORTEST_HOW = 3;

/**
 * Asks what becomes of the payment of a rejected deposit; `null` before the answer. What cannot
 * become of it cannot be chosen, and says why.
 */
export function MoneyChoice({ detail, onChange }: MoneyChoiceProps) {
  const { actions, said } = useWords();
  const { money: words } = actions;
  const { transaction, receipts } = detail;
  const { money_refusals: refusals, provider_tx_id: paidBy } = transaction;
  const isReceived = receipts.some(({ used_for }) => used_for === transaction.id);
  const [choice, setChoice] = useState('');
  const [how, setHow] = useState('');
  const say = (choice: string, how: string) => {
    setChoice(choice);
    setHow(how);
    onChange(toMoney(choice, how.trim()));
  };
  const ways = [
    { value: 'sent_back', label: words.sentBack, no: words.notSentBack, why: refusals?.sent_back },
    { value: 'returned', label: words.returned, no: words.notReturned, why: refusals?.returned },
  ];
  return (
    <>
      <NativeSelect
        size="md"
        label={words.label}
        description={isReceived || paidBy === null ? words.hint : words.hintNamed(paidBy)}
        value={choice}
        onChange={(event) => say(event.currentTarget.value, how)}
        data={[
          { value: '', label: words.choose },
          { value: 'free', label: words.free },
          ...ways.map(({ value, label, why }) => ({ value, label, disabled: Boolean(why) })),
        ]}
        required
      />
      {ways.map(
        ({ value, no, why }) =>
          why && (
            <p key={value} className="why-not">
              {no} {said(why)}
            </p>
          ),
      )}
      {choice === 'returned' && (
        <Textarea
          label={words.how}
          description={words.howHint}
          value={how}
          onChange={(event) => say(choice, event.currentTarget.value)}
          maxLength={500}
          autosize={false}
          rows={2}
          required
        />
      )}
    </>
  );
}

function toMoney(choice: string, how: string): RefusedMoney | null {
  if (choice === 'free' || choice === 'sent_back') return { money: choice };
  const isReported = choice === 'returned' && how.length >= SHORTEST_HOW;
  return isReported ? { money: choice, returned_how: how } : null;
}

interface MoneyChoiceProps {
  readonly detail: DetailAnswer;
  readonly onChange: (money: RefusedMoney | null) => void;
}
