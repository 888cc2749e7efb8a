import { createContext, type ReactNode, useContext, useState } from 'react';
import { LANGUAGES, type Language } from './language.ts';
import type { Words } from './languages/words.ts';

export type { Language } from './language.ts';
export type { Words } from './languages/words.ts';

/** A person reads one language: the other one is not in the first load. */
const LOADS = {
  fr: async () => (await import('./languages/french.ts')).french,
  en: async () => (await import('./languages/english.ts')).english,
} as const satisfies Record<Language, () => Promise<Words>>;

export async function loadWords(language: Language): Promise<LoadedWords> {
  return { language, words: await LOADS[language]() };
}

/** So that the language can be changed also when the network has gone. */
export async function loadOtherWords(): Promise<void> {
  await Promise.all(LANGUAGES.map((language) => LOADS[language]()));
}

export interface LoadedWords {
  readonly language: Language;
  readonly words: Words;
}

export function WordsProvider({ first, children }: WordsProviderProps) {
  const [{ language, words }, setLoaded] = useState(first);
  const setLanguage = (wanted: Language) => {
    // At once: who leaves before the words have come finds them at the next page.
    localStorage.setItem(REMEMBERED, wanted);
    void loadWords(wanted).then(setLoaded, () => {});
  };
  // Before anything is drawn: numbers are written in the language of the page.
  document.documentElement.lang = language;
  return <WordsContext value={{ ...words, language, setLanguage }}>{children}</WordsContext>;
}

interface WordsProviderProps {
  readonly first: LoadedWords;
  readonly children: ReactNode;
}

export function useWords(): WordsInUse {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('the words are not loaded');
  return words;
}

interface WordsInUse extends Words {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
}

const REMEMBERED = 'momo-language';

const WordsContext = createContext<WordsInUse | null>(null);

export function firstLanguage(): Language {
  const remembered = localStorage.getItem(REMEMBERED);
  if (remembered === 'fr' || remembered === 'en') return remembered;
  return navigator.language.startsWith('fr') ? 'fr' : 'en';
}
