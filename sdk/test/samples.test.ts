import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createPublicKey, type JsonWebKeyInput } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { CHECKOUT } from '../../service/src/settings/checkout.ts';
import { createTestSigner, type SignedWebhook } from '../src/testing.ts';
import { publishKeys } from './support/publish-keys.ts';
import { temporaryFile, whyMissing } from './support/run-program.ts';
import { type Sample, samplesOf } from './support/samples.ts';
import { createTokenMaker, STRANGE_TOKENS } from './support/token-maker.ts';

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'sdk/**/*.md', 'examples/*.md'], {
  cwd: CHECKOUT,
  exclude: (path) => path.includes('node_modules') || path.includes('decisions'),
});
const samples = DOCUMENTS.flatMap(samplesOf);

/** Verifies by itself, without an SDK. */
const VERIFIES = /jwtVerify|createVerify|[^.]verify\('RSA|openssl_verify|jwt\.decode/;

type Verify = (webhook: SignedWebhook) => Promise<unknown>;

interface Given {
  readonly url: string;
  readonly publicKeyPem: string;
}

/** How each sample is used, by its document; `my-shop` is the reader's application. */
const USED: Readonly<Record<string, (sample: Sample, given: Given) => Promise<Verify>>> = {
  'docs/interface.md': async ({ code }, { publicKeyPem }) => {
    const { verifyWebhook } = await load(code);
    return async ({ headers, body }) => {
      const signature = headers['x-service-signature'];
      const rawBody = Buffer.from(body);
      const application = 'default';
      const payload = await verifyWebhook({ signature, rawBody, publicKeyPem, application });
      assert.notEqual(payload, null);
      return payload;
    };
  },
  'docs/webhooks.md': async ({ code }, { url }) => {
    const jose = pathToFileURL(
      join(CHECKOUT, 'node_modules', 'jose', 'dist', 'webapi', 'index.js'),
    );
    const { verify } = await load(
      code
        .replace("'jose'", `'${jose.href}'`)
        .replace('http://localhost:8000', url)
        .replace("'my-shop'", "'default'")
        .replace('process.env.MOMO_KEY', "'key'"),
    );
    return async ({ headers, body }) =>
      verify(headers['x-service-signature'] ?? '', Buffer.from(body));
  },
};

type Loaded = Readonly<Record<string, (...given: unknown[]) => unknown>> & {
  readonly verify: (...given: unknown[]) => unknown;
  readonly verifyWebhook: (...given: unknown[]) => unknown;
};

async function load(code: string): Promise<Loaded> {
  return (await import(pathToFileURL(temporaryFile('sample.mjs', code)).href)) as Loaded;
}

test('every sample that verifies by itself takes genuine webhooks of its application alone', async () => {
  const found = samples.filter(({ code }) => VERIFIES.test(code));
  assert.deepEqual(found.map(({ document }) => document).toSorted(), Object.keys(USED).toSorted());
  const maker = await createTokenMaker();
  const [jwk] = (await maker.jwks()).keys;
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' } as unknown as JsonWebKeyInput);
  const given = {
    url: (await publishKeys(maker)).url,
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
  };
  const genuine = maker.make({});
  const long = Math.floor(Date.now() / 1_000) - 3_600;
  const stranger = await createTestSigner({ hasOwnKey: true, keyId: 'own' });
  const wrong: readonly (readonly [name: string, webhook: SignedWebhook])[] = [
    ['of another signer', await stranger.sign()],
    ['with another body', { ...genuine, body: genuine.body.replace('500', '900') }],
    ['of an hour ago', maker.make({ claims: { iat: long, exp: long + 300 } })],
    ['without a token', { ...genuine, headers: {} }],
    ...STRANGE_TOKENS.map(([name, changes]) => [`with ${name}`, maker.make(changes)] as const),
  ];
  for (const sample of found) {
    const verify = await USED[sample.document]?.(sample, given);
    assert.ok(verify);
    assert.deepEqual(await verify(genuine), JSON.parse(genuine.body));
    for (const [name, webhook] of wrong) {
      await assert.rejects(verify(webhook), `${sample.document} takes one ${name}`);
    }
  }
});

test('every sample that credits asks for the success of a deposit', () => {
  const credits = samples.filter(({ code }) => /credit_?once\(/i.test(code));
  assert.ok(credits.length > 4);
  for (const { document, line, code } of credits) {
    const rule = /event\b.*payment\.succeeded.*direction\b.*deposit/s;
    assert.match(code, rule, `${document}:${line}`);
  }
});

test('every sample in PHP is PHP', { skip: whyMissing('PHP', 'php', 'exit(0);') }, () => {
  const all = samples.filter(({ language }) => language === 'php');
  assert.ok(all.length > 3);
  for (const { document, line, code } of all) {
    const whole = code.startsWith('<?php') ? code : `<?php\ndeclare(strict_types=1);\n${code}`;
    const { status, stdout } = spawnSync('php', ['-l', temporaryFile('sample.php', whole)]);
    assert.equal(status, 0, `${document}:${line} ${String(stdout)}`);
  }
});
