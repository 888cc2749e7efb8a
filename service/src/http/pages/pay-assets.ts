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
  const EVERY_MS = 4000;
  document.documentElement.classList.add('with-script');
  const main = document.querySelector('main');
  function dress() {
    for (const time of document.querySelectorAll('time[data-kind=left]')) tick(time);
    document.querySelector('[data-print]')?.addEventListener('click', () => print());
    const share = document.querySelector('[data-share]');
    if (share && !navigator.share) share.remove();
    share?.addEventListener('click', () =>
      navigator.share({ text: main.innerText }).catch(() => {}));
    const number = document.querySelector('[name=msisdn]');
    number?.addEventListener('input', () => findOperator(number.value));
  }
  function tick(time) {
    const seconds = Math.max(0, Math.round((Date.parse(time.dateTime) - Date.now()) / 1000));
    const two = (n) => String(n).padStart(2, '0');
    time.textContent = time.textContent.replace(/ \\(\\d+:\\d\\d\\)$/, '') +
      ' (' + Math.floor(seconds / 60) + ':' + two(seconds % 60) + ')';
  }
  function findOperator(text) {
    const digits = text.replace(/\\D/g, '').replace(/^237/, '');
    for (const option of document.querySelectorAll('option[data-prefixes]')) {
      const fits = option.dataset.prefixes.split(' ').some((one) => digits.startsWith(one));
      if (fits) option.parentElement.value = option.value;
    }
  }
  async function look() {
    if (main.dataset.waits === 'true' && !document.hidden) {
      try {
        const answer = await fetch(location.href);
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        const news = page.querySelector('#status');
        const status = document.querySelector('#status');
        if (answer.ok && news && page.querySelector('main').dataset.waits !== 'true') {
          main.dataset.waits = 'false';
          status.replaceChildren(...news.childNodes);
          dress();
        }
      } catch {}
    }
    setTimeout(look, EVERY_MS);
  }
  dress();
  setInterval(() => document.querySelectorAll('time[data-kind=left]').forEach(tick), 1000);
  setTimeout(look, EVERY_MS);
})();
`;
