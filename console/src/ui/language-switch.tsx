import { LANGUAGES } from '../words/language.ts';
import { WORDS } from '../words/languages.ts';
import { useWords } from '../words/words.tsx';

export function LanguageSwitch() {
  const { language, setLanguage, shell } = useWords();
  return (
    <div className="switch" role="group" aria-label={shell.language}>
      {LANGUAGES.map((name) => (
        <button
          key={name}
          type="button"
          lang={name}
          title={WORDS[name].languageName}
          aria-label={`${name.toUpperCase()}: ${WORDS[name].languageName}`}
          aria-pressed={name === language}
          onClick={() => setLanguage(name)}
        >
          {name.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
