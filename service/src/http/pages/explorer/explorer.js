// Sends the requests that the forms of the explorer describe, and shows the answers below them.
// The commands follow what is typed, and the id of an answer is filled in wherever it is asked for.
const key = document.querySelector('#key');

for (const form of document.querySelectorAll('form.call')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
  form.addEventListener('input', () => showCommand(form));
}

async function send(form) {
  const shown = form.nextElementSibling;
  shown.hidden = false;
  shown.textContent = 'Sending …';
  const startedAt = performance.now();
  try {
    const answer = await fetch(addressOf(form), requestOf(form));
    const ms = Math.round(performance.now() - startedAt);
    const id = answer.headers.get('x-request-id');
    const text = await answer.text();
    shown.textContent = `${answer.status} after ${ms} ms, request ${id}\n\n${pretty(text)}`;
    carryOn(text);
  } catch (error) {
    shown.textContent = `No answer: ${error.message}`;
  }
}

function addressOf(form) {
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const input of form.querySelectorAll('input[data-in]')) {
    if (input.dataset.in === 'path') {
      if (input.value === '') continue;
      path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    } else if (input.value !== '') query.set(input.name, input.value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function requestOf(form) {
  const headers = key.value === '' ? {} : { 'X-API-Key': key.value };
  const body = form.querySelector('textarea')?.value;
  if (body === undefined) return { method: form.dataset.method, headers };
  headers['Content-Type'] = 'application/json';
  return { method: form.dataset.method, headers, body };
}

/** The key is not part of it: a command that is pasted elsewhere must not carry it along. */
function showCommand(form) {
  const pre = form.parentElement.querySelector('pre[data-address]');
  const { method, body } = requestOf(form);
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [
    `curl -s -X ${method} ${quoted(pre.dataset.address + addressOf(form))} -H "X-API-Key: $API_KEY"`,
  ];
  if (body !== undefined) lines.push(`  -H 'Content-Type: application/json' -d ${quoted(body)}`);
  pre.querySelector('code').textContent = lines.join(' \\\n');
}

function carryOn(text) {
  const [, id] = /"service_tx_id":\s*"([^"]+)"/.exec(text) ?? [];
  if (id === undefined) return;
  for (const input of document.querySelectorAll('input[name=service_tx_id]')) {
    input.value = id;
    showCommand(input.form);
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
