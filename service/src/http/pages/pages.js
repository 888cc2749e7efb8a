// Makes samples in several languages into tabs, and adds buttons that copy. Pages work without it.
const LANGUAGE = 'sample-language';

for (const samples of document.querySelectorAll('.samples')) addTabs(samples);
choose(sessionStorage.getItem(LANGUAGE));
for (const pre of document.querySelectorAll('pre[data-copy]')) addCopyButton(pre);

function addTabs(samples) {
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language of the sample');
  for (const panel of samples.querySelectorAll('section')) {
    const label = panel.querySelector('.language');
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = label.textContent;
    tab.id = `${panel.id}-tab`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => remember(tab.textContent));
    label.remove();
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    list.append(tab);
  }
  list.addEventListener('keydown', moveFocus);
  samples.prepend(list);
  show(samples, list.firstElementChild.textContent);
}

function moveFocus(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const tabs = [...event.currentTarget.children];
  const next = tabs.at((tabs.indexOf(event.target) + step) % tabs.length);
  remember(next.textContent);
  next.focus();
}

/** One choice holds for all samples of the page, and for the next pages of this tab. */
function remember(language) {
  sessionStorage.setItem(LANGUAGE, language);
  choose(language);
}

function choose(language) {
  for (const samples of document.querySelectorAll('.samples')) show(samples, language);
}

function show(samples, language) {
  const tabs = [...samples.querySelectorAll('[role=tab]')];
  if (!tabs.some((tab) => tab.textContent === language)) return;
  for (const tab of tabs) {
    const isChosen = tab.textContent === language;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen;
  }
}

function addCopyButton(pre) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    button.textContent = await copy(pre);
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  const frame = document.createElement('div');
  frame.className = 'copied';
  pre.replaceWith(frame);
  frame.append(pre, button);
}

/** Browsers lend the clipboard to https and localhost only; elsewhere the text is selected. */
async function copy(pre) {
  try {
    await navigator.clipboard.writeText(pre.textContent);
    return 'Copied';
  } catch {
    getSelection().selectAllChildren(pre);
    return 'Selected';
  }
}
