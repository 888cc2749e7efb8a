import type { ReactNode } from 'react';
import { itemsOf, PagedList, type PagedListProps } from './paged-list.tsx';
import { SplitScreen } from './split-screen.tsx';
import type { Identified } from './steady-rows.ts';

/** A queue, beside the entry that is open. */
export function QueueScreen<T extends Identified>(props: QueueScreenProps<T>) {
  const { title, tools, panel, panelLabel, openId, onBack } = props;
  const items = itemsOf(props.query);
  return (
    <SplitScreen
      title={title}
      tools={tools}
      panel={panel}
      panelLabel={panelLabel}
      openId={openId}
      isLoading={items === undefined && props.query.error === null}
      isEmpty={items === undefined || items.length === 0}
      onBack={onBack}
      list={
        <PagedList
          query={props.query}
          listId={props.listId}
          label={title}
          empty={props.empty}
          shape="queue"
          render={props.render}
        />
      }
    />
  );
}

interface QueueScreenProps<T> extends Omit<PagedListProps<T>, 'label' | 'shape' | 'lines'> {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly panel: ReactNode | null;
  readonly panelLabel: string;
  /** The row that is open beside the list. */
  readonly openId: string | undefined;
  readonly onBack: () => void;
}
