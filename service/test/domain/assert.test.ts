import nodeAssert from 'node:assert/strict';
import { test } from 'node:test';
import { assert, unreachable } from '../../src/domain/assert.ts';

test('an impossible thing stops the program with its description', () => {
  nodeAssert.throws(() => assert(false, 'a deposit is approved'), {
    message: 'Impossible: a deposit is approved',
  });
});

test('a condition that holds passes', () => {
  nodeAssert.doesNotThrow(() => assert(true, 'never shown'));
});

test('a value that no case of a union covers stops the program and is shown', () => {
  // Called in a way that the compiler does not check, as only a wrong program would get there.
  nodeAssert.throws(() => Reflect.apply(unreachable, undefined, ['refunded']), {
    message: 'Impossible: unexpected value "refunded"',
  });
});
