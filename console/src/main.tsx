import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchPresence } from './api/client.ts';
import { Console } from './console.tsx';
import { firstLanguage, loadWords } from './words/words.tsx';

void start();

/** Not by awaiting in the module itself: the words import from it, and would wait for its end. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element #root');
  watchPresence();
  const words = await loadWords(firstLanguage());
  createRoot(root).render(
    <StrictMode>
      <Console words={words} />
    </StrictMode>,
  );
}
