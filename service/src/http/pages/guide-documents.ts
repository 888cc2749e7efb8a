import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CHECKOUT } from '../../settings/checkout.ts';

/** The chapters of the guide, by reader; documents that no chapter lists are found by links. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'For platforms',
    files: [
      'docs/quick-start.md',
      'docs/interface.md',
      'docs/webhooks.md',
      'docs/testing.md',
      'docs/errors.md',
      'docs/going-live.md',
      'docs/interface-changelog.md',
      'docs/state-machine.md',
      'sdk/README.md',
      'sdk/php/README.md',
      'examples/README.md',
    ],
  },
  {
    title: 'For those who run it',
    files: [
      'docs/operations.md',
      'docs/topologies.md',
      'docs/performance.md',
      'docs/gateways.md',
      'docs/sim-gateway.md',
      'docs/books.md',
      'docs/policy.md',
      'docs/staff.md',
      'docs/glossary.md',
      'docs/failure-modes.md',
      'docs/reliability.md',
      'docs/threat-model.md',
      'docs/assumptions.md',
      'docs/compliance.md',
    ],
  },
  {
    title: 'For those who change it',
    files: [
      'README.md',
      'ARCHITECTURE.md',
      'docs/how-to-add.md',
      'docs/adding-a-provider.md',
      'docs/adding-an-operator.md',
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
  readonly files: readonly string[];
}

/** Every document of the guide: its address, and its file in the repository. */
export function listDocuments(): ReadonlyMap<string, string> {
  const named = CHAPTERS.flatMap(({ files }) => files);
  const files = new Set([...named, ...globSync('docs/**/*.md', { cwd: CHECKOUT })]);
  return new Map([...files].map((file) => [addressOf(file), file]));
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
