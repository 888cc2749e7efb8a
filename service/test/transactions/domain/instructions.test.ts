import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { formatXaf, MAX_AMOUNT_XAF, MIN_AMOUNT_XAF } from '../../../src/domain/money.ts';
import {
  buildInstructions,
  type InstructionFacts,
  type Instructions,
  LANGS,
} from '../../../src/domain/transactions/instructions.ts';

const CHANNEL = {
  merchantNumber: '654321',
  merchantDisplayName: 'PARIS FC',
  ussdTemplate: '#150*47*{merchant}*{amount}#',
  illustrationUrl: null,
  illustrationAlt: null,
};
const ORDER: InstructionFacts = {
  channel: CHANNEL,
  amountXaf: 12_500,
  lang: 'en',
  pollingIntervalSeconds: 5,
  sandbox: false,
};

test('instructions hold the code as text, link and copy, the merchant and the interval', () => {
  const { steps, ...rest } = buildInstructions(ORDER);
  assert.deepEqual(rest, {
    ussdString: '#150*47*654321*12500#',
    dialUri: 'tel:%23150*47*654321*12500%23',
    copyText: '#150*47*654321*12500#',
    merchant: { displayName: 'PARIS FC' },
    illustrationUrl: null,
    illustrationAlt: null,
    pollingIntervalSeconds: 5,
  });
  assert.deepEqual(
    steps.map((step) => step.order),
    [1, 2, 3, 4],
  );
});

test('the illustration of the channel is passed on', () => {
  const channel = { ...CHANNEL, illustrationUrl: 'https://a.example/b.png', illustrationAlt: 'c' };
  const built = buildInstructions({ ...ORDER, channel });
  assert.equal(built.illustrationUrl, 'https://a.example/b.png');
  assert.equal(built.illustrationAlt, 'c');
});

test('a merchant number in E.164 form is dialled by its national digits', () => {
  const channel = { ...CHANNEL, merchantNumber: '+237690000001' };
  const built = buildInstructions({ ...ORDER, channel });
  assert.equal(built.ussdString, '#150*47*690000001*12500#');
});

test('the steps name the code, the amount and the merchant, and warn about the secret code', () => {
  for (const sandbox of [false, true]) {
    const english = textOf({ ...ORDER, sandbox });
    const french = textOf({ ...ORDER, sandbox, lang: 'fr' });
    assert.match(english, /[Nn]ever share your secret code/);
    assert.match(french, /[Nn]e communiquez jamais votre code secret/);
    for (const text of [english, french]) {
      assert.ok(text.includes('#150*47*654321*12500#'));
      assert.ok(text.includes(formatXaf(12_500)));
      assert.ok(text.includes('PARIS FC'));
    }
  }
});

test('the steps of an unnamed merchant leave the name out', () => {
  const channel = { ...CHANNEL, merchantDisplayName: null };
  for (const lang of LANGS) {
    for (const sandbox of [false, true]) {
      const text = textOf({ ...ORDER, channel, lang, sandbox });
      assert.doesNotMatch(text, /null|undefined|PARIS|recipient|bénéficiaire/);
      assert.ok(text.includes(formatXaf(12_500)));
    }
  }
});

test('the steps of the sandbox say that the code must not be dialled, the others do not', () => {
  const sandbox = { ...ORDER, sandbox: true };
  assert.match(textOf(sandbox), /never dial/);
  assert.match(textOf({ ...sandbox, lang: 'fr' }), /ne composez jamais/);
  assert.doesNotMatch(textOf(ORDER), /never dial/);
  assert.doesNotMatch(textOf({ ...ORDER, lang: 'fr' }), /ne composez jamais/);
});

test('instructions always contain the exact amount, in the code and in the steps', () => {
  const anyAmount = fc.integer({ min: MIN_AMOUNT_XAF, max: MAX_AMOUNT_XAF });
  fc.assert(
    fc.property(anyAmount, fc.constantFrom(...LANGS), fc.boolean(), (amountXaf, lang, sandbox) => {
      const built = buildInstructions({ ...ORDER, amountXaf, lang, sandbox });
      assert.ok(built.ussdString.endsWith(`*${amountXaf}#`));
      assert.equal(built.copyText, built.ussdString);
      assert.equal(decodeURIComponent(built.dialUri), `tel:${built.ussdString}`);
      assert.ok(stepTexts(built).includes(formatXaf(amountXaf)));
      assert.ok(built.steps.length === 3 || built.steps.length === 4);
    }),
  );
});

test('a channel that cannot be dialled stops the program', () => {
  const channels = [
    { ...CHANNEL, ussdTemplate: null },
    { ...CHANNEL, ussdTemplate: '*126*{merchant}#' },
    { ...CHANNEL, merchantNumber: 'MERCHANT' },
    { ...CHANNEL, merchantNumber: '' },
  ];
  for (const channel of channels) {
    assert.throws(() => buildInstructions({ ...ORDER, channel }), /Impossible/);
  }
});

function textOf(order: InstructionFacts): string {
  return stepTexts(buildInstructions(order));
}

function stepTexts({ steps }: Instructions): string {
  return steps.map((step) => step.text).join('\n');
}
