import { LANGUAGE_NAMES, LANGUAGES } from '../words/language.ts';
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
          title={LANGUAGE_NAMES[name]}
          aria-label={`${name.toUpperCase()}: ${LANGUAGE_NAMES[name]}`}
          aria-pressed={name === language}
          onClick={() => setLanguage(name)}
        >
          {name.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
