import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../src/settings/checkout.ts';
import { allImports, SRC, sources } from './support/sources.ts';

const TEXT = readFileSync(join(CHECKOUT, 'ARCHITECTURE.md'), 'utf8');
const HOW_TO_ADD = readFileSync(join(CHECKOUT, 'docs/how-to-add.md'), 'utf8');
const ROOMS = new Set(sources.map(roomOf));

test('ARCHITECTURE.md draws the rooms as the code imports them', () => {
  const [, drawing = ''] = /flowchart TB\n(.*?)```/s.exec(TEXT) ?? [];
  assert.deepEqual(drawing.trimEnd().split('\n'), draw(), 'draw what is expected here');
});

test('ARCHITECTURE.md has at most 200 lines', () => {
  assert.ok(TEXT.split('\n').length <= 201);
});

test('every path that ARCHITECTURE.md names is there, with the function it names', () => {
  const named = [...TEXT.matchAll(/`([a-z-]+(?:\/[a-z-]+)+)(\.[A-Za-z]+)?`/g)];
  assert.ok(named.length > 40);
  const broken = named.filter(([, path = '', suffix = '']) => !isThere(path, suffix));
  assert.deepEqual(
    broken.map(([text]) => text),
    [],
  );
});

test('every file that docs/how-to-add.md names is there', () => {
  const named = [...HOW_TO_ADD.matchAll(/`((?:service|console|docs|scripts)\/[^`\s]+)`/g)];
  assert.ok(named.length > 20);
  const gone = named.filter(([, path = '']) => !existsSync(join(CHECKOUT, path)));
  assert.deepEqual(
    gone.map(([, path]) => path),
    [],
  );
});

test('every release of the changelog begins with at most ten lines that sum it up', () => {
  const changelog = readFileSync(join(CHECKOUT, 'CHANGELOG.md'), 'utf8');
  const releases = changelog.split(/^## /m).slice(1);
  assert.ok(releases.length >= 3);
  for (const release of releases) {
    const [, head = ''] = /^[^\n]+\n\n(.*?)(?:\n###|$)/s.exec(release) ?? [];
    const lines = head.trim().split('\n');
    assert.ok(lines.length <= 10, head);
    assert.ok(
      lines.every((line) => line.startsWith('- ')),
      head,
    );
  }
});

/** Each room with what it imports, but for rooms that one of these imports too. */
function draw(): string[] {
  const uses = Map.groupBy(
    allImports().filter(([file, imported]) => roomOf(file) !== roomOf(imported)),
    ([file]) => roomOf(file),
  );
  const below = (room: string): readonly string[] => [
    ...new Set((uses.get(room) ?? []).map(([, imported]) => roomOf(imported))),
  ];
  const reaches = (room: string): ReadonlySet<string> =>
    new Set(below(room).flatMap((other) => [other, ...reaches(other)]));
  const order = [...ROOMS].toSorted(
    (a, b) => reaches(b).size - reaches(a).size || a.localeCompare(b),
  );
  // Rooms that import the same are drawn together.
  const rows = Map.groupBy(order, (room) =>
    below(room)
      .filter((other) => !below(room).some((between) => reaches(between).has(other)))
      .toSorted()
      .join(' & '),
  );
  return [...rows]
    .filter(([uses]) => uses !== '')
    .map(([uses, rooms]) => `  ${rooms.join(' & ')} --> ${uses}`);
}

function isThere(path: string, suffix: string): boolean {
  const [first = ''] = path.split('/');
  const isInSource = ROOMS.has(first) || existsSync(join(SRC, 'flows', first));
  if (!isInSource) return existsSync(join(CHECKOUT, `${path}${suffix}`));
  const base = join(SRC, ROOMS.has(first) ? '' : 'flows', path);
  if (suffix === '.ts') return existsSync(`${base}.ts`);
  if (suffix === '') return existsSync(`${base}.ts`) || existsSync(base);
  const name = suffix.slice(1);
  return new RegExp(`^export .*\\b${name}\\b`, 'm').test(readFileSync(`${base}.ts`, 'utf8'));
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}
