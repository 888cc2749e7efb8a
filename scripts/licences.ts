// Lists the foreign packages that are bundled with the service and their licences: `npm run sbom`
// writes an SBOM (CycloneDX) and this list into a folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

export interface ForeignPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly folder: string;
}

/** Licences whose code may be bundled in a product of another licence, with its notice. */
const FREE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
]);

/** The packages of these files. */
export function packagesOf(files: readonly string[]): readonly ForeignPackage[] {
  const folders = files.map(
    (file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? '',
  );
  return [...new Set(folders)].map(readForeign).toSorted((one, other) => {
    return one.name.localeCompare(other.name);
  });
}

/** Name, version and licence of each, and the text that its licence requires. */
export function describeLicences(packages: readonly ForeignPackage[]): string {
  const refused = packages.filter(({ licence }) => !FREE.has(licence));
  if (refused.length > 0) {
    const names = refused.map(({ name, licence }) => `${name} (${licence})`);
    throw new Error(`Check the licences of these before they are bundled: ${names.join(', ')}`);
  }
  const list = packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  const texts = packages.map(({ name, folder }) => `\n== ${name}\n\n${licenceTextOf(folder)}`);
  return `${list.join('\n')}\n${texts.join('\n')}`;
}

function readForeign(folder: string): ForeignPackage {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  return { name: name ?? folder, version: version ?? '', licence: license ?? 'none', folder };
}

function licenceTextOf(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  return file === undefined ? 'No text comes with it.' : readFileSync(join(folder, file), 'utf8');
}

/** As in npm's lock file, without the packages for development. */
function writeSbom(destination: string): readonly string[] {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  const sbom = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { components } = JSON.parse(sbom) as {
    readonly components: readonly {
      readonly name: string;
      readonly version: string;
      readonly licenses?: readonly {
        readonly license?: { readonly id?: string };
        readonly expression?: string;
      }[];
    }[];
  };
  const lines = components.map(({ name, version, licenses }) => {
    const [reported] = licenses ?? [];
    return `${name} ${version}: ${reported?.license?.id ?? reported?.expression ?? 'see its package'}`;
  });
  mkdirSync(destination, { recursive: true });
  const files = [join(destination, 'sbom.cdx.json'), join(destination, 'licences.txt')];
  writeFileSync(files[0] ?? '', sbom);
  writeFileSync(files[1] ?? '', `${lines.toSorted().join('\n')}\n`);
  return files;
}

if (import.meta.main) {
  for (const file of writeSbom(resolve(process.argv[2] ?? '.'))) console.log(file);
}
