import { usePlayer } from '../api/reads.ts';
import type { Player } from '../api/types.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { Money, Time } from '../ui/figures.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Unloaded } from '../ui/states/loaded.tsx';
import { formatMsisdn } from '../words/format.ts';
import { formatCount } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { ShortRows } from './transaction-row.tsx';

/** What is known of the player, to be read beside a request of theirs. */
export function PlayerHistory({ playerId, mark }: PlayerHistoryProps) {
  const words = useWords();
  const player = usePlayer(playerId);
  if (player.data === undefined) return <Unloaded query={player} shape="facts" />;
  const others = player.data.recent.filter(({ id }) => id !== mark);
  return (
    <>
      <PlayerSums player={player.data} />
      {others.length === 0 ? (
        <Empty text={mark === undefined ? words.empty.player : words.player.firstTime} />
      ) : (
        <ShortRows lines={others} />
      )}
    </>
  );
}

interface PlayerHistoryProps {
  readonly playerId: string;
  /** The transaction that is open; it is not part of its own history. */
  readonly mark?: string;
}

function PlayerSums({ player }: { readonly player: Player }) {
  const { player: words, fields } = useWords();
  return (
    <Facts>
      <Fact name={words.deposits}>
        {formatCount(player.deposits_succeeded)} · <Money xaf={player.deposits_xaf} />
      </Fact>
      <Fact name={words.withdrawals}>
        {formatCount(player.withdrawals_succeeded)} · <Money xaf={player.withdrawals_xaf} />
      </Fact>
      <Fact name={words.balance}>
        <Money xaf={player.deposits_xaf - player.withdrawals_xaf} />
      </Fact>
      <Fact name={words.since}>
        {player.first_seen_at === null ? fields.none : <Time at={player.first_seen_at} />}
      </Fact>
      <Fact name={words.numbers}>
        {player.numbers_masked.map(formatMsisdn).join(', ') || fields.none}
      </Fact>
    </Facts>
  );
}
