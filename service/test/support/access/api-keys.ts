import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import {
  type IssuedApiKey,
  issueKey as issueAudited,
} from '../../../src/flows/access/administer-keys.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import type { TestService } from '../harness.ts';

/** A new key for the application of that name, by default of the service's environment. */
export function issueKey(
  { database, config }: Pick<TestService, 'database' | 'config'>,
  application: string,
  environment = config.environment,
): Promise<IssuedApiKey> {
  const vault = createVault(config.secretsKey);
  return issueAudited({ database, environment, vault }, COMMAND_LINE, application);
}
