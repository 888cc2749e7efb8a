import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { en, type ScreenWords } from './en.ts';
import { type ActionWords, enActions } from './en-actions.ts';
import { enSms, type SmsWords } from './en-sms.ts';
import { fr } from './fr.ts';
import { frActions } from './fr-actions.ts';
import { frSms } from './fr-sms.ts';
import { withFrenchSpaces } from './french-spaces.ts';

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

export const LANGUAGES = ['fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Words extends ScreenWords, SmsWords {
  readonly actions: ActionWords;
}

interface WordsInUse extends Words {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: { ...en, ...enSms, actions: enActions },
  fr: withFrenchSpaces({ ...fr, ...frSms, actions: frActions }),
};

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
