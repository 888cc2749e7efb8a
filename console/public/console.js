const REFRESH_MS = 5_000;

async function refresh() {
  try {
    const answer = await fetch('/health', { cache: 'no-store' });
    const health = await answer.json();
    show('status', health.status === 'ok' ? 'working' : 'the database cannot be reached');
    show('environment', health.environment);
    show('version', health.version);
  } catch {
    show('status', 'the service cannot be reached');
  }
}

function show(id, text) {
  document.getElementById(id).textContent = text;
}

await refresh();
setInterval(refresh, REFRESH_MS);
