// Loaded before a history: gives the service random numbers and time from the seed, without changes
// to its code. It also plants a bug of `planted-bugs.ts`.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts';

const SOURCES = new URL('../src/', import.meta.url).href;
const STAND_INS: Readonly<Record<string, string>> = {
  'node:crypto': new URL('./stand-ins/crypto.ts', import.meta.url).href,
  'node:timers/promises': new URL('./stand-ins/timers.ts', import.meta.url).href,
  jose: new URL('./stand-ins/jose.ts', import.meta.url).href,
  [new URL('providers/http-client.ts', SOURCES).href]: new URL(
    './stand-ins/http-client.ts',
    import.meta.url,
  ).href,
};
const wanted = process.env['SIMULATED_BUG'];
const bug = PLANTED_BUGS.find(({ name }) => name === wanted);
if (wanted !== undefined && bug === undefined) throw new Error(`there is no bug ${wanted}`);
let isPlanted = bug === undefined;

registerHooks({
  resolve: (specifier, context, next) => {
    const isOurs = context.parentURL?.startsWith(SOURCES) === true;
    const isFile = specifier.startsWith('.');
    const name = isFile ? new URL(specifier, context.parentURL).href : specifier;
    const standIn = isOurs ? STAND_INS[name] : undefined;
    return standIn === undefined
      ? next(specifier, context)
      : { url: standIn, shortCircuit: true, format: 'module-typescript' };
  },
  load: (url, context, next) => {
    if (bug === undefined || url !== new URL(bug.file, SOURCES).href) return next(url, context);
    isPlanted = true;
    const source = plant(bug, readFileSync(fileURLToPath(url), 'utf8'));
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});

process.on('exit', (code) => {
  if (isPlanted || code !== 0) return;
  process.stderr.write(`${bug?.name}: its file was never loaded\n`);
  process.exitCode = 3;
});

function plant({ name, file, changes }: PlantedBug, text: string): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${name} cannot be planted in ${file}`);
    return changed.replace(from, () => to);
  }, text);
}
