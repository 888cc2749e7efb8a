import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readJson } from '../config.ts';
import { isDraft, readScenario, type Scenario } from './scenario.ts';

export interface Scenarios {
  /** Scenarios that were recorded on a SIM. */
  readonly recorded: readonly Scenario[];
  /** The files of the others. */
  readonly drafts: readonly string[];
}

/**
 * The scenarios of a folder. A draft is left out, whatever it holds: the menu may differ, and the
 * PIN could be typed into something else. Any other invalid file stops the program while a person
 * is there to correct it.
 */
export function loadScenarios(folder: string | null): Scenarios {
  const recorded: Scenario[] = [];
  const drafts: string[] = [];
  for (const file of folder === null ? [] : listFiles(folder)) {
    const json = readJson(file);
    if (isDraft(json)) drafts.push(file);
    else recorded.push(scenarioOf(json, file));
  }
  const names = recorded.map(({ operator, action }) => `${operator} ${action}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new ConfigError(`${folder} has two scenarios for ${twice}`);
  return { recorded, drafts };
}

function listFiles(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => join(folder, name));
}

function scenarioOf(json: unknown, file: string): Scenario {
  const read = readScenario(json);
  if (read.kind === 'invalid') throw new ConfigError(`${file}: ${read.problems.join('; ')}`);
  return read.scenario;
}
