import { getRouteApi } from '@tanstack/react-router';
import { CopyText } from '../ui/figures.tsx';
import { useWords } from '../words/words.tsx';
import { PlayerHistory } from './player-history.tsx';

const route = getRouteApi('/players/$playerId');

export function PlayerScreen() {
  const { player, fields } = useWords();
  const { playerId } = route.useParams();
  return (
    <>
      <header className="screen-head">
        <h1>{player.title}</h1>
        <span className="code">{playerId}</span> <CopyText value={playerId} label={fields.id} />
      </header>
      <div className="card">
        <PlayerHistory playerId={playerId} />
      </div>
    </>
  );
}
