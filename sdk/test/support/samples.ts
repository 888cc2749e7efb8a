import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../../../service/src/settings/checkout.ts';

/** A block of code of a document. */
export interface Sample {
  readonly document: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** All that a platform reads. */
export const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'sdk/**/*.md', 'examples/*.md'], {
  cwd: CHECKOUT,
  exclude: (path) => path.includes('node_modules') || path.includes('decisions'),
});

const BLOCK = /^```([a-z]+)[^\n]*\n(.*?)^```$/gms;

/** The blocks of code of a document, in order. */
export function samplesOf(document: string): readonly Sample[] {
  const text = readFileSync(join(CHECKOUT, document), 'utf8');
  return [...text.matchAll(BLOCK)].map(({ 1: language = '', 2: code = '', index }) => ({
    document,
    line: text.slice(0, index).split('\n').length,
    language,
    code,
  }));
}

/** The one block of a document that has this text. */
export function sampleWith(document: string, text: string): Sample {
  const found = samplesOf(document).filter(({ code }) => code.includes(text));
  const [sample] = found;
  if (sample === undefined || found.length > 1) {
    throw new Error(`${document} has ${found.length} samples with ${text}`);
  }
  return sample;
}
