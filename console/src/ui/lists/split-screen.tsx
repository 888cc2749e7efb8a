import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../../words/words.tsx';
import { Empty } from '../states/empty.tsx';
import { Loading } from '../states/loading.tsx';

/** A queue beside the entry that is open; on a narrow screen one after the other. */
export function SplitScreen(props: SplitScreenProps) {
  const { list } = useWords();
  const { openId } = props;
  // With nothing to be opened there is nothing beside the list.
  const isAlone = props.panel === null && props.isEmpty && !props.isLoading;
  const panel = useRef<HTMLElement>(null);
  const lastOpened = useRef(openId);
  // After a row was opened, reading continues there and not at the next row.
  useEffect(() => {
    if (openId !== undefined && openId !== lastOpened.current) {
      panel.current?.focus({ preventScroll: true });
    }
    lastOpened.current = openId;
  }, [openId]);
  return (
    <div className="split" data-open={props.panel !== null} data-alone={isAlone || undefined}>
      <section className="split-list">
        <header className="screen-head">
          <h1>{props.title}</h1>
          {props.tools}
        </header>
        {props.list}
      </section>
      {!isAlone && (
        <section className="split-panel" aria-label={props.panelLabel} tabIndex={-1} ref={panel}>
          {props.panel === null ? (
            <Unopened isLoading={props.isLoading} />
          ) : (
            <>
              <button type="button" className="back quiet-button" onClick={props.onBack}>
                ← {list.back}
              </button>
              {props.panel}
            </>
          )}
        </section>
      )}
    </div>
  );
}

/** The first row opens by itself where there is room, so its shape is drawn before it comes. */
function Unopened({ isLoading }: Pick<SplitScreenProps, 'isLoading'>) {
  const { empty } = useWords();
  return isLoading ? <Loading shape="panel" /> : <Empty mark="choose" text={empty.choose} />;
}

interface SplitScreenProps {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly list: ReactNode;
  readonly panel: ReactNode | null;
  readonly panelLabel: string;
  readonly openId: string | undefined;
  readonly isLoading: boolean;
  /** No row is there to be opened. */
  readonly isEmpty: boolean;
  readonly onBack: () => void;
}
