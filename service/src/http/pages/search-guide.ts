import MiniSearch, { type Query } from 'minisearch';
import type { Section } from './render-document.ts';

export interface SearchedDocument {
  readonly address: string;
  readonly title: string;
  readonly sections: readonly Section[];
  /** How much its sections count: pages for platforms more than those for engineers. */
  readonly weight: number;
}

export interface GuideHit {
  readonly address: string;
  readonly document: string;
  readonly heading: string;
  /** Whole words around the first term that was found. */
  readonly excerpt: string;
  /** The words of the section that the search found, for marking them. */
  readonly terms: readonly string[];
}

export interface GuideHits {
  readonly hits: readonly GuideHit[];
  /** Whether each hit has all search terms; if no section has, those with some are found. */
  readonly haveAllTerms: boolean;
}

/** Searches sections by prefix, with typing errors and synonyms. */
export function createGuideSearch(
  documents: readonly SearchedDocument[],
): (query: string) => GuideHits {
  const sections = documents.flatMap((document) =>
    document.sections.map((section) => ({ document, section })),
  );
  const index = new MiniSearch({
    fields: ['heading', 'title', 'text'],
    processTerm: (term) => toTerm(term),
    searchOptions: {
      boost: { heading: 4, title: 0.7 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (id) => sections[id]?.document.weight ?? 1,
    },
  });
  index.addAll(
    sections.map(({ document, section: { heading, text } }, id) => {
      return { id, title: document.title, heading, text };
    }),
  );
  const find = (terms: readonly string[], combineWith: 'AND' | 'OR') =>
    index.search({ combineWith, queries: terms.map(withSynonyms) }).slice(0, MOST);
  return (query) => {
    const terms = termsOf(query);
    if (terms.length === 0) return { hits: [], haveAllTerms: true };
    const strict = find(terms, 'AND');
    const found = strict.length > 0 ? strict : find(terms, 'OR');
    const hits = found.flatMap(({ id, terms: matched }) => {
      const hit = sections[id];
      return hit === undefined ? [] : [toHit(hit, matched)];
    });
    return { hits, haveAllTerms: strict.length > 0 };
  };
}

const MOST = 30;
const MAX_TERMS = 10;

/** Words of a question that say nothing about its subject. */
const IGNORED = new Set(
  'a an and are can do does for how i in is it my of on or the to what when why with you'.split(
    ' ',
  ),
);

function toTerm(word: string): string | null {
  const term = word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  return IGNORED.has(term) ? null : term;
}

function termsOf(query: string): readonly string[] {
  const words = query.split(/[\s\p{Z}\p{P}]+/u).filter(Boolean);
  return words.flatMap((word) => toTerm(word) ?? []).slice(0, MAX_TERMS);
}

/** Words that platforms, operators and aggregators use for one thing, by its word in our documents. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['return', 'refund', 'reimburse', 'payback'],
  ['reversal', 'chargeback', 'dispute', 'reversed'],
  ['msisdn', 'phone', 'mobile', 'number'],
  ['withdrawal', 'payout', 'disbursement', 'disburse', 'cashout'],
  ['deposit', 'collection', 'collect', 'cashin', 'payin'],
  ['webhook', 'callback', 'ipn', 'notification'],
  ['addresses', 'whitelist', 'allowlist', 'ip', 'firewall'],
  ['idempotency', 'duplicate', 'idempotent', 'twice'],
  ['expired', 'timeout', 'expiry'],
  ['operator', 'network', 'carrier', 'mno'],
  ['statement', 'settlement', 'reconcile', 'reconciliation'],
  ['test', 'magic', 'sandbox', 'mock'],
  ['key', 'apikey', 'credential', 'secret'],
  ['signature', 'jwt', 'hmac', 'verify'],
  ['limit', 'throttle', 'throttling', 'quota'],
  ['format', 'form', 'spelling'],
  ['prompt', 'push', 'stk'],
  ['dial', 'ussd'],
  ['approve', 'authorise', 'authorize', 'approuver'],
];

const OTHER_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  SYNONYMS.flatMap((group) =>
    group.map((word) => [word, group.filter((other) => other !== word)] as const),
  ),
);

/** The typed word counts more than its synonyms, which are not misspelt. */
function withSynonyms(term: string): Query {
  const others = OTHER_WORDS.get(term) ?? OTHER_WORDS.get(term.replace(/s$/, '')) ?? [];
  if (others.length === 0) return term;
  const synonyms = others.map((other) => ({
    queries: [other],
    fuzzy: false,
    prefix: other.length > 4,
    boostTerm: () => 0.5,
  }));
  return { combineWith: 'OR', queries: [term, ...synonyms] };
}

function toHit(
  { document, section }: { document: SearchedDocument; section: Section },
  terms: readonly string[],
): GuideHit {
  const { address, title, sections } = document;
  const isTitle = section === sections[0];
  return {
    address: isTitle ? address : `${address}#${section.id}`,
    document: title,
    heading: section.heading,
    excerpt: excerptOf(section.text, terms),
    terms,
  };
}

const EXCERPT_BEFORE = 60;
const EXCERPT_LENGTH = 240;

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const wanted = Math.max(0, Math.min(...places, text.length) - EXCERPT_BEFORE);
  const from = wanted === 0 || places.length === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  if (text.length <= from + EXCERPT_LENGTH) return `${from === 0 ? '' : '… '}${text.slice(from)}`;
  const cut = text.slice(from, from + EXCERPT_LENGTH);
  return `${from === 0 ? '' : '… '}${cut.slice(0, cut.lastIndexOf(' '))} …`;
}
