import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATORS, type Operator } from '../domain/operators/operator.ts';
import { readSmsTemplates } from '../domain/receipts/sms/read-templates.ts';
import type { SmsTemplate } from '../domain/receipts/sms/template.ts';

/**
 * Reads the templates that come with the service and, in addition, those of a deployment's own
 * folder: a new id is added, and a shipped one is replaced if the version is higher. So a wording
 * that an operator changed today needs no release, and a later release can replace it again.
 */
export function loadSmsTemplates(folder: string | null): readonly SmsTemplate[] {
  const templates = new Map<string, SmsTemplate>();
  for (const template of OPERATORS.flatMap(readShipped)) {
    if (templates.has(template.id)) throw new Error(`${template.id} is in two files`);
    templates.set(template.id, template);
  }
  if (folder === null) return [...templates.values()];

  const own = new Set<string>();
  for (const template of readFolder(folder)) {
    if (own.has(template.id)) throw new Error(`${template.id} is in two files of ${folder}`);
    own.add(template.id);
    const shipped = templates.get(template.id);
    if (shipped !== undefined && shipped.operator !== template.operator) {
      throw new Error(
        `${template.id} of ${folder} is of another operator than the one it replaces`,
      );
    }
    if (shipped === undefined || template.version > shipped.version) {
      templates.set(template.id, template);
    }
  }
  return [...templates.values()];
}

/** In the same folder, but about statements. */
export const OWN_MAPPINGS = 'statement-mappings.json';

const OPERATORS_FOLDER = join(import.meta.dirname, '..', 'domain', 'operators');

/** The files in an operator's folder are about this operator only. */
function readShipped(operator: Operator): readonly SmsTemplate[] {
  const path = join(OPERATORS_FOLDER, operator, 'sms-templates.json');
  const templates = readFile(path);
  if (templates.some((template) => template.operator !== operator)) {
    throw new Error(`${path} is of another operator than its folder`);
  }
  return templates;
}

function readFolder(folder: string): readonly SmsTemplate[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== OWN_MAPPINGS)
    .sort();
  return files.flatMap((file) => readFile(join(folder, file)));
}

function readFile(path: string): readonly SmsTemplate[] {
  const read = readSmsTemplates(readJsonFile(path));
  if (read.kind === 'problem') throw new Error(`${path}: ${read.problem}`);
  return read.templates;
}

function readJsonFile(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not valid JSON`, { cause: error });
  }
}
