import type { ReactNode } from 'react';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import { SplitScreen } from './split-screen.tsx';
import type { Identified } from './steady-rows.ts';

/** A queue, beside the entry that is open. */
export function QueueScreen<T extends Identified>(props: QueueScreenProps<T>) {
  const { title, tools, panel, panelLabel, openId, onBack } = props;
  return (
    <SplitScreen
      title={title}
      tools={tools}
      panel={panel}
      panelLabel={panelLabel}
      openId={openId}
      onBack={onBack}
      list={
        <PagedList
          query={props.query}
          listId={props.listId}
          label={title}
          empty={props.empty}
          render={props.render}
        />
      }
    />
  );
}

interface QueueScreenProps<T> extends Omit<PagedListProps<T>, 'label'> {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly panel: ReactNode | null;
  readonly panelLabel: string;
  /** The row that is open beside the list. */
  readonly openId: string | undefined;
  readonly onBack: () => void;
}
