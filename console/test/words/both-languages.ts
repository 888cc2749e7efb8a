import { english } from '../../src/words/languages/english.ts';
import { french } from '../../src/words/languages/french.ts';

export const WORDS = { en: english, fr: french } as const;
