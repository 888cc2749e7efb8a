import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openMomo } from '../../support/cli/momo.ts';
import { startTestService } from '../../support/harness.ts';

const { config } = await startTestService();
const { momo } = openMomo({ DATABASE_URL: config.databaseUrl ?? '' });
const folder = mkdtempSync(join(tmpdir(), 'momo-map-'));
after(() => rmSync(folder, { recursive: true }));

const WALLET = ['--wallet', 'orange:+237690000000'];
const HEAD = 'Quand;Code op.;Second code;Venant de;Allant vers;Valeur;Reste';
const LINES = [
  '03/03/2026 10:00;PP260303.1000.A1;900000001;692222222;690000000;5 000;15 000',
  '03/03/2026 11:00;PP260303.1100.A2;900000002;690000000;692222223;1 500;13 500',
];

function fileOf(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

test('momo proposes a mapping, shows what it reads, and writes what an import takes', async () => {
  const file = fileOf('agence.csv', HEAD, ...LINES);
  const mappings = join(folder, 'mappings.json');
  const corrected = ['--column', 'id=Second code', '--write', mappings];
  const { code, stdout } = await momo('statement', 'map', file, ...WALLET, ...corrected);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^id\tSecond code$/m);
  assert.match(stdout, /^3\t.*\tout\t1500\.00\t\+237692222223\t900000002\t13500\.00\tfollows$/m);
  assert.match(stdout, /^2 lines read; each balance follows from the one before$/m);
  const written = JSON.parse(readFileSync(mappings, 'utf8')) as readonly { readonly id: string }[];
  assert.equal(written[0]?.id, 'agence');
  const preview = ['--mappings', mappings, '--preview'];
  const read = await momo('statement', 'import', file, ...WALLET, ...preview);
  assert.match(read.stdout, /^2 lines by agence v1/);
});

test('momo keeps a mapping that the file proves, and leaves the others to two people', async () => {
  const file = fileOf('agence.csv', HEAD, ...LINES);
  const kept = await momo('statement', 'map', file, ...WALLET, '--keep', 'Agence');
  assert.match(kept.stdout, /^kept as Agence v1$/m);
  const read = await momo('statement', 'import', file, ...WALLET, '--preview');
  assert.match(read.stdout, /^2 lines by Agence v1/);
  const bare = [HEAD, ...LINES].map((line) => line.replace(/;[^;]*$/, '').replace('Quand', 'Jour'));
  const unproven = fileOf('bare.csv', ...bare);
  const refused = await momo('statement', 'map', unproven, ...WALLET, '--keep', 'Bare');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /two people have to accept it in the console/);
  assert.equal((await momo('statement', 'map', unproven, ...WALLET)).code, 1);
});

test('momo shows the fee of each line, and doubts a party that is the same again and again', async () => {
  const paid = [1, 2, 3, 4, 5].map(
    (hour) => `03/03/2026 1${hour}:00;KA-00000${hour};690000000;69222222${hour};-500;5`,
  );
  const file = fileOf('same.csv', 'Quand;Code op.;Origine;But;Valeur;Frais', ...paid);
  const columns = ['--column', 'party=Origine', '--column', 'from=', '--column', 'to='];
  const { stdout } = await momo('statement', 'map', file, ...WALLET, ...columns);
  assert.match(stdout, /^2\t.*\tKA-000001\t\t\tfee 5\.00$/m);
  assert.match(stdout, /^In 100 % of the lines with money that left, .* our own number/m);
});
