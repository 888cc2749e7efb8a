import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlightCode, renderDocument } from '../../../src/http/pages/render-document.ts';

const render = (markdown: string) => renderDocument(markdown, (href) => href).html;

const SAMPLES = `# Pay

<!-- samples -->

\`\`\`sh
curl -s http://localhost:8000 # ask
\`\`\`

\`\`\`ts
const one = await payments.createDeposit({ amount_xaf: 5000 });
\`\`\`

\`\`\`php
$one = $payments->createDeposit([]);
\`\`\`

\`\`\`python
one = payments.create_deposit({})
\`\`\`

Then go on.

\`\`\`sh
node shop.mjs
\`\`\`
`;

test('samples of one thing are grouped, each with its language, and readable without a script', () => {
  const html = render(SAMPLES);
  const [group = '', after = ''] = html.split('</section></div>');
  assert.deepEqual(
    [...group.matchAll(/<p class="language">([^<]*)</g)].map(([, name]) => name),
    ['curl', 'TypeScript', 'PHP', 'Python'],
  );
  assert.doesNotMatch(group, /hidden/);
  assert.match(after, /Then go on/);
  assert.doesNotMatch(after, /<section/, 'other blocks are no samples');
});

test('code is highlighted when the page is made, and stays the same text', () => {
  const html = render(SAMPLES);
  assert.ok(html.includes('<span class="code-comment"># ask</span>'));
  assert.ok(html.includes('<span class="code-word">const</span>'));
  assert.ok(html.includes('<span class="code-number">5000</span>'));
  const code = '{"a": "<b>", "n": [1, true]} // "x" \' & #';
  for (const language of ['sh', 'json', 'ts', 'js', 'php', 'python', 'sql', 'text', 'unknown']) {
    const plain = highlightCode(code, language).replaceAll(/<\/?span[^>]*>/g, '');
    const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
    const back = plain.replaceAll(/&(?:lt|gt|quot|amp|#39);/g, (it) => entities[it as '&lt;']);
    assert.equal(back, code, language);
  }
});

test('commands can be copied, what a program prints cannot', () => {
  assert.match(render('```sh\nnpm start\n```'), /<pre tabindex="0" data-copy>/);
  assert.match(render('```text\nverified\n```'), /<pre tabindex="0"><code>verified/);
});

test('HTML in a document is dropped', () => {
  assert.doesNotMatch(render('# A\n\n<img src=x onerror=alert(1)>\n\ntext'), /onerror/);
});
