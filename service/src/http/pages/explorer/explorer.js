// Sends the requests that the forms of the explorer describe, and shows the answers below them.
const key = document.querySelector('#key');

for (const form of document.querySelectorAll('form.call')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
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
  } catch (error) {
    shown.textContent = `No answer: ${error.message}`;
  }
}

function addressOf(form) {
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const input of form.querySelectorAll('input[data-in]')) {
    if (input.dataset.in === 'path') {
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

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
