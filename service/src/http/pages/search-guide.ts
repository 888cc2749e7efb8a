import type { Section } from './render-document.ts';

export interface GuideHit {
  readonly address: string;
  readonly document: string;
  readonly heading: string;
  /** A piece of the text around the first word that was found. */
  readonly excerpt: string;
}

export interface Searched {
  readonly address: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

const MOST = 30;
const EXCERPT_BEFORE = 60;
const EXCERPT_LENGTH = 240;

/** The sections that have every word, those with the words in the heading first. */
export function searchGuide(documents: readonly Searched[], query: string): readonly GuideHit[] {
  const words = searchWordsOf(query);
  if (words.length === 0) return [];
  return documents
    .flatMap((document) => document.sections.map((section) => rate(document, section, words)))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ finding }) => finding);
}

export function searchWordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
}

function rate({ address, title, sections }: Searched, section: Section, words: readonly string[]) {
  const heading = section.heading.toLowerCase();
  const text = section.text.toLowerCase();
  const hits = words.map((word) => (heading.includes(word) ? 10 : text.includes(word) ? 1 : 0));
  const score = hits.some((hit) => hit === 0) ? 0 : hits.reduce<number>((sum, hit) => sum + hit, 0);
  const first = Math.max(0, Math.min(...words.map((word) => text.indexOf(word))));
  const from = Math.max(0, first - EXCERPT_BEFORE);
  const isTitle = section === sections[0];
  return {
    score,
    finding: {
      address: isTitle ? address : `${address}#${section.id}`,
      document: title,
      heading: section.heading,
      excerpt: section.text.slice(from, from + EXCERPT_LENGTH),
    },
  };
}
