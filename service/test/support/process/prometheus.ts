import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../../../src/settings/checkout.ts';

/** The folder of the files for monitoring. */
export const PACKAGING = join(CHECKOUT, 'packaging');

/** Why a test cannot run here, as node:test wants it. */
export function missing(program: string): string | false {
  return spawnSync(program, ['--version']).status === 0 ? false : `${program} is not installed`;
}

export interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

export interface Query {
  readonly panel: string;
  readonly expr: string;
}

export function readPanels(): readonly Panel[] {
  const text = readFileSync(join(PACKAGING, 'grafana', 'momo.json'), 'utf8');
  return (JSON.parse(text) as { readonly panels: readonly Panel[] }).panels;
}

/** Every query of the dashboard. */
export function readQueries(): readonly Query[] {
  return readPanels().flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ panel: title, expr })),
  );
}

/** The metrics that a query or a file of rules names, as `/metrics` calls them. */
export function metricsIn(text: string): readonly string[] {
  const found = text.matchAll(/\b(?:momo|process|nodejs)_\w+/g);
  return [...found].map(([name]) => name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds'));
}

/** The metrics that `/metrics` has, also those that nothing was measured for yet. */
export function metricsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
}
