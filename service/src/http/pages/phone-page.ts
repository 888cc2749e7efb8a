import type { VirtualPhone } from '../../domain/sandbox/virtual-phone.ts';
import { escapeHtml } from './page.ts';

/** What a player's phone shows, in the sandbox and beside emulated operators. */
export interface PhoneView {
  readonly number: string;
  readonly prompts: readonly Prompt[];
  /** Codes of waiting deposits, ready to be dialled. */
  readonly codes: readonly { readonly code: string; readonly amountXaf: number }[];
  /** The dialled code; without an amount if the network does not know it. */
  readonly dialled: { readonly code: string; readonly amountXaf: number | null } | null;
  readonly notice: string;
  /** Texts from operators to the player, the newest first. */
  readonly texts: readonly string[];
  /** The payments as the service reports them, or `null` where they are not shown. */
  readonly payments: readonly ShownPayment[] | null;
}

interface Prompt {
  readonly id: string;
  readonly merchant: string;
  readonly amountXaf: number;
}

interface ShownPayment {
  readonly direction: string;
  readonly amountXaf: number;
  readonly reference: string;
  readonly state: string;
}

const NOTICES = {
  paid: 'You have paid. The operator has sent its SMS.',
  refused: 'You have refused. No money has moved.',
  no_pin: 'Type a PIN of 4 to 8 digits. Any will do, but never your own.',
  unknown_code: 'The network does not know this code.',
  too_late: 'Nothing waits for your answer any more.',
} as const;

export type Notice = keyof typeof NOTICES;

/** What a number's phone shows of the payments that one application sees. */
export function phoneOf(
  number: string,
  { prompts, codes, payments }: VirtualPhone,
): Omit<PhoneView, 'dialled' | 'notice'> {
  return {
    number,
    prompts: prompts.map(({ id, amountXaf }) => ({ id, amountXaf, merchant: 'SANDBOX MERCHANT' })),
    codes: codes.map(({ instructions, amountXaf }) => ({
      code: instructions?.ussdString ?? '',
      amountXaf,
    })),
    texts: payments
      .filter(({ state, providerTxId }) => state === 'succeeded' && providerTxId !== null)
      .map(({ direction, amountXaf, providerTxId }) =>
        writePlayerText({ direction, amountXaf, id: providerTxId ?? '' }),
      ),
    payments,
  };
}

/** The operator's text to the player, in our own wording. */
export function writePlayerText(money: {
  readonly direction: 'deposit' | 'withdrawal';
  readonly amountXaf: number;
  readonly id: string;
}): string {
  const { direction, amountXaf, id } = money;
  return direction === 'deposit'
    ? `Paiement de ${amountXaf} FCFA effectue. ID transaction: ${id}.`
    : `Vous avez recu ${amountXaf} FCFA. ID transaction: ${id}.`;
}

export function renderPhone(view: PhoneView): string {
  const { number, prompts, codes, dialled, texts, payments } = view;
  const isIdle = prompts.length === 0 && dialled === null;
  return `<h1>Phone of ${escapeHtml(number)}</h1>
${isNotice(view.notice) ? `<p role="status" class="notice">${NOTICES[view.notice]}</p>` : ''}
${dialled === null ? '' : renderDialled(dialled)}
${prompts.map(renderPrompt).join('')}
${isIdle ? '<p>Nobody asks for money. <a href="?">Look again</a></p>' : ''}
<h2>Dial a code</h2>
<form><label>Code <input name="dial" inputmode="tel" required></label> <button>Dial</button></form>
${codes.map(renderCode).join('')}
<h2>SMS</h2>
${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('') || '<p>None yet.</p>'}
${payments === null ? '' : renderPayments(payments)}`;
}

function isNotice(text: string): text is Notice {
  return Object.hasOwn(NOTICES, text);
}

function renderPrompt({ id, merchant, amountXaf }: Prompt): string {
  const hidden = `<input type="hidden" name="prompt" value="${escapeHtml(id)}">`;
  return renderQuestion(`${escapeHtml(merchant)} asks for <b>${amountXaf} FCFA</b>.`, hidden);
}

function renderDialled({ code, amountXaf }: NonNullable<PhoneView['dialled']>): string {
  if (amountXaf === null) return `<p role="status" class="notice">${NOTICES.unknown_code}</p>`;
  const hidden = `<input type="hidden" name="code" value="${escapeHtml(code)}">`;
  return renderQuestion(`Pay <b>${amountXaf} FCFA</b>?`, hidden);
}

function renderQuestion(question: string, hidden: string): string {
  return `<form method="post" class="question">${hidden}<p>${question}</p>
<label>PIN, any 4 to 8 digits
<input name="pin" type="password" inputmode="numeric" pattern="[0-9]{4,8}" autocomplete="off"
required></label>
<button name="answer" value="confirm">Confirm</button>
<button name="answer" value="refuse" formnovalidate>Refuse</button></form>`;
}

function renderCode({ code, amountXaf }: PhoneView['codes'][number]): string {
  return `<form><input type="hidden" name="dial" value="${escapeHtml(code)}">
<button>Dial ${escapeHtml(code)}</button> <span class="soft">${amountXaf} FCFA</span></form>`;
}

function renderPayments(payments: readonly ShownPayment[]): string {
  const rows = payments.map(
    ({ direction, amountXaf, reference, state }) =>
      `<tr><td>${direction}<td>${amountXaf}<td>${escapeHtml(reference)}<td>${state}</tr>`,
  );
  return `<h2>What the service says</h2>
<table><thead><tr><th>payment<th>XAF<th>reference<th>state</thead>
<tbody>${rows.join('')}</tbody></table>`;
}
