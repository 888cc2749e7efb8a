import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Language } from './language.ts';
import { WORDS, type Words } from './languages.ts';

export type { Language } from './language.ts';
export type { Words } from './languages.ts';

export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  // Before anything is drawn: numbers are written in the language of the page.
  document.documentElement.lang = language;
  useEffect(() => localStorage.setItem(REMEMBERED, language), [language]);
  return (
    <WordsContext value={{ ...WORDS[language], language, setLanguage }}>{children}</WordsContext>
  );
}

export function useWords(): WordsInUse {
  return useContext(WordsContext);
}

interface WordsInUse extends Words {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
}

const REMEMBERED = 'momo-language';

const WordsContext = createContext<WordsInUse>({
  ...WORDS.en,
  language: 'en',
  setLanguage: () => {},
});

function firstLanguage(): Language {
  const remembered = localStorage.getItem(REMEMBERED);
  if (remembered === 'fr' || remembered === 'en') return remembered;
  return navigator.language.startsWith('fr') ? 'fr' : 'en';
}
