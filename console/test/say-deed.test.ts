import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayDeed } from '../src/access/say-deed.ts';
import { WORDS } from './words/both-languages.ts';

const { en, fr } = WORDS;
const ABOUT = { id: '019a', name: null, amount_xaf: null } as const;

type Deed = readonly [string, string, object, object, string, string];

const DEEDS: readonly Deed[] = [
  ['webhook_secret', 'Shop', {}, {}, 'Webhook secret · Shop', 'Secret des webhooks · Shop'],
  [
    'staff',
    'Ada',
    { role: 'viewer', disabled: false },
    { role: 'admin', disabled: false },
    'Staff · Ada · Role',
    'Personnel · Ada · Rôle',
  ],
  [
    'gateway',
    'phone-1',
    { gatewayKey: 'in_use' },
    { gatewayKey: 'new' },
    'Gateway · phone-1 · Secret',
    'Passerelle · phone-1 · Secret',
  ],
];

for (const [kind, called, before, after, english, french] of DEEDS) {
  test(`an approved change of ${kind} says what was changed, and of what`, () => {
    const json = { before: JSON.stringify(before), after: JSON.stringify(after) };
    const row = { action: 'change.approve', about: { ...ABOUT, kind }, ...json };
    assert.equal(sayDeed(row, en, called), `approved a change: ${english}`);
    const said = sayDeed(row, fr, called).replaceAll(/\s/g, ' ');
    assert.equal(said, `a approuvé une modification : ${french}`);
  });
}

test('a change that was taken back has its kind, and broken values change no sentence', () => {
  const about = { ...ABOUT, kind: 'staff' };
  const row = { action: 'change.withdraw', about, before: '{"role":', after: null };
  assert.equal(sayDeed(row, en, 'Ada'), 'withdrew or rejected a change: Staff · Ada');
});

test('a change of the rules says which', () => {
  const row = {
    action: 'change.ask',
    about: { ...ABOUT, kind: 'policy' },
    before: '{"amountMaxXaf":100}',
    after: '{"amountMaxXaf":200}',
  };
  const said = sayDeed(row, en, en.rules.title);
  assert.ok(said.endsWith(`Rules · ${en.rules.names.amount_max_xaf}`), said);
});
