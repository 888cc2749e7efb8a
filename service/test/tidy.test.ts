import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../src/config.ts';
import { ADAPTERS } from '../src/providers/registry.ts';

// The law of the house. A message says which file breaks which rule and what to do about it.

const SRC = join(CHECKOUT, 'service', 'src');
const sources = globSync('**/*.ts', { cwd: SRC }).sort();
const textOf = new Map(sources.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));

/**
 * Which folders of service/src a folder may import from, besides itself. Files at the top may
 * import anything.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  db: ['domain'],
  'embedded-postgres': ['domain/assert.ts'],
  providers: ['domain'],
  signing: ['domain'],
  flows: ['domain', 'db', 'signing', 'providers/provider.ts'],
  contract: ['domain'],
  outbound: [],
  http: [
    'contract',
    'flows',
    'domain',
    'db',
    'outbound/url-policy.ts',
    'signing/sealed-text.ts',
    'config.ts',
    'log.ts',
    'version.ts',
  ],
  workers: ['flows', 'log.ts', 'db/client.ts'],
  cli: [
    'flows',
    'db',
    'domain',
    'signing',
    'providers/provider.ts',
    'providers/registry.ts',
    'config.ts',
    'database.ts',
    'log.ts',
    'version.ts',
    'sms-templates.ts',
  ],
};

/**
 * What the code is about: the folders that layers share, and which other subjects each may use, in
 * whatever layer. What has no subject (`db/client.ts`, `domain/money.ts`) is for all.
 */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  access: [],
  lines: ['access'],
  providers: ['access', 'lines'],
  transactions: ['access', 'lines', 'providers'],
  webhooks: ['access', 'transactions'],
  receipts: ['access', 'lines', 'transactions'],
  submissions: ['providers', 'receipts', 'transactions'],
  decisions: [
    'access',
    'lines',
    'providers',
    'receipts',
    'submissions',
    'transactions',
    'webhooks',
  ],
};

/** Layers that are divided into subjects; of what else a layer has, at most a few files. */
const DIVIDED = ['domain', 'db', 'flows', 'contract', 'http/routes'];

/** Folders of a divided layer that are no subject, because every subject uses them. */
const FOR_ALL = new Set(['domain/operators', 'contract/validation']);

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
  const done = new Set<string>();
  for (const [subject, uses] of Object.entries(MAY_USE)) {
    assert.deepEqual(
      uses.filter((used) => !done.has(used)),
      [],
      `${subject} stands above what it uses, so that no circle can be`,
    );
    done.add(subject);
  }
  const used = new Set(allImports().map((pair) => pair.map(subjectOf).join(' uses ')));
  const idle = Object.entries(MAY_USE).flatMap(([subject, uses]) =>
    uses.map((other) => `${subject} uses ${other}`).filter((line) => !used.has(line)),
  );
  assert.deepEqual(idle, [], 'take it out of the table');
});

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
  const folders = Map.groupBy(trackedCode(), dirname);
  const broken = [...folders].filter(
    ([folder, files]) => /^(service|console)\/(src|test|e2e)/.test(folder) && files.length > 15,
  );
  assert.deepEqual(
    broken.map(([folder, files]) => `${folder} has ${files.length} files: divide it`),
    [],
  );
});

/** The subject of a file, or null: what has none is for all, or is about the whole house. */
function subjectOf(file: string): string | null {
  const layer = DIVIDED.find((divided) => file.startsWith(`${divided}/`));
  if (layer === undefined) return null;
  const [folder = ''] = file.slice(layer.length + 1).split('/');
  return folder in MAY_USE ? folder : null;
}

/** What puts the parts together, and what speaks of all of them. */
function isWholeHouse(file: string): boolean {
  return !DIVIDED.some((layer) => file.startsWith(`${layer}/`)) || file === 'flows/seal-secrets.ts';
}

test('every folder imports only what its layer may', () => {
  const broken: string[] = [];
  for (const [file, imported] of allImports()) {
    const [layer] = file.split('/');
    const allowed = layer === undefined || !file.includes('/') ? undefined : MAY_IMPORT[layer];
    if (allowed === undefined || imported.startsWith(`${layer}/`)) continue;
    if (!allowed.some((prefix) => imported === prefix || imported.startsWith(`${prefix}/`))) {
      broken.push(`${file} imports ${imported}: move the code or pass it in as an argument`);
    }
  }
  assert.deepEqual(broken, []);
});

test('every folder of service/src has its row in the layer table', () => {
  const folders = new Set(
    sources.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''),
  );
  assert.deepEqual(
    [...folders].filter((folder) => !(folder in MAY_IMPORT)),
    [],
  );
});

test('the domain has no input or output, clock or randomness', () => {
  const impure =
    /from 'node:|\bDate\.now\(|new Date\(\)|Math\.random|crypto\.|process\.|setTimeout/;
  assert.deepEqual(
    filesWith(impure, (file) => file.startsWith('domain/')),
    [],
  );
});

test('only config.ts reads the environment', () => {
  assert.deepEqual(
    filesWith(/process\.env/, (file) => file !== 'config.ts'),
    [],
  );
});

test('routes read the database only through find…, list… and count… functions, or ping', () => {
  const broken: string[] = [];
  for (const file of sources.filter((name) => name.startsWith('http/'))) {
    const text = textOf.get(file) ?? '';
    for (const [, names = ''] of text.matchAll(/import \{([^}]*)\} from '[./]*\/db\/[^']*'/g)) {
      for (const name of names
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)) {
        const isValue = !name.startsWith('type ') && /^[a-z]/.test(name);
        if (isValue && !/^(find|list|count|ping)/.test(name))
          broken.push(`${file} imports ${name}`);
      }
    }
  }
  assert.deepEqual(broken, []);
});

test('a query that locks what it reads is not called find…, list… or count…', () => {
  const broken = [...textOf].flatMap(([file, text]) => {
    const functions = file.startsWith('db/') ? text.split(/^(?=export (?:async )?function )/m) : [];
    return functions.flatMap((code) => {
      const [, name = ''] = /^export (?:async )?function (\w+)/.exec(code) ?? [];
      const locks = /\bfor (?:no key )?update\b|\bfor share\b/.test(code);
      return locks && /^(find|list|count)/.test(name) ? [`${file}: ${name} should be lock…`] : [];
    });
  });
  assert.deepEqual(broken, []);
});

test('a state is written by record-transition and by nothing else', () => {
  const writes = /\bupdate transactions\b/i;
  assert.deepEqual(
    filesWith(writes, () => true),
    ['db/transactions/transitions.ts'],
  );
  const callers = [...allImports()]
    .filter(([, imported]) => imported === 'db/transactions/transitions.ts')
    .filter(([file]) => /\bupdateStates\b/.test(textOf.get(file) ?? ''))
    .map(([file]) => file);
  assert.deepEqual(callers, ['flows/transactions/record-transition.ts']);
});

test('only the registry imports a provider, and only two files read the registry', () => {
  const readers = new Set(['compose.ts', 'cli/commands/provider-commands.ts']);
  const broken = [...allImports()].filter(
    ([file, imported]) =>
      (/^providers\/[^/]+\//.test(imported) &&
        file !== 'providers/registry.ts' &&
        !file.startsWith(imported.split('/').slice(0, 2).join('/'))) ||
      (imported === 'providers/registry.ts' && !readers.has(file)),
  );
  assert.deepEqual(broken, []);
});

test('no code outside its folder asks which adapter it has: abilities say what it can do', () => {
  // The environment is called sandbox too, so for that name only a comparison is looked for.
  const names = ADAPTERS.map(({ name }) => name).filter((name) => name !== 'sandbox');
  const named = new RegExp(`'(?:${names.join('|')})'|adapter\\w*(?:\\.name)? [!=]== '`);
  const broken = [...textOf].flatMap(([file, text]) => {
    if (file.startsWith('providers/')) return [];
    // Providers of the sandbox are called like adapters, and they are what examples show.
    const lines = text.split('\n').filter((line) => !line.includes('examples:'));
    return lines.filter((line) => named.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  assert.deepEqual(broken, []);
});

test('no default exports, no barrels, no any, no non-null assertions, no leftover markers', () => {
  const rules: readonly (readonly [RegExp, string])[] = [
    [/^export default/m, 'default export'],
    [/^export \* from/m, 'barrel'],
    [/\bas any\b|: any[;,)\]>=]/, 'any'],
    [/@ts-ignore|@ts-expect-error/, 'switched-off type check'],
    [/\b(TODO|FIXME|XXX)\b/, 'leftover marker'],
    [/\b(test|it|describe)\.(only|skip)\(/, 'skipped test'],
  ];
  const broken = trackedCode().flatMap((file) => {
    if (file === 'service/test/tidy.test.ts') return [];
    const text = readFileSync(join(CHECKOUT, file), 'utf8');
    return rules.filter(([rule]) => rule.test(text)).map(([, name]) => `${file}: ${name}`);
  });
  assert.deepEqual(broken, []);
});

test('files stay small: 300 lines of code, 500 of tests, 100 characters a line', () => {
  const broken = trackedCode().flatMap((file) => {
    const lines = readFileSync(join(CHECKOUT, file), 'utf8').split('\n');
    const most = file.includes('/test/') ? 500 : 300;
    const found: string[] = [];
    if (lines.length > most) found.push(`${file} has ${lines.length} lines: split it`);
    // Markup has texts between its tags that the formatter does not break.
    const width = file.endsWith('.tsx') ? 110 : 100;
    const wide = lines.findIndex((line) => line.length > width && !isOneLongText(line));
    if (wide >= 0 && !/fixtures/.test(file)) found.push(`${file}:${wide + 1} is too wide`);
    return found;
  });
  assert.deepEqual(broken, []);
});

test('a function has at most 70 lines; functions declared inside it count for themselves', () => {
  const files = trackedCode().filter((file) => /^(service|console)\/src\/.*\.tsx?$/.test(file));
  const broken = files.flatMap((file) =>
    functionsIn(readFileSync(join(CHECKOUT, file), 'utf8'))
      .filter(({ length }) => length > 70)
      .map(({ line, length }) => `${file}:${line} has ${length} lines: split the function`),
  );
  assert.deepEqual(broken, []);
});

/** Folders of tests that are about no single layer or subject. */
const OTHER_TESTS = new Set(['emulators', 'long', 'process', 'support']);

test('a folder of tests is named after a subject, or after a layer where it has no subject', () => {
  const folders = globSync('*/', { cwd: join(CHECKOUT, 'service', 'test') });
  assert.deepEqual(
    folders.filter(
      (folder) => !(folder in MAY_USE) && !(folder in MAY_IMPORT) && !OTHER_TESTS.has(folder),
    ),
    [],
  );
});

test('files are named in kebab-case', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/;
  const names = [...sources, ...globSync('**/*.ts', { cwd: join(CHECKOUT, 'service', 'test') })];
  assert.deepEqual(
    names.filter((file) => !kebab.test(basename(file)) && !/\d{3}\.test\.ts$/.test(file)),
    [],
  );
});

test('no cycles among the source files', () => {
  const graph = new Map<string, string[]>();
  for (const [file, imported] of allImports())
    graph.set(file, [...(graph.get(file) ?? []), imported]);
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' → ');
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  assert.deepEqual(
    sources.map((file) => visit(file, [])).filter((cycle) => cycle !== null),
    [],
  );
});

test('the repository names no path of a machine, no registry host and no loose version', () => {
  const lock = readFileSync(join(CHECKOUT, 'package-lock.json'), 'utf8');
  assert.doesNotMatch(lock, /"resolved": "https?:/, 'package-lock.json names a download address');
  for (const manifest of ['package.json', 'service/package.json', 'console/package.json']) {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = JSON.parse(readFileSync(join(CHECKOUT, manifest), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const versions = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    });
    assert.deepEqual(
      versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
      [],
    );
  }
  const machinePath = new RegExp(['/ho', 'me/|/ro', 'ot/|/wo', 'rk/'].join(''));
  const broken = tracked().filter((file) => {
    if (/\.(png|ico|woff2?)$/.test(file) || file === 'package-lock.json') return false;
    return machinePath.test(readFileSync(join(CHECKOUT, file), 'utf8'));
  });
  assert.deepEqual(broken, []);
});

test('a long test is started by the name of its file', () => {
  const { scripts } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const long = Object.entries(scripts).filter(([, command]) => command.includes('/test/long/'));
  assert.deepEqual(
    long.filter(([name, command]) => !command.endsWith(`/long/${name.replace('test:', '')}.ts`)),
    [],
  );
});

/** A sentence in quotes is not broken up: it could no longer be searched for. */
function isOneLongText(line: string): boolean {
  return /(['"`])(?:(?!\1).){55,}\1/.test(line) || /^\s*(?:\/|.*= \/).*\/[a-z]*[,;]?$/.test(line);
}

interface FoundFunction {
  readonly line: number;
  readonly length: number;
}

/**
 * The formatter closes a block in the column in which its line began, so that no parser is needed:
 * a function ends at the next such bracket after which nothing is opened again.
 */
function functionsIn(text: string): readonly FoundFunction[] {
  const lines = text.split('\n');
  const found = lines.flatMap((line, start) => {
    const declaration = /^( *)(?:export )?(?:async )?function\b/.exec(line);
    const [, indent] = declaration ?? /^( *).*=> \{$/.exec(line) ?? [];
    if (indent === undefined) return [];
    const close = new RegExp(`^ {${indent.length}}\\}(?!.*[{(]$)`);
    const length = lines.slice(start + 1).findIndex((later) => close.test(later)) + 2;
    assert.ok(length > 1, `no end of the function: ${line}`);
    return [{ start, end: start + length, length, isDeclared: declaration !== null }];
  });
  return found.map(({ start, end, length }) => {
    const inside = found.filter(
      (other) => other.isDeclared && other.start > start && other.end < end,
    );
    const outermost = inside.filter(
      (one) => !inside.some((other) => other.start < one.start && other.end > one.end),
    );
    const others = outermost.reduce((sum, one) => sum + one.length, 0);
    return { line: start + 1, length: length - others };
  });
}

function* allImports(): Generator<readonly [file: string, imported: string]> {
  for (const [file, text] of textOf) {
    for (const [, path = ''] of text.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      yield [file, relative(SRC, join(SRC, dirname(file), path))];
    }
  }
}

function filesWith(pattern: RegExp, where: (file: string) => boolean): string[] {
  return sources.filter((file) => where(file) && pattern.test(textOf.get(file) ?? ''));
}

function trackedCode(): string[] {
  return tracked().filter(
    (file) => /\.(ts|tsx|mjs|sql|css)$/.test(file) && !file.endsWith('schema.sql'),
  );
}

/** What git knows of, and in an exported copy without git, everything outside node_modules. */
function tracked(): string[] {
  if (!existsSync(join(CHECKOUT, '.git'))) {
    return globSync('**/*.*', { cwd: CHECKOUT, exclude: (path) => path.includes('node_modules') });
  }
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: CHECKOUT,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(CHECKOUT, file)));
}
