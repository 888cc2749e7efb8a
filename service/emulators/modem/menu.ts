import type { Screen, UssdNetwork, UssdSession } from './modem-state.ts';

/** A screen and what follows an answer; without it the session ends. */
export interface Menu {
  readonly text: string;
  readonly next?: (answer: string) => Menu;
}

/** Walks a phone through a menu. */
export function openMenu(
  first: Menu,
  change: (screen: Screen) => Screen = (screen) => screen,
): NonNullable<ReturnType<UssdNetwork>> {
  let menu = first;
  const show = (): Screen => change({ text: menu.text, isOpen: menu.next !== undefined });
  const session: UssdSession = {
    answer: (text) => {
      menu = menu.next?.(text) ?? { text: 'Session terminée' };
      return show();
    },
  };
  return { screen: show(), session };
}
