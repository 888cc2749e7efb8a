import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { CheckoutState, RoughWait } from '../../domain/checkouts/checkout.ts';
import { formatXaf } from '../../domain/money.ts';
import { forEachOperator, type Operator } from '../../domain/operators/operator.ts';
import type { Instructions } from '../../domain/transactions/instructions.ts';
import type { App } from '../app.ts';
import { escapeHtml, HEADERS } from './page.ts';
import { PAY_CSS, PAY_SCRIPT } from './pay-assets.ts';
import { type PayWords, payWordsOf } from './pay-words.ts';

/** What the page of a checkout shows. No whole number and no name of a payer is ever on it. */
export interface PayView {
  readonly lang: 'fr' | 'en';
  readonly seller: string;
  readonly supportNumber: string | null;
  readonly amountXaf: number;
  readonly description: string | null;
  readonly reference: string;
  readonly state: CheckoutState;
  readonly expiresAt: Date;
  readonly now: Date;
  /** With the beginnings of their numbers, so that a script can find the operator. */
  readonly operators: readonly OfferedOperator[];
  /** The attempt that this browser began, or `null`. */
  readonly attempt: ShownAttempt | null;
  readonly notice: PayNotice | null;
  readonly paid: { readonly at: Date; readonly providerTxId: string | null } | null;
  /** With the id of the checkout. */
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
}

export interface OfferedOperator {
  readonly name: Operator;
  readonly prefixes: readonly string[];
  /** The name that its own screen would show now, if it is known. */
  readonly merchant: string | null;
}

export interface ShownAttempt {
  readonly id: string;
  /** `looked_into`: people decide whether it was paid. `surplus`: paid, and too much. */
  readonly kind: 'open' | 'looked_into' | 'surplus' | 'ended';
  readonly merchant: string | null;
  readonly instructions: Instructions | null;
  readonly until: Date | null;
  /** The end of the number that pays, while it may pay. */
  readonly numberEnd: string | null;
}

export type PayNotice =
  | { readonly kind: 'not_a_number' | 'unknown_operator' | 'not_possible' | 'too_many_here' }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'asked_often' | 'same_code'; readonly within: RoughWait };

export function sendPayPage(reply: FastifyReply, view: PayView): FastifyReply {
  return reply.headers(PAY_HEADERS).type('text/html; charset=utf-8').send(renderPay(view));
}

/** The page that says nothing but that there is none, or none now; in both languages. */
export function sendPayTrouble(reply: FastifyReply, status: number): FastifyReply {
  reply.code(status).headers(PAY_HEADERS).type('text/html; charset=utf-8');
  return reply.send(renderTrouble(status));
}

/** Whatever goes wrong, a buyer reads a page. */
export function answerPeople(app: App): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
    if (reply.statusCode < 400 || !isJson) return payload;
    reply.headers(PAY_HEADERS).type('text/html; charset=utf-8').removeHeader('content-length');
    return renderTrouble(reply.statusCode);
  });
}

function renderTrouble(status: number): string {
  const kind = status === 404 ? 'unknown' : 'trouble';
  const texts = (['fr', 'en'] as const).map(
    (lang) => `<p lang="${lang}">${payWordsOf(lang)[kind]}</p>`,
  );
  return `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${isPassing(status) ? REFRESH : ''}
<title>${payWordsOf('fr').pay}</title>
<style>${PAY_CSS}</style>
<main>${texts.join('\n')}</main>
</html>`;
}

/** A page with the same one says the same. */
export function versionOf({ state, attempt, expiresAt, now }: PayView): string {
  return [state, attempt?.kind ?? 'none', expiresAt <= now ? 'over' : 'in-time'].join('.');
}

function digest(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

/** Style and script are in the page: on a slow network one request is all there is. */
const PAY_HEADERS = {
  ...HEADERS,
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${digest(PAY_CSS)}`,
    `script-src ${digest(PAY_SCRIPT)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
} as const;

/** How often a browser without scripts looks again. */
const REFRESH_SECONDS = 8;
const REFRESH = `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`;

/** It ends by itself: a buyer who waits for a payment is not left with it. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 429;
}

function renderPay(view: PayView): string {
  const words = payWordsOf(view.lang);
  const waits = isWaiting(view);
  // Another buyer may pay, or the shop cancel, while this one reads.
  const isLive = waits || view.state === 'open';
  const attempt = view.attempt === null ? '' : `attempt=${view.attempt.id}&amp;`;
  const refresh = `<noscript>${REFRESH}</noscript>`;
  const other = view.lang === 'fr' ? 'en' : 'fr';
  return `<!doctype html>
<html lang="${view.lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${waits ? refresh : ''}
<title>${escapeHtml(`${words.pay} · ${view.seller}`)}</title>
<style>${PAY_CSS}</style>
<main data-live="${isLive}" data-waits="${waits}" data-version="${versionOf(view)}"
data-now="${view.now.toISOString()}">
<p class="seller">${escapeHtml(view.seller)}</p>
<h1>${formatXaf(view.amountXaf)}</h1>
${view.description === null ? '' : `<p>${escapeHtml(view.description)}</p>`}
<div id="status" role="status">${renderState(view, words)}</div>
</main>
<footer>${renderSupport(view, words)}
<a href="?${attempt}lang=${other}" lang="${other}" hreflang="${other}">${words.otherLanguage}</a>
</footer>
<script>${PAY_SCRIPT}</script>
</html>`;
}

/** What is open may still take the buyer's money, whatever became of the checkout. */
function isWaiting({ attempt }: PayView): boolean {
  return attempt?.kind === 'looked_into' || attempt?.kind === 'open';
}

function renderSupport({ supportNumber }: PayView, words: PayWords): string {
  if (supportNumber === null) return '';
  const number = escapeHtml(supportNumber);
  return `<p>${words.support} <a href="tel:${number}">${number}</a></p>`;
}

function renderState(view: PayView, words: PayWords): string {
  const kind = view.attempt?.kind ?? null;
  if (kind === 'surplus') return `<p class="problem">${words.surplus}</p>`;
  if (kind === 'looked_into') return `<p class="problem">${words.lookedInto}</p>`;
  if (view.state === 'paid') {
    return kind === 'open'
      ? renderMeanwhile(view, words.paidMeanwhile, words)
      : renderReceipt(view, words);
  }
  if (view.state === 'cancelled') {
    if (kind === 'open') return renderMeanwhile(view, words.cancelledMeanwhile, words);
    return `<p>${words.cancelled}</p>${renderWays(view, words)}`;
  }
  const isOver = view.expiresAt <= view.now;
  if (view.attempt?.kind === 'open') return renderAttempt(view, view.attempt, words);
  if (view.state === 'expired' || isOver)
    return `<p>${words.expired}</p>${renderWays(view, words)}`;
  const failed = view.attempt === null ? '' : `<p class="problem">${words.notPaid}</p>`;
  return `${failed}${renderNotice(view, words)}${renderForm(view, words)}
<p class="soft">${words.openUntil} ${moment(view.expiresAt, view.lang, 'left')}</p>
${renderWays(view, words)}`;
}

/** Another buyer has paid, or the shop has cancelled: what this buyer pays now is too much. */
function renderMeanwhile(view: PayView, text: string, words: PayWords): string {
  return `<p class="problem" role="alert">${text}</p>${renderWays(view, words)}`;
}

function renderReceipt(view: PayView, words: PayWords): string {
  const { paid, lang } = view;
  // Each value is HTML: what others wrote is escaped where it is taken.
  const rows = [
    [words.amount, formatXaf(view.amountXaf)],
    [words.to, escapeHtml(view.seller)],
    [words.reference, escapeHtml(view.reference)],
    ...(paid === null ? [] : [[words.paidAt, moment(paid.at, lang)] as const]),
    ...(typeof paid?.providerTxId === 'string'
      ? [[words.operatorId, escapeHtml(paid.providerTxId)] as const]
      : []),
  ].map(([name = '', value = '']) => `<dt>${name}</dt><dd>${value}</dd>`);
  return `<p class="good">${words.paid}</p><dl>${rows.join('')}</dl>
<p class="scripted"><button type="button" data-print>${words.print}</button>
<button type="button" data-share>${words.share}</button></p>${renderWays(view, words)}`;
}

function renderAttempt(view: PayView, attempt: ShownAttempt, words: PayWords): string {
  const { instructions, merchant, until, numberEnd } = attempt;
  const phone = numberEnd === null ? '' : `<p>${words.payingNumber} <b>${numberEnd}</b></p>`;
  const name = merchant === null ? '' : `<p>${words.shownName} <b>${escapeHtml(merchant)}</b></p>`;
  const what =
    instructions === null
      ? `<p class="big">${words.confirmOnPhone}</p>`
      : `<p class="big">${words.dial} <a class="code"
href="${escapeHtml(instructions.dialUri)}">${escapeHtml(instructions.ussdString)}</a></p>
<ol>${instructions.steps.map(({ text }) => `<li>${escapeHtml(text)}</li>`).join('')}</ol>`;
  const left =
    until === null ? '' : `<p>${words.timeUntil} ${moment(until, view.lang, 'left')}</p>`;
  return `${what}${phone}${name}${left}<p class="soft">${words.waiting}</p>
<p><a href="?lang=${view.lang}">${words.otherNumber}</a></p>`;
}

function renderNotice({ notice, lang }: PayView, words: PayWords): string {
  if (notice === null) return '';
  const text = words.notices[notice.kind];
  const until = 'until' in notice ? ` ${moment(notice.until, lang)}` : '';
  const when = 'within' in notice ? ` ${words.within[notice.within]}` : until;
  return `<p class="problem" role="alert">${text}${when}</p>`;
}

function renderForm({ operators, lang }: PayView, words: PayWords): string {
  const options = operators.map(
    ({ name, prefixes }) =>
      `<option value="${name}" data-prefixes="${prefixes.join(' ')}">${OPERATOR_NAMES[name]}</option>`,
  );
  return `<form method="post"><input type="hidden" name="lang" value="${lang}">
<label>${words.number}<input name="msisdn" type="tel" inputmode="tel" autocomplete="tel"
required maxlength="20" aria-describedby="hint"></label>
<p id="hint" class="soft">${words.numberHint}</p>
<label>${words.operator}<select name="operator"><option value="">${words.findOperator}</option>
${options.join('')}</select></label>
${renderNames(operators, words)}
<button>${words.payNow}</button></form>`;
}

/** Known before a prompt is on the phone, so that nobody confirms that of a stranger. */
function renderNames(operators: readonly OfferedOperator[], words: PayWords): string {
  const named = operators.flatMap(({ name, merchant }) =>
    merchant === null ? [] : `${OPERATOR_NAMES[name]}${words.colon} <b>${escapeHtml(merchant)}</b>`,
  );
  return named.length === 0
    ? ''
    : `<p class="soft">${words.shownName} <br>${named.join('<br>')}</p>`;
}

const OPERATOR_NAMES = forEachOperator(({ displayName }) => displayName);

function renderWays({ state, returnUrl, cancelUrl }: PayView, words: PayWords): string {
  const link = (url: string, text: string) =>
    `<p><a class="way" rel="noreferrer" href="${escapeHtml(url)}">${text}</a></p>`;
  if (state === 'paid') return returnUrl === null ? '' : link(returnUrl, words.back);
  return cancelUrl === null ? '' : link(cancelUrl, words.doNotPay);
}

/** In the time of Cameroon, the day before the month; with a script what is `left` counts down. */
function moment(at: Date, lang: 'fr' | 'en', kind: 'left' | 'time' = 'time'): string {
  const text = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Africa/Douala',
  }).format(at);
  return `<time datetime="${at.toISOString()}" data-kind="${kind}">${text}</time>`;
}
