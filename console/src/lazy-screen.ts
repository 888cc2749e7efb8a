import { lazyRouteComponent } from '@tanstack/react-router';
import { loadOtherWords } from './words/words.tsx';

/** The router would load the whole page again, and without a network lose the console with it. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded';
}

type Load = () => Promise<unknown>;
const screens: Load[] = [loadOtherWords];

/** A screen whose code is fetched when it is needed; one that cannot be fetched is tried again. */
export function screen<T extends Record<string, unknown>, K extends keyof T>(
  load: () => Promise<T>,
  name: K,
) {
  screens.push(load);
  return lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new ScreenNotLoaded('a screen could not be loaded', { cause });
      }),
    name,
  );
}

/** Fetches the other language and every screen ahead, so that they are there without a network. */
export function fetchScreensAhead(): void {
  const [next] = screens.splice(0, 1);
  if (next === undefined) return;
  const go = () =>
    void next().then(fetchScreensAhead, () => {
      // It is fetched again when a person opens it.
    });
  if ('requestIdleCallback' in globalThis) requestIdleCallback(go);
  else setTimeout(go, 200);
}
