import { POLICY_NAMES } from '../domain/access/policy.ts';

// Names that release 0.2 read from the environment and this one does not. Release 0.4 does without
// this file.

/** What the environment still says under the names of values that are in the policy now. */
export function findFormerSettings(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const names = POLICY_NAMES.map((name) => name.toUpperCase());
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
