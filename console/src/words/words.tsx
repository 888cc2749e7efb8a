import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type Language, WORDS, type Words } from './languages.ts';

export type { Language, Words } from './languages.ts';

export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
    localStorage.setItem(REMEMBERED, language);
  }, [language]);
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
