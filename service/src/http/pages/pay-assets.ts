/** 360 px first; dark text on light ground at more than 4.5 to 1. */
export const PAY_CSS = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif;color:#1a1f26;background:#f3f5f7}
main{max-width:27rem;margin:1rem auto;padding:1.25rem;background:#fff;border-radius:.75rem}
h1{font-size:2rem;line-height:1.2;margin:.25rem 0 .75rem}
.seller{margin:0;font-weight:600}
.soft{color:#4d5763;font-size:.9375rem}
.good{color:#0b6b3a;font-size:1.25rem;font-weight:600}
.problem{background:#fdecea;color:#8c1d12;padding:.75rem;border-radius:.5rem}
.big{font-size:1.25rem}
.code{display:inline-block;font-weight:700;padding:.25rem 0;word-break:break-all}
label{display:block;font-weight:600;margin:.75rem 0 0}
input,select,button,.way{display:block;width:100%;min-height:3rem;font:inherit;padding:.5rem .75rem;
margin:.25rem 0;border:1px solid #66717d;border-radius:.5rem;background:#fff;color:inherit}
button{margin-top:1rem;background:#0b4f8a;color:#fff;border-color:#0b4f8a;font-weight:600}
.way{text-align:center;color:#0b4f8a}
a{color:#0b4f8a}
:focus-visible{outline:3px solid #b35900;outline-offset:2px}
dl{margin:0}dt{color:#4d5763;font-size:.9375rem}dd{margin:0 0 .5rem;overflow-wrap:anywhere}
footer{max-width:27rem;margin:0 auto;padding:0 1.25rem 1.25rem}
.scripted{display:none}
.with-script .scripted{display:block}
@media print{button,.way,footer,.scripted{display:none!important}body{background:#fff}}
`;

/** The page works without it. With it the operator is found while one types, and news come alone. */
export const PAY_SCRIPT = `
(() => {
  const [SOON_MS, LATER_MS, MAX_MS] = [4000, 10000, 30000];
  document.documentElement.classList.add('with-script');
  const main = document.querySelector('main');
  const aheadMs = Date.now() - Date.parse(main.dataset.now);
  const first = () => (main.dataset.waits === 'true' ? SOON_MS : LATER_MS);
  let pauseMs = first();
  let hasChosen = false;
  function dress() {
    for (const time of document.querySelectorAll('time[data-kind=left]')) tick(time);
    document.querySelector('[data-print]')?.addEventListener('click', () => print());
    const share = document.querySelector('[data-share]');
    if (share && !navigator.share) share.remove();
    share?.addEventListener('click', () =>
      navigator.share({ text: main.innerText }).catch(() => {}));
    const number = document.querySelector('[name=msisdn]');
    number?.addEventListener('input', () => findOperator(number.value));
    const operator = document.querySelector('[name=operator]');
    operator?.addEventListener('change', () => { hasChosen = operator.value !== ''; });
  }
  function tick(time) {
    const leftMs = Date.parse(time.dateTime) - Date.now() + aheadMs;
    const seconds = Math.max(0, Math.round(leftMs / 1000));
    // Of a longer time the moment says more.
    if (seconds >= 3600) return;
    const two = (n) => String(Math.floor(n)).padStart(2, '0');
    time.textContent = time.textContent.replace(/ \\([\\d:]+\\)$/, '') +
      ' (' + two(seconds / 60) + ':' + two(seconds % 60) + ')';
  }
  function findOperator(text) {
    if (hasChosen) return;
    const digits = text.replace(/\\D/g, '').replace(/^(00)?237/, '');
    let best = { value: '', length: 0 };
    for (const { value, dataset } of document.querySelectorAll('option[data-prefixes]')) {
      for (const prefix of dataset.prefixes.split(' ')) {
        const fits = prefix !== '' && digits.startsWith(prefix);
        if (fits && prefix.length > best.length) best = { value, length: prefix.length };
      }
    }
    document.querySelector('[name=operator]').value = best.value;
  }
  async function look() {
    if (main.dataset.live === 'true' && !document.hidden) {
      pauseMs = Math.min(pauseMs * 1.1, MAX_MS);
      try {
        const url = new URL(location.href);
        url.searchParams.set('seen', main.dataset.version);
        const answer = await fetch(url);
        if (answer.status === 200) show(await answer.text());
      } catch {}
    }
    setTimeout(look, pauseMs);
  }
  function show(text) {
    const news = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
    if (!news || !news.dataset.version) return;
    for (const name of ['live', 'waits', 'version']) main.dataset[name] = news.dataset[name];
    document.querySelector('#status').replaceChildren(
      ...news.querySelector('#status').childNodes);
    pauseMs = first();
    dress();
  }
  dress();
  setInterval(() => document.querySelectorAll('time[data-kind=left]').forEach(tick), 1000);
  setTimeout(look, pauseMs);
})();
`;
