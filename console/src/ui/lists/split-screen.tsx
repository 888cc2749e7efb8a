import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../../words/words.tsx';
import { Empty } from '../load-state.tsx';

/** A queue beside the entry that is open; on a narrow screen one after the other. */
export function SplitScreen(props: SplitScreenProps) {
  const { list, empty } = useWords();
  const { openId } = props;
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
    <div className="split" data-open={props.panel !== null}>
      <section className="split-list">
        <header className="screen-head">
          <h1>{props.title}</h1>
          {props.tools}
        </header>
        {props.list}
      </section>
      <section className="split-panel" aria-label={props.panelLabel} tabIndex={-1} ref={panel}>
        {props.panel === null ? (
          <Empty text={empty.choose} />
        ) : (
          <>
            <button type="button" className="back quiet-button" onClick={props.onBack}>
              ← {list.back}
            </button>
            {props.panel}
          </>
        )}
      </section>
    </div>
  );
}

interface SplitScreenProps {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly list: ReactNode;
  readonly panel: ReactNode | null;
  readonly panelLabel: string;
  readonly openId: string | undefined;
  readonly onBack: () => void;
}
