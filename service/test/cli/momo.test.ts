import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { Command } from 'commander';
import { GROUPS, openGroups } from '../../src/cli/command-groups.ts';
import { EXAMPLES, finishCommands, listCommands } from '../../src/cli/finish-commands.ts';
import { openMomo } from '../support/cli/momo.ts';

const names = Object.keys(GROUPS);
const { momo } = openMomo({});

test('every group of commands is found by the name that it has itself', async () => {
  const opened = await Promise.all(Object.values(GROUPS).map((open) => open()));
  assert.deepEqual(
    opened.map((group) => group.name()),
    names,
  );
});

test('momo --help lists every group, and a group that is misspelt is guessed', async () => {
  const help = await momo('--help');
  assert.equal(help.code, 0);
  for (const name of names) assert.match(help.stdout, new RegExp(`^  ${name} `, 'm'));

  const misspelt = await momo('gatway-key', 'issue');
  assert.equal(misspelt.code, 2);
  assert.match(
    misspelt.stderr,
    /^error: unknown command 'gatway-key'\n\(Did you mean gateway-key\?\)/,
  );
  for (const name of names) assert.match(misspelt.stderr, new RegExp(`^  ${name} `, 'm'));
});

test('an unknown command of a group is guessed among those of the group', async () => {
  const unknown = await momo('key', 'isue');
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /^error: unknown command 'isue'\n\(Did you mean issue\?\)/);
});

const program = new Command('momo');
for (const group of await openGroups()) program.addCommand(group);
finishCommands(program);
const commands = listCommands(program).filter(({ command }) => command.commands.length === 0);

test('every command has an example that it understands, and --json', async () => {
  assert.deepEqual(Object.keys(EXAMPLES).toSorted(), commands.map(({ path }) => path).toSorted());
  for (const { command, path } of commands) {
    let isRun = false;
    command.action(() => {
      isRun = true;
    });
    const example = EXAMPLES[path] ?? '';
    const [typed = ''] = example.split(' > ');
    const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare);
    await program.parseAsync(words.map(String), { from: 'user' });
    assert.ok(isRun, example);
    assert.ok(command.helpInformation().includes('--json') || path === 'completion', path);
  }
});

test('help shows the example and the exit codes', async () => {
  const issue = await momo('key', 'issue', '--help');
  assert.equal(issue.code, 0);
  assert.match(issue.stdout, /Example:\n  momo key issue --application my-shop/);
  assert.match((await momo('--help')).stdout, /Exit codes: 0 done; 1 not done/);
});

test('the completion of bash knows commands and options', async () => {
  const { stdout } = await momo('completion', 'bash');
  for (const [typed, word] of [
    [['momo', 'ga'], 'gateway-key'],
    [['momo', 'key', 'is'], 'issue'],
    [['momo', 'key', 'issue', '--app'], '--application'],
  ] as const) {
    const ask = `COMP_WORDS=(${typed.join(' ')}); COMP_CWORD=${typed.length - 1}; _momo; echo "\${COMPREPLY[*]}"`;
    const said = execFileSync('bash', ['-c', `${stdout}\n${ask}`], { encoding: 'utf8' });
    assert.ok(said.split(/\s+/).includes(word), said);
  }
});
