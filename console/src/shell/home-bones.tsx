import { useWords } from '../words/words.tsx';

/** Home before its figures have come: the verdict, the tiles and the queues, all still blank. */
export function HomeBones() {
  return (
    <div className="loading home-bones" aria-busy="true">
      <VerdictBones />
      <p className="home-title">
        <span className="bone" />
      </p>
      <div className="queues">
        {indexes(5).map((index) => (
          <div key={index} className="queue-card">
            <span className="queue-name">
              <span className="bone" />
            </span>
            <span className="queue-count">
              <span className="bone bone-s" />
            </span>
            <span className="soft">
              <span className="bone bone-s" />
            </span>
          </div>
        ))}
      </div>
      <ul className="tiles">
        <TileBones count={5} />
      </ul>
    </div>
  );
}

/** The verdict before all that it is made from has come: neither good nor bad. */
export function VerdictBones() {
  const { errors } = useWords();
  return (
    <p className="verdict verdict-open" aria-busy="true">
      <span className="unseen">{errors.loading}</span>
      <span className="bone bone-l" />
    </p>
  );
}

/** Tiles that will have a figure. */
export function TileBones({ count }: { readonly count: number }) {
  return indexes(count).map((index) => (
    <li key={index} className="tile">
      <span className="tile-name">
        <span className="bone" />
      </span>
      <span className="tile-value">
        <span className="bone" />
      </span>
      <span className="soft">
        <span className="bone bone-s" />
      </span>
      <span className="sparkline" />
    </li>
  ));
}

function indexes(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}
