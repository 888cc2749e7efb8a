import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';

const ASSETS = join(import.meta.dirname, '..', 'dist', 'assets');
const MANTINE = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.css'));

/** Built in with the parts of a field or of a checkbox, and drawn nowhere. */
const NOT_DRAWN = new Set(['Combobox.css', 'CheckboxCard.css', 'CheckboxIndicator.css']);

test('every component of Mantine that is built in has its style, and no other has', () => {
  const drawn = classesIn(built('js'));
  const styled = classesIn(built('css'));
  const files = globSync(join(MANTINE, '*.css')).filter((file) => !file.endsWith('.layer.css'));
  const missing: string[] = [];
  const unused: string[] = [];
  for (const file of files) {
    const classes = [...classesIn(readFileSync(file, 'utf8'))];
    const isDrawn = classes.some((name) => drawn.has(name)) && !NOT_DRAWN.has(basename(file));
    const isStyled = classes.length > 0 && classes.every((name) => styled.has(name));
    if (isDrawn && !isStyled) missing.push(basename(file));
    if (isStyled && !isDrawn) unused.push(basename(file));
  }
  assert.deepEqual({ missing, unused }, { missing: [], unused: [] }, 'see src/style/mantine.css');
});

function built(extension: string): string {
  return globSync(join(ASSETS, `*.${extension}`))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

/** Mantine names its classes after the hash of their component. */
function classesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\bm_[0-9a-f]{8}\b/g));
}
