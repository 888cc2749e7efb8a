import { escapeHtml, PAGE_STYLE } from '../page.ts';

const PAYER =
  '<input name="payer" value="670000001" aria-label="payer"> ' +
  '<input name="amount" type="number" min="1" value="500" aria-label="amount">';

/** The operator's view, the buttons, and the texts so far. */
export function renderPhone({ balance, kept, reported }: PhoneState): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>SIM of our line</title>
<meta name="viewport" content="width=device-width"><style>${PAGE_STYLE}</style></head>
<body><h1>SIM of our line</h1>
<p>At the operator the line has <b>${balance} XAF</b>. Only the owner of the line can read this.</p>
<h2>A player pays</h2>
<form method="post" action="/_phone/pay">${PAYER}
<input name="note" placeholder="note" aria-label="note">
<select name="fate" aria-label="its text"><option value="send">the text comes</option>
<option value="keep">the text is under way</option><option value="lose">the text is lost</option>
</select><button>Pay</button></form>
<form method="post" action="/_phone/deliver">
<button>Deliver what is under way (${kept.length}), the last one first</button></form>
<h2>Money moves without a text</h2>
<form method="post" action="/_phone/move">
<input name="amount" type="number" value="-300" aria-label="amount"><button>Move</button></form>
<h2>Somebody forges a text</h2>
<form method="post" action="/_phone/forge">${PAYER}
<input name="balance" type="number" value="77000" aria-label="balance in the text">
<input name="id" placeholder="id, or a new one" aria-label="operator’s id">
<button>Send it in the operator’s name</button></form>
<h2>Texts</h2>${reported.map(renderText).join('') || '<p class="quiet">None yet.</p>'}
</body></html>`;
}

function renderText({ text, fate }: PhoneState['reported'][number]): string {
  return `<p><b>${escapeHtml(fate)}</b><br><small>${escapeHtml(text)}</small></p>`;
}

export interface PhoneState {
  /** The line's true balance, whatever texts say. */
  balance: number;
  /** Texts that are still under way. */
  kept: readonly string[];
  /** Newest first. */
  reported: readonly { readonly text: string; readonly fate: string }[];
}
