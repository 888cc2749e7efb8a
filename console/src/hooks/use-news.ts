import { createContext, useContext } from 'react';

/** Whether the person wants news of new work, or `null` before they were asked. */
export type NewsWish = 'on' | 'off' | null;

const REMEMBERED = 'momo-news';

export function readNewsWish(): NewsWish {
  const wish = localStorage.getItem(REMEMBERED);
  return wish === 'on' || wish === 'off' ? wish : null;
}

/** The browser asks for its permission only now, after a click that says why. */
export async function rememberNewsWish(wish: 'on' | 'off'): Promise<void> {
  localStorage.setItem(REMEMBERED, wish);
  if (wish === 'on' && 'Notification' in window) await Notification.requestPermission();
}

export const NewsContext = createContext<NewsChoice>({ wish: null, choose: () => {} });

interface NewsChoice {
  readonly wish: NewsWish;
  readonly choose: (wish: 'on' | 'off') => void;
}

export function useNews(): NewsChoice {
  return useContext(NewsContext);
}
