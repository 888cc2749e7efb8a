import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { readScenario, type Scenario } from './scenario.ts';

/**
 * The scenarios of a folder that were recorded on a SIM. A draft is left out: nobody knows whether
 * the menu is like that, and a PIN could be typed into something else. A file that is wrong stops
 * the program while somebody is there to correct it.
 */
export function loadScenarios(folder: string | null): readonly Scenario[] {
  if (folder === null) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const scenarios = files.map((name) => loadScenario(join(folder, name)));
  const recorded = scenarios.filter(({ isDraft }) => !isDraft);
  const names = recorded.map(({ operator, action }) => `${operator} ${action}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new ConfigError(`${folder} has two scenarios for ${twice}`);
  return recorded;
}

export function loadScenario(file: string): Scenario {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${String(error)}`);
  }
  const read = readScenario(json);
  if (read.kind === 'invalid') throw new ConfigError(`${file}: ${read.problems.join('; ')}`);
  return read.scenario;
}
