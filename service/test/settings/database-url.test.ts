import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDatabaseUrl, nodeUrls } from '../../src/settings/database-url.ts';

const READ = [
  ['postgresql://db/x', ['postgresql://db/x'], 'db/x'],
  [
    'postgresql://u:p%40ss@h1:5432,h2:5433,h3/x?target_session_attrs=read-write&sslmode=require',
    [
      'postgresql://u:p%40ss@h1:5432/x?sslmode=require',
      'postgresql://u:p%40ss@h2:5433/x?sslmode=require',
      'postgresql://u:p%40ss@h3/x?sslmode=require',
    ],
    'h1:5432,h2:5433,h3/x',
  ],
  [
    'postgres://[::1]:5432,[::2]/x',
    ['postgres://[::1]:5432/x', 'postgres://[::2]/x'],
    '[::1]:5432,[::2]/x',
  ],
  [
    'postgresql://u@/x?host=/a,/b&port=5432,5433',
    [
      'postgresql://u@localhost/x?host=%2Fa&port=5432',
      'postgresql://u@localhost/x?host=%2Fb&port=5433',
    ],
    '/a,/b/x',
  ],
] as const;

for (const [text, urls, described] of READ) {
  test(`${text} leads to ${described}`, () => {
    assert.deepEqual(nodeUrls(text), urls);
    assert.equal(describeDatabaseUrl(text), described);
  });
}

const REFUSED = [
  ['mysql://u:hunter2@h/x', /must start with postgresql/],
  ['postgresql://u:hunter2@h1:5432,h2:port/x', /is not a valid URL/],
  ['postgresql://u:hunter2@h1,/x', /is not a valid URL/],
  ['postgresql://u:hunter2@/x?host=a,b,c&port=1,2', /one port, or as many ports as hosts/],
  ['postgresql://u:hunter2@a,b/x?target_session_attrs=any', /target_session_attrs=read-write/],
] as const;

for (const [text, reason] of REFUSED) {
  test(`${text} is refused without repeating the password`, () => {
    assert.throws(
      () => nodeUrls(text),
      (error: Error) => reason.test(error.message) && !error.message.includes('hunter2'),
    );
  });
}
