import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { oneOf, RECEIPT_LISTS, type ReceiptList } from '../search.ts';
import { useWords } from '../words/words.tsx';

/** Whole payments that no deposit used, or what was paid above the amount of deposits. */
export function ChooseList({ list }: { readonly list: ReceiptList }) {
  const { giveBack } = useWords();
  const navigate = useNavigate();
  return (
    <NativeSelect
      size="sm"
      aria-label={giveBack.lists.label}
      value={list}
      onChange={(event) =>
        void navigate({
          to: '/receipts',
          search: { list: oneOf(RECEIPT_LISTS, event.currentTarget.value) },
        })
      }
      data={RECEIPT_LISTS.map((value) => ({ value, label: giveBack.lists[value] }))}
    />
  );
}
