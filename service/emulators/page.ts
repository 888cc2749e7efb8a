import type { Payment } from './book.ts';
import type { ControlledEmulator } from './emulator.ts';
import { CALLBACK_PRESETS, FAULT_PRESETS } from './faults/fault-presets.ts';

const LAST_ENTRIES = 30;

/** Only the upper part refreshes itself, so a form keeps its input. */
const RENEW = `
setInterval(async () => {
  try {
    const text = await (await fetch('/')).text();
    const live = new DOMParser().parseFromString(text, 'text/html').querySelector('#live');
    const shown = document.querySelector('#live');
    if (shown.innerHTML !== live.innerHTML) shown.replaceWith(live);
    document.title = document.querySelector('h1').textContent;
  } catch { document.title = 'offline'; }
}, 1500);`;

export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #8884; }
td.amount { text-align: right; }
form { display: inline-flex; gap: .4rem; flex-wrap: wrap; margin: .2rem 0; }
button, select, input { font: inherit; padding: .15rem .6rem; } input { width: 6rem; }
.prompt { border: 1px solid #8886; border-radius: .6rem; padding: .7rem 1rem; margin: .4rem 0;
  display: flex; gap: .8rem; align-items: center; justify-content: space-between; }
.succeeded { color: #2a8a3e; } .failed, .refused, .expired { color: #c0392b; }
.quiet { opacity: .65; }`;

export function renderPage<Operation extends string, Details>(
  controlled: ControlledEmulator<Operation, Details>,
): string {
  const title = escapeHtml(controlled.title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width">
<noscript><meta http-equiv="refresh" content="3"></noscript>
<style>${PAGE_STYLE}</style></head><body><h1>${title}</h1>
<div id="live">${renderLive(controlled)}</div>${renderForms(controlled)}
<script>${RENEW}</script></body></html>`;
}

function renderLive<Operation extends string, Details>({
  ledger,
  faults,
}: ControlledEmulator<Operation, Details>): string {
  const all = ledger.payments();
  const waiting = all.filter(({ state }) => state === 'pending');
  const counts = Object.entries(ledger.requests());
  return `<h2>Waiting</h2>${waiting.map(renderPrompt).join('') || quiet('Nobody is asked.')}
<h2>Float</h2><p>Collections <b>${format(ledger.float('collection'))}</b> ·
Transfers <b>${format(ledger.float('transfer'))}</b></p>
<h2>Last payments</h2>${renderEntries(all.slice(-LAST_ENTRIES).toReversed())}
<h2>Seen</h2><p>${
    counts.map(([name, count]) => `${escapeHtml(name)} ${count}`).join(' · ') || 'No calls.'
  }<br>Callbacks: ${ledger.callbacks().length}</p>
<h2>Faults</h2>${
    faults
      .list()
      .map(
        ({ operation, fault, timesLeft, probability }) =>
          `<p><b>${escapeHtml(operation)}</b>: <code>${escapeHtml(JSON.stringify(fault))}</code>` +
          (timesLeft === null ? '' : `, ${timesLeft} times`) +
          (probability === 1 ? '</p>' : `, in ${probability * 100} %</p>`),
      )
      .join('') || quiet('None.')
  }`;
}

function renderPrompt({ reference, direction, msisdn, amount }: Payment<unknown>): string {
  const verb = direction === 'collection' ? 'is asked to pay' : 'is about to be paid';
  const button = (action: string, label: string) => renderButton(action, reference, label);
  return `<div class="prompt"><span><b>${escapeHtml(msisdn)}</b> ${verb} <b>${format(amount)}</b>
<br><small class="quiet">${escapeHtml(reference)}</small></span>
<span>${button('approve', 'Approve')} ${button('refuse', 'Refuse')}</span></div>`;
}

function renderButton(action: string, reference: string, label: string): string {
  const target = `/_emulator/${action}/${encodeURIComponent(reference)}`;
  return `<form method="post" action="${target}"><button>${label}</button></form>`;
}

function renderEntries(payments: readonly Payment<unknown>[]): string {
  if (payments.length === 0) return quiet('None yet.');
  const rows = payments.map(
    (payment) => `<tr><td>${new Date(payment.acceptedAt).toISOString().slice(11, 19)}</td>
<td>${payment.direction}</td><td>${escapeHtml(payment.msisdn)}</td>
<td class="amount">${format(payment.amount)}</td>
<td class="${payment.state}">${payment.state} ${escapeHtml(payment.reason ?? '')}</td>
<td>${payment.timesMoved}</td><td><small>${escapeHtml(payment.externalId)}</small></td>
<td>${renderTakeBack(payment)}</td></tr>`,
  );
  return `<table><tr><th>UTC<th>kind<th>number<th>amount<th>state<th>moved<th>order<th></tr>
${rows.join('')}</table>`;
}

function renderTakeBack({ state, reference }: Payment<unknown>): string {
  return state === 'succeeded' ? renderButton('reverse', reference, 'Take back') : '';
}

function renderForms<Operation extends string, Details>({
  operations,
  settings,
}: ControlledEmulator<Operation, Details>): string {
  const options = (names: readonly string[]) =>
    names.map((name) => `<option>${escapeHtml(name)}</option>`).join('');
  const other = settings.decide === 'manual' ? 'auto' : 'manual';
  return `<h2>Switches</h2>
<div><form method="post" action="/_emulator/faults">
<select name="operation" aria-label="operation">${options(['*', ...operations])}</select>
<select name="fault" aria-label="fault">
${options([...Object.keys(FAULT_PRESETS), ...Object.keys(CALLBACK_PRESETS)])}</select>
<input name="times" type="number" min="1" placeholder="times">
<input name="probability" type="number" min="0.01" max="1" step="0.01" placeholder="chance">
<button>Add fault</button></form>
<form method="post" action="/_emulator/faults">
<input type="hidden" name="action" value="clear"><button>Clear all faults</button></form></div>
<div><form method="post" action="/_emulator/float">
<select name="direction" aria-label="float">${options(['transfer', 'collection'])}</select>
<input name="amount" type="number" min="0" placeholder="amount" required>
<button>Set float</button></form></div>
<p>Statements, as the portal exports them for a number of ours:
<code>/_emulator/statement/collection/+237670000000</code> (or <code>transfer</code>)</p>
<div><form method="post" action="/_emulator/decide">
<input type="hidden" name="decide" value="${other}">
<button>Payments are decided ${settings.decide === 'manual' ? 'here' : 'by themselves'}: change
</button></form></div>`;
}

function quiet(text: string): string {
  return `<p class="quiet">${text}</p>`;
}

function format(amount: number): string {
  return amount.toLocaleString('en').replaceAll(',', ' ');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
