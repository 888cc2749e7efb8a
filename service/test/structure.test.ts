import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../src/settings/checkout.ts';
import { allImports, importsOf, SRC, sources, trackedCode } from './support/sources.ts';

// Who may use whom: layers say what kind of code it is, subjects what it is about. A message says
// which file breaks which rule and what to do about it.

/** Which rooms of service/src a room may import from, besides itself: each stands on those above. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  outbound: [],
  spreadsheets: [],
  contract: ['domain'],
  db: ['domain'],
  providers: ['domain'],
  settings: ['domain', 'outbound'],
  signing: ['domain'],
  flows: ['db', 'domain', 'providers', 'signing', 'spreadsheets'],
  http: ['contract', 'db', 'domain', 'flows', 'settings', 'spreadsheets'],
  postgres: ['db', 'domain', 'settings'],
  telemetry: ['db', 'domain', 'flows', 'http', 'settings'],
  app: [
    'contract',
    'db',
    'domain',
    'flows',
    'http',
    'outbound',
    'postgres',
    'providers',
    'settings',
    'signing',
    'telemetry',
  ],
  cli: ['app', 'db', 'domain', 'flows', 'postgres', 'providers', 'settings', 'signing'],
};

/** Of some rooms others use only their door. */
const DOORS: Readonly<Record<string, RegExp>> = {
  'flows uses providers': /^providers\/provider\.ts$/,
  'http uses settings': /^settings\/(checkout|config|log|version)\.ts$/,
  'http uses spreadsheets': /^spreadsheets\/write-csv\.ts$/,
  'postgres uses domain': /^domain\/(assert|installation)\.ts$/,
  'settings uses outbound': /^outbound\/url-policy\.ts$/,
  'telemetry uses http': /^http\/(api-key-auth|app|errors)\.ts$/,
};

/**
 * What the code is about: the folders that layers share, and which other subjects each may use, in
 * whatever layer. What has no subject (`db/client.ts`, `domain/money.ts`) is for all.
 */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  access: [],
  lines: ['access'],
  books: ['access'],
  providers: ['access', 'lines'],
  transactions: ['access', 'books', 'lines', 'providers'],
  checkouts: ['access', 'providers', 'transactions'],
  webhooks: ['access', 'checkouts', 'transactions'],
  receipts: ['access', 'books', 'lines', 'transactions'],
  'provider-requests': ['access', 'books', 'providers', 'receipts', 'transactions'],
  finance: ['access', 'books', 'lines', 'receipts', 'provider-requests', 'transactions'],
  decisions: [
    'access',
    'books',
    'finance',
    'lines',
    'providers',
    'receipts',
    'provider-requests',
    'transactions',
    'webhooks',
  ],
  sandbox: ['access', 'decisions', 'lines', 'receipts', 'transactions'],
  upkeep: [
    'access',
    'checkouts',
    'decisions',
    'finance',
    'lines',
    'providers',
    'provider-requests',
    'transactions',
    'webhooks',
  ],
};

/** The console's folders: on what each stands. The subjects there are screens and their parts. */
const CONSOLE_MAY_USE: Readonly<Record<string, readonly string[]>> = {
  api: [],
  words: ['api'],
  hooks: ['api', 'words'],
  ui: ['api', 'hooks', 'words'],
  changes: ['api', 'hooks', 'ui', 'words'],
  access: ['api', 'changes', 'hooks', 'ui', 'words'],
  checkouts: ['api', 'hooks', 'ui', 'words'],
  contradictions: ['api', 'changes', 'hooks', 'ui', 'words'],
  finance: ['api', 'changes', 'hooks', 'ui', 'words'],
  lines: ['api', 'changes', 'hooks', 'ui', 'words'],
  providers: ['api', 'hooks', 'ui', 'words'],
  receipts: ['api', 'hooks', 'ui', 'words'],
  transactions: ['api', 'hooks', 'receipts', 'ui', 'words'],
  'provider-requests': ['api', 'hooks', 'ui', 'words'],
  webhooks: ['api', 'hooks', 'transactions', 'ui', 'words'],
  decisions: [
    'api',
    'changes',
    'contradictions',
    'finance',
    'hooks',
    'receipts',
    'provider-requests',
    'transactions',
    'ui',
    'webhooks',
    'words',
  ],
  shell: ['access', 'api', 'hooks', 'lines', 'ui', 'words'],
};

/** Layers that are divided into subjects; of what else a layer has, at most a few files. */
const DIVIDED = ['domain', 'db', 'flows', 'contract', 'http/routes'];

/** Folders of a divided layer that are no subject, because every subject uses them. */
const FOR_ALL = new Set([
  'db/nodes',
  'domain/operators',
  'domain/messages',
  'domain/seals',
  'contract/validation',
]);

test('a subject uses only the subjects that it may', () => {
  const broken: string[] = [];
  for (const [file, imported] of allImports()) {
    const from = subjectOf(file);
    const to = subjectOf(imported);
    if (to === null || from === to || isWholeHouse(file)) continue;
    if (from === null) broken.push(`${file} has no subject, but uses ${imported}`);
    else if (!MAY_USE[from]?.includes(to)) {
      broken.push(`${file} uses ${imported}: ${from} may not use ${to}; move it to its owner`);
    }
  }
  assert.deepEqual(broken, []);
});

test('what subjects may use has no circle, and nothing that is not used', () => {
  assertLayered(MAY_USE, new Set(allImports().map((pair) => pair.map(subjectOf).join(' uses '))));
});

test('a folder of the console uses only those below it, and from the service only types', () => {
  const pairs = consoleImports().filter(([file]) => file.includes('/'));
  const foreign = pairs.filter(([, imported]) => imported.startsWith('..'));
  assert.deepEqual([...new Set(foreign.map(([file]) => file))], ['api/types.ts']);
  const types = readFileSync(join(CONSOLE, 'api/types.ts'), 'utf8');
  assert.doesNotMatch(types, /^import (?!type )/m, 'the console gets facts by asking the service');
  const used = pairs
    .filter(([, imported]) => imported.includes('/') && !imported.startsWith('..'))
    .map((pair) => pair.map((path) => path.split('/')[0] ?? ''))
    .filter(([from, to]) => from !== to);
  const broken = used.filter(([from = '', to = '']) => !CONSOLE_MAY_USE[from]?.includes(to));
  assert.deepEqual(broken, []);
  assertLayered(CONSOLE_MAY_USE, new Set(used.map((pair) => pair.join(' uses '))));
});

const MODEM = join(CHECKOUT, 'gateways', 'modem', 'src');

test('the modem gateway is installed alone: it has nothing of the service', () => {
  const files = globSync('**/*.ts', { cwd: MODEM });
  assert.ok(files.length > 10, 'its sources are not where they were');
  const imports = files.flatMap((file) => importsOf(file, readFileSync(join(MODEM, file), 'utf8')));
  assert.deepEqual(
    imports.filter(([, imported]) => imported.startsWith('..')),
    [],
  );
  assert.deepEqual(cyclesIn(imports), []);
});

const CONSOLE = join(CHECKOUT, 'console', 'src');

function consoleImports() {
  const files = globSync('**/*.{ts,tsx}', { cwd: CONSOLE });
  return files.flatMap((file) => importsOf(file, readFileSync(join(CONSOLE, file), 'utf8')));
}

/** Each stands above what it uses, so that no circle can be, and uses all that it may. */
function assertLayered(
  table: Readonly<Record<string, readonly string[]>>,
  used: ReadonlySet<string>,
): void {
  const below = new Set<string>();
  for (const [name, uses] of Object.entries(table)) {
    assert.deepEqual(
      uses.filter((other) => !below.has(other)),
      [],
      `${name} must stand above what it uses`,
    );
    below.add(name);
  }
  const idle = Object.entries(table).flatMap(([name, uses]) =>
    uses.map((other) => `${name} uses ${other}`).filter((row) => !used.has(row)),
  );
  assert.deepEqual(idle, [], 'take it out of the table');
}

test('a layer is divided into the subjects and nothing else', () => {
  const broken = DIVIDED.flatMap((layer) => {
    const folders = globSync('*/', { cwd: join(SRC, layer) });
    assert.ok(folders.length > 0, `${layer} has no folders`);
    return folders
      .map((folder) => folder.replace(/\/$/, ''))
      .filter((folder) => !(folder in MAY_USE) && !FOR_ALL.has(`${layer}/${folder}`))
      .map((folder) => `${layer}/${folder} is no subject`);
  });
  assert.deepEqual(broken, []);
});

test('no folder has more than 15 files', () => {
  const parts = 'src|test|e2e|bench|faults|emulators|simulation';
  const isOfCode = new RegExp(`^(service|console|sdk|gateways/modem)/(${parts})`);
  const folders = Map.groupBy(trackedCode(), dirname);
  const broken = [...folders].filter(
    ([folder, files]) => isOfCode.test(folder) && files.length > 15,
  );
  assert.deepEqual(
    broken.map(([folder, files]) => `${folder} has ${files.length} files: divide it`),
    [],
  );
});

/** The subject of a file, or `null` for what is for all subjects, or about the whole house. */
function subjectOf(file: string): string | null {
  const layer = DIVIDED.find((divided) => file.startsWith(`${divided}/`));
  if (layer === undefined) return null;
  const [folder = ''] = file.slice(layer.length + 1).split('/');
  return folder in MAY_USE ? folder : null;
}

/** What puts the parts together, and what speaks of all of them. */
function isWholeHouse(file: string): boolean {
  return !DIVIDED.some((layer) => file.startsWith(`${layer}/`));
}

test('a room imports only from the rooms that it stands on, and some only by their door', () => {
  const broken = roomImports().filter(([file, imported]) => {
    const [from, to] = [roomOf(file), roomOf(imported)];
    const door = DOORS[`${from} uses ${to}`];
    return !MAY_IMPORT[from]?.includes(to) || (door !== undefined && !door.test(imported));
  });
  assert.deepEqual(broken, [], 'move the code, or pass it in as an argument');
});

test('service/src has 14 rooms on at most 7 floors and at most 50 arrows, none of them back', () => {
  assert.deepEqual(
    Object.keys(MAY_IMPORT).toSorted(),
    [...new Set(sources.map(roomOf))].toSorted(),
  );
  assert.ok(Object.keys(MAY_IMPORT).length <= 14);
  const arrows = new Set(roomImports().map((pair) => pair.map(roomOf).join(' uses ')));
  assert.ok(arrows.size <= 50, `${arrows.size} arrows`);
  // Each row of the table stands on rows above it, so no arrow runs back and there is no circle.
  assertLayered(MAY_IMPORT, arrows);
  const floorOf = (room: string): number =>
    1 + Math.max(0, ...(MAY_IMPORT[room] ?? []).map(floorOf));
  assert.ok(Math.max(...Object.keys(MAY_IMPORT).map(floorOf)) <= 7);
});

/** Imports from one room into another. */
function roomImports() {
  return allImports().filter(([file, imported]) => roomOf(file) !== roomOf(imported));
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/** Folders of tests that are about no single layer or subject. */
const OTHER_TESTS = new Set(['emulators', 'long', 'process', 'simulation', 'support']);

test('a folder of tests is named after a subject, or after a layer where it has no subject', () => {
  const folders = globSync('*/', { cwd: join(CHECKOUT, 'service', 'test') });
  assert.deepEqual(
    folders.filter(
      (folder) => !(folder in MAY_USE) && !(folder in MAY_IMPORT) && !OTHER_TESTS.has(folder),
    ),
    [],
  );
});

test('no cycles among the source files', () => {
  assert.deepEqual(cyclesIn(allImports()), []);
  assert.deepEqual(cyclesIn(consoleImports()), []);
  for (const folder of ['simulation', 'emulators']) {
    const cwd = join(CHECKOUT, 'service', folder);
    const files = globSync('**/*.ts', { cwd });
    assert.ok(files.length > 10, `service/${folder} is not where it was`);
    const imports = files.flatMap((file) => importsOf(file, readFileSync(join(cwd, file), 'utf8')));
    assert.deepEqual(cyclesIn(imports), []);
  }
});

function cyclesIn(imports: readonly (readonly [file: string, imported: string])[]): string[] {
  const graph = Map.groupBy(imports, ([file]) => file);
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' → ');
    if (done.has(file)) return null;
    for (const [, next] of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  return [...graph.keys()].map((file) => visit(file, [])).filter((cycle) => cycle !== null);
}

test('only the registry imports a provider, and only three files read the registry', () => {
  const readers = new Set([
    'app/compose.ts',
    'app/process/prepare-service.ts',
    'cli/commands/provider-commands.ts',
  ]);
  const broken = allImports().filter(
    ([file, imported]) =>
      (/^providers\/[^/]+\//.test(imported) &&
        file !== 'providers/registry.ts' &&
        !file.startsWith(imported.split('/').slice(0, 2).join('/'))) ||
      (imported === 'providers/registry.ts' && !readers.has(file)),
  );
  assert.deepEqual(broken, []);
});
