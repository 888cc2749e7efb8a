import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { MEMORY_LIMITS } from '../../scripts/memory-limits.ts';
import { SCENARIOS } from '../faults/scenarios.ts';
import { OPERATORS } from '../src/domain/operators/operator.ts';
import { ADAPTERS } from '../src/providers/registry.ts';
import { CHECKOUT } from '../src/settings/checkout.ts';
import { allImports, filesWith, sources, textOf, tracked, trackedCode } from './support/sources.ts';

// The law of the house, besides who may use whom (structure.test.ts). A message says which file
// breaks which rule and what to do about it.

test('the domain has no input or output, clock or randomness', () => {
  const impure =
    /from 'node:|\bDate\.now\(|new Date\(\)|Math\.random|crypto\.|process\.|setTimeout/;
  assert.deepEqual(
    filesWith(impure, (file) => file.startsWith('domain/')),
    [],
  );
});

test('only settings/config.ts reads the environment', () => {
  assert.deepEqual(
    filesWith(/process\.env/, (file) => file !== 'settings/config.ts'),
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

/** Not converted yet: batches of texts, and the claim of webhooks, which uses its lists twice. */
const POSITIONAL = new Set(['db/receipts/sms.ts', 'db/webhooks/webhooks.ts']);

test('many rows are given to a statement by named columns, so that none gets another’s place', () => {
  assert.deepEqual(
    filesWith(/unnest\(\$\d+::\w+\[\],/, (file) => file !== 'db/rows.ts' && !POSITIONAL.has(file)),
    [],
    'declare the columns with rowsWith of db/rows.ts',
  );
});

test('a state is written by record-transition and by nothing else', () => {
  const writes = /\bupdate transactions\b/i;
  assert.deepEqual(
    filesWith(writes, () => true),
    // The second gives payments of earlier releases the codes of their reasons.
    ['db/transactions/transitions.ts', 'db/upkeep/reason-codes.ts'],
  );
  const callers = allImports()
    .filter(([, imported]) => imported === 'db/transactions/transitions.ts')
    .filter(([file]) => /\bupdateStates\b/.test(textOf.get(file) ?? ''))
    .map(([file]) => file);
  assert.deepEqual(callers, ['flows/transactions/record-transition.ts']);
});

test('no code outside its folder asks which adapter it has: abilities say what it can do', () => {
  // The environment is called sandbox too, so for that name only a comparison is looked for.
  const names = ADAPTERS.map(({ name }) => name).filter((name) => name !== 'sandbox');
  const named = new RegExp(`'(?:${names.join('|')})'|adapter\\w*(?:\\.name)? [!=]== '`);
  const broken = [...textOf].flatMap(([file, text]) => {
    // Providers of the sandbox are called like adapters, and they are what examples show.
    if (file.startsWith('providers/') || file.startsWith('domain/operators/')) return [];
    const lines = text.split('\n').filter((line) => !line.includes('examples:'));
    return lines.filter((line) => named.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  assert.deepEqual(broken, []);
});

test('no code outside its folder names an operator: the list says which there are', () => {
  const named = new RegExp(`(?<!\\w)(?:${OPERATORS.join('|')})(?![\\w-])`);
  // An outside system serves certain operators, and has names of its own for them.
  const own = ADAPTERS.filter(({ abilities }) => !abilities.simulated && !abilities.ownLines);
  const folders = ['domain/operators', ...own.map(({ name }) => `providers/${name}`)];
  const isOwn = (file: string) => folders.some((it) => file.startsWith(`service/src/${it}/`));
  const files = trackedCode().filter((file) => /^(service|console)\/src\//.test(file));
  const broken = files.flatMap((file) => {
    if (isOwn(file)) return [];
    const lines = readFileSync(join(CHECKOUT, file), 'utf8').split('\n');
    return lines
      .filter((line) => named.test(line) && !line.includes('examples:'))
      .map((line) => `${file}: ${line.trim()}`);
  });
  assert.deepEqual(broken, [], 'take it from domain/operators');
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

test('an exported name has one meaning, so it stands in one file', () => {
  const exported = [...textOf].flatMap(([file, text]) =>
    [...text.matchAll(EXPORTED)].map(([, kind = '', name = '']) => ({ file, kind, name })),
  );
  assert.ok(exported.length > 1_000, 'the exports are not found');
  const ofDomain = new Set(
    exported.filter(({ file }) => file.startsWith('domain/')).map(({ name }) => name),
  );
  const files = new Map<string, Set<string>>();
  for (const { file, kind, name } of exported) {
    // The schema of a thing is called like the thing.
    if (kind === 'const' && file.startsWith('contract/') && ofDomain.has(name)) continue;
    // Each adapter answers the same questions in a folder of its own.
    const owner = file.replace(/^providers\/[^/]+\/.*/, 'providers/<adapter>');
    files.set(name, (files.get(name) ?? new Set()).add(owner));
  }
  const twice = [...files].filter(([, owners]) => owners.size > 1);
  assert.deepEqual(
    twice.map(([name, owners]) => `${name}: ${[...owners].join(', ')}`),
    [],
    'give the second meaning a word of its own',
  );
});

test('a value is exported for another file, or not at all', () => {
  const files = new Map<string, number>();
  for (const file of tracked().filter((name) => /\.(ts|tsx|mjs|cjs)$/.test(name))) {
    const words = readFileSync(join(CHECKOUT, file), 'utf8').match(/\w+/g) ?? [];
    for (const word of new Set(words)) files.set(word, (files.get(word) ?? 0) + 1);
  }
  const unused = [...textOf].flatMap(([file, text]) =>
    [...text.matchAll(EXPORTED)]
      .filter(([, kind]) => kind !== 'type' && kind !== 'interface')
      .filter(([, , name = '']) => files.get(name) === 1)
      .map(([, , name]) => `${file}: ${name}`),
  );
  assert.deepEqual(unused, [], 'no other file names it: drop export');
});

const EXPORTED = /^export (?:async )?(type|interface|const|function\*?|class) (\w+)/gm;

test('files stay small: 350 lines of code, 500 of tests, 100 characters a line', () => {
  const broken = trackedCode().flatMap((file) => {
    const lines = readFileSync(join(CHECKOUT, file), 'utf8').split('\n');
    // A table of words is one idea, however long.
    const most = file.includes('/test/') || file.includes('/words/') ? 500 : 350;
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
  const own = /^(service|console|sdk|gateways\/modem)\/src\/.*\.tsx?$/;
  const files = trackedCode().filter((file) => own.test(file));
  const broken = files.flatMap((file) =>
    functionsIn(readFileSync(join(CHECKOUT, file), 'utf8'))
      .filter(({ length }) => length > 70)
      .map(({ line, length }) => `${file}:${line} has ${length} lines: split the function`),
  );
  assert.deepEqual(broken, []);
});

test('files are named in kebab-case', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/;
  const names = [...sources, ...globSync('**/*.ts', { cwd: join(CHECKOUT, 'service', 'test') })];
  assert.deepEqual(
    names.filter((file) => !kebab.test(basename(file)) && !/\d{3}\.test\.ts$/.test(file)),
    [],
  );
});

const MANIFESTS = [
  'package.json',
  'service/package.json',
  'console/package.json',
  'sdk/package.json',
  'gateways/modem/package.json',
];

test('what the registry serves is pinned by its digest', () => {
  const { packages } = JSON.parse(readFileSync(join(CHECKOUT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const open = Object.entries(packages).filter(
    ([path, { integrity, link }]) =>
      path.includes('node_modules/') && link !== true && integrity === undefined,
  );
  // Development tools for platforms that the service is neither built nor run on here.
  const foreign = /^node_modules\/@(biomejs|oxlint|oxlint-tsgolint|rolldown)\/.+$/;
  assert.deepEqual(
    open.filter(
      ([path, { optional, os = [], cpu = [] }]) =>
        !foreign.test(path) ||
        optional !== true ||
        (os.includes('linux') && cpu.some((one) => one === 'x64' || one === 'arm64')),
    ),
    [],
  );
});

test('no documented installation runs the scripts of packages', () => {
  const lines = tracked()
    .filter((file) => /^(?:docs\/(?!decisions)|packaging\/|gateways\/|README)/.test(file))
    .filter((file) => /\.(?:md|sh|ya?ml)$|Containerfile$/.test(file))
    .flatMap((file) => readFileSync(join(CHECKOUT, file), 'utf8').split('\n'))
    .filter((line) => /\bnpm (?:install|i|ci)\b/.test(line) && /--?g(?:lobal)?\b|&&/.test(line));
  assert.ok(lines.length >= 4, lines.join('\n'));
  assert.deepEqual(
    lines.filter((line) => !line.includes('--ignore-scripts')),
    [],
  );
});

interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

test('the repository names no path of a machine, no registry host and no loose version', () => {
  const lock = readFileSync(join(CHECKOUT, 'package-lock.json'), 'utf8');
  assert.doesNotMatch(lock, /"resolved": "https?:/, 'package-lock.json names a download address');
  for (const manifest of MANIFESTS) {
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

test('every npm script runs on the packaged Node, whatever the machine has', () => {
  const setUp = 'node -r ./scripts/find-node.cjs scripts/setup.mjs';
  const ofWorkspace = 'node -r ../scripts/find-node.cjs ../scripts/setup.mjs';
  const launched = /^(?:[A-Z_]+=\S+ )?exec sh (?:\.\.\/)?scripts\/node\.sh /;
  const broken = MANIFESTS.flatMap((file) => {
    const { scripts = {} } = JSON.parse(readFileSync(join(CHECKOUT, file), 'utf8')) as {
      readonly scripts?: Readonly<Record<string, string>>;
    };
    return Object.entries(scripts)
      .map(([name, command]) => [name, command.replace(ofWorkspace, setUp)] as const)
      .filter(([, command]) => !launched.test(command.replace(`${setUp} && `, '')))
      .filter(([, command]) => command !== setUp)
      .map(([name]) => `${file}: ${name} does not start with exec sh scripts/node.sh`);
  });
  assert.deepEqual(broken, []);
});

test('momo start gives Node the limits of npm start', () => {
  const launcher = readFileSync(join(CHECKOUT, 'service', 'bin', 'momo.mjs'), 'utf8');
  const limits = MEMORY_LIMITS.map((limit) => `'${limit}'`).join(', ');
  assert.ok(launcher.includes(`const limits = [${limits}];`));
});

test('every scenario that a document, a comment or a check names is there', () => {
  const there = new Set(SCENARIOS.flatMap(({ name, id, kind }) => [name, kind, id]));
  const broken = tracked()
    .filter((file) => /\.(md|ts|tsx)$|^\.ci\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(CHECKOUT, file), 'utf8');
      const named = [...text.matchAll(/run faults\s+-- ((?:[a-zF][\w.-]* ?)+)/g)].flatMap(
        ([, names = '']) => names.trim().split(' '),
      );
      return named.filter((name) => !there.has(name)).map((name) => `${file}: ${name}`);
    });
  assert.deepEqual(broken, []);
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
