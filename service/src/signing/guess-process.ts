import { text } from 'node:stream/consumers';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { dictionary as french } from '@zxcvbn-ts/language-fr';
import type { Guessable, PasswordQuestion } from './password-guesses.ts';

// Judges one password from the standard input, in a process of its own.

/** What an attacker with the hash of a stolen database tries within days, at 19 MiB a guess. */
const MAX_GUESSES = 1e10;

const guesser = new ZxcvbnFactory({
  dictionary: { ...dictionary, ...french },
  graphs: adjacencyGraphs,
  // Beyond these a password of 200 signs takes seconds, and what follows only makes it better.
  maxLength: 64,
  l33tMaxSubstitutions: 20,
});

/** By the pattern of the longest part. */
const REASONS: Readonly<Record<string, Guessable>> = {
  spatial: 'keyboard',
  repeat: 'repeats',
  sequence: 'repeats',
};

function judge({ password, ownWords }: PasswordQuestion): Guessable | null {
  const { guesses, sequence } = guesser.check(password, [...ownWords]);
  if (guesses > MAX_GUESSES) return null;
  const [longest] = sequence.toSorted((one, other) => other.token.length - one.token.length);
  if (longest?.['dictionaryName'] === 'userInputs') return 'own_words';
  return REASONS[longest?.pattern ?? ''] ?? 'common';
}

const question = JSON.parse(await text(process.stdin)) as PasswordQuestion;
process.stdout.write(JSON.stringify(judge(question)));
