import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useOverview } from '../api/reads.ts';
import { isWork, mayDecide } from '../api/roles.ts';
import type { Overview } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { NewsContext, readNewsWish, rememberNewsWish, useNews } from '../hooks/use-news.ts';
import { useWords, type Words } from '../words/words.tsx';

/** Announces new work by sound and notification, for those who want it. */
export function NewsProvider({ children }: { readonly children: ReactNode }) {
  const [wish, setWish] = useState(readNewsWish);
  useArrivals(wish === 'on');
  const choose = (next: 'on' | 'off') => {
    setWish(next);
    void rememberNewsWish(next);
    if (next === 'on') ring();
  };
  return <NewsContext value={{ wish, choose }}>{children}</NewsContext>;
}

/** Asks once, those who can do something about new work. */
export function NewsQuestion() {
  const { news } = useWords().shell;
  const { staff } = useMe();
  const { wish, choose } = useNews();
  if (wish !== null || !mayDecide(staff)) return null;
  return (
    <aside className="news-question" aria-label={news.title}>
      <p>{news.question}</p>
      <Button size="xs" onClick={() => choose('on')}>
        {news.yes}
      </Button>
      <Button size="xs" variant="default" onClick={() => choose('off')}>
        {news.no}
      </Button>
    </aside>
  );
}

function useArrivals(isWanted: boolean): void {
  const words = useWords();
  const { staff } = useMe();
  const { data } = useOverview();
  const seen = useRef<Overview['queues'] | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const before = seen.current;
    seen.current = data.queues;
    if (before === null || !isWanted) return;
    const news = data.queues
      .filter(({ name }) => isWork(name, staff.role))
      .filter(({ name, count }) => count > (before.find((one) => one.name === name)?.count ?? 0));
    if (news.length === 0) return;
    ring();
    notify(news, words);
  }, [data, isWanted, staff.role, words]);
}

/** A later notification replaces the earlier one: the counts in it are the present ones. */
function notify(news: Overview['queues'], { shell, home, product }: Words): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const body = news.map(({ name, count }) => `${home.queue[name]}: ${count}`).join('\n');
  new Notification(`${product}: ${shell.news.arrived}`, { body, tag: 'momo-news' });
}

const TONES_HZ = [660, 880] as const;
const TONE_S = 0.14;
const LOUDNESS = 0.15;

/** Two short tones, made here; a browser without a click so far stays silent. */
function ring(): void {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = LOUDNESS;
  volume.connect(audio.destination);
  for (const [index, hz] of TONES_HZ.entries()) {
    const tone = audio.createOscillator();
    tone.frequency.value = hz;
    tone.connect(volume);
    tone.start(audio.currentTime + index * TONE_S);
    tone.stop(audio.currentTime + (index + 1) * TONE_S);
    if (index === TONES_HZ.length - 1) tone.addEventListener('ended', () => void audio.close());
  }
}
