import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CHECKOUT } from '../../settings/checkout.ts';

/** The chapters of the guide, by reader; documents that no chapter lists are found by links. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'For platforms',
    weight: 2,
    files: [
      'docs/quick-start.md',
      'docs/concepts.md',
      'docs/take-a-payment.md',
      'docs/shop-plugins.md',
      'docs/pay-out.md',
      'docs/webhooks.md',
      'docs/testing.md',
      'docs/going-live.md',
      'docs/reconcile.md',
      'docs/faq.md',
      'docs/coming-from.md',
    ],
  },
  {
    title: 'Reference',
    weight: 1.6,
    files: [
      'docs/interface.md',
      'docs/errors.md',
      'docs/state-machine.md',
      'docs/interface-changelog.md',
      'sdk/README.md',
      'sdk/php/README.md',
      'sdk/python/README.md',
      'examples/README.md',
    ],
  },
  {
    title: 'For staff',
    weight: 1.2,
    files: ['docs/staff.md', 'docs/policy.md', 'docs/books.md'],
  },
  {
    title: 'For administrators',
    weight: 1,
    files: [
      'docs/operations.md',
      'docs/topologies.md',
      'docs/statement-mappings.md',
      'docs/gateways.md',
      'docs/sms-templates.md',
      'docs/sim-gateway.md',
      'docs/compliance.md',
    ],
  },
  {
    title: 'En français',
    weight: 1,
    files: ['docs/fr/quick-start.md', 'docs/fr/going-live.md', 'docs/fr/staff.md'],
  },
  {
    title: 'For engineers',
    weight: 0.5,
    files: [
      'README.md',
      'ARCHITECTURE.md',
      'docs/glossary.md',
      'docs/how-to-add.md',
      'docs/adding-a-provider.md',
      'docs/adding-an-operator.md',
      'docs/failure-modes.md',
      'docs/threat-model.md',
      'docs/reliability.md',
      'docs/performance.md',
      'docs/assumptions.md',
      'docs/decisions/README.md',
      'CONTRIBUTING.md',
      'STYLE.md',
      'CHANGELOG.md',
      'SECURITY.md',
    ],
  },
];

interface Chapter {
  readonly title: string;
  readonly weight: number;
  readonly files: readonly string[];
}

/** Every document of the guide: its address, and its file in the repository. */
export function listDocuments(): ReadonlyMap<string, string> {
  const named = CHAPTERS.flatMap(({ files }) => files);
  const files = new Set([...named, ...globSync('docs/**/*.md', { cwd: CHECKOUT })]);
  return new Map([...files].map((file) => [addressOf(file), file]));
}

/** How much a document counts in the search; one that no chapter lists is a detail. */
export function weightOf(file: string): number {
  return CHAPTERS.find(({ files }) => files.includes(file))?.weight ?? 0.3;
}

/** The documents in `docs/fr` are the French ones of the same name. */
export function languageOf(address: string): 'en' | 'fr' {
  return address.startsWith('/guide/fr/') ? 'fr' : 'en';
}

export function readDocument(file: string): string {
  return readFileSync(join(CHECKOUT, file), 'utf8');
}

/** `docs/interface.md` is at `/guide/interface`, `sdk/README.md` at `/guide/sdk`. */
export function addressOf(file: string): string {
  const path = file.replace(/^docs\//, '').replace(/\.md$/, '');
  const folder = path.replace(/(?<=.)\/README$/, '');
  return `/guide/${folder.toLowerCase()}`;
}

/** The target of a document's link on this service, or `null` if that file is not served. */
export function resolveLink(
  documents: ReadonlyMap<string, string>,
  from: string,
  href: string,
): string | null {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const [path = '', hash] = href.split('#', 2);
  const file = posix.join(posix.dirname(from), path);
  if (file.startsWith('docs/images/')) return file.replace('docs/', '/guide/');
  if (file === 'docs/openapi.json') return '/openapi.json';
  if (file === 'docs/postman-collection.json') return '/postman-collection.json';
  const address = addressOf(file.endsWith('.md') ? file : posix.join(file, 'README.md'));
  if (!documents.has(address)) return null;
  return hash === undefined ? address : `${address}#${hash}`;
}
