import { findPolicyRow } from '../../db/access/policy.ts';
import type { Database } from '../../db/client.ts';
import { findInstallationId } from '../../db/installation.ts';
import { insertChannels, insertProviders } from '../../db/providers/channels.ts';
import { findQuarantine } from '../../db/quarantine.ts';
import type { Quarantine } from '../../domain/installation.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import {
  ensureFirstAdministrator,
  type FirstAdministrator,
} from '../../flows/access/administer-staff.ts';
import type { SentPayouts } from '../../flows/provider-requests/leased-request.ts';
import { compareSends } from '../../flows/provider-requests/sending/compare-sends.ts';
import { ensureSigningKey } from '../../flows/webhooks/signing-keys.ts';
import { INITIAL_PROVIDERS } from '../../providers/registry.ts';
import { type Config, describeRisks, isAuthenticationOff } from '../../settings/config.ts';
import { describeFormer } from '../../settings/former-settings.ts';
import type { Logger } from '../../settings/log.ts';
import { createPasswords } from '../../signing/password.ts';
import { createVault, type Vault } from '../../signing/sealed-text.ts';
import { prepareDatabase, StartRefused, waitUntilReachable } from '../database.ts';
import { createSentPayouts, sentPayoutsFolder } from '../sent-payouts.ts';

/** What a start finds out about the installation. */
export interface PreparedService {
  /** Made by this start so that a person can sign in; `null` if there are staff already. */
  readonly firstAdministrator: FirstAdministrator | null;
  /** Stops all sending until a person accepts the database; `null` in normal operation. */
  readonly quarantine: Quarantine | null;
}

/** What happens once at a start, before anything is served. Doing it again does no harm. */
export async function prepareService(
  database: Database,
  config: Config,
  log: Logger,
): Promise<PreparedService> {
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  await waitUntilReachable(database, log);
  await prepareDatabase(database, config, log);
  await seed(database, { ...config, vault });
  await warnOfFormerSettings(database, config, log);
  for (const risk of describeRisks(config)) log.warn({ risk }, 'a risk is accepted');
  const firstAdministrator = await ensureAdministrator(database, config);
  // A process that sends no payouts has no list, and need not be able to have one.
  if (config.role !== 'api') {
    const sent = await openSentPayouts(database, config);
    if (config.environment === 'live') await refuseWithoutFolder(sent);
    await compareSends({ database, sent });
  }
  const quarantine = await findQuarantine(database);
  if (quarantine !== null) {
    const reason = sentenceOf(quarantine.reason);
    log.error({ since: quarantine.at, reason }, 'quarantine: nothing leaves the service');
  }
  if (isAuthenticationOff(config) && config.role !== 'worker') {
    log.warn('authentication is off: every request is accepted');
  }
  return { firstAdministrator, quarantine };
}

/** The settings of a machine may differ from the policy, or from another machine's. */
async function warnOfFormerSettings(
  database: Database,
  { formerSettings, misspelt }: Config,
  log: Logger,
): Promise<void> {
  for (const setting of misspelt) log.warn({ setting }, 'a name of the environment is not read');
  if (Object.keys(formerSettings).length === 0) return;
  const row = await findPolicyRow(database);
  for (const setting of describeFormer(formerSettings, row?.content ?? {})) {
    log.warn({ setting }, 'no setting any more');
  }
}

/** What a new installation needs before it can serve: providers and the first signing key. */
export async function seed(
  database: Database,
  { environment, vault }: Pick<Config, 'environment'> & { readonly vault: Vault },
): Promise<void> {
  await ensureSigningKey({ database, vault });
  const { providers, channels } = INITIAL_PROVIDERS[environment];
  await insertProviders(database, providers);
  await insertChannels(database, channels);
}

/** A sandbox can be tried at once; in live the first administrator is added by `momo staff add`. */
async function ensureAdministrator(
  database: Database,
  { environment, role }: Config,
): Promise<FirstAdministrator | null> {
  if (environment !== 'sandbox' || role === 'worker') return null;
  return ensureFirstAdministrator({ database, passwords: createPasswords() });
}

/** The list of what the processes of this machine have sent for the installation. */
export async function openSentPayouts(database: Database, config: Config): Promise<SentPayouts> {
  return createSentPayouts(sentPayoutsFolder(config.dataDir, await findInstallationId(database)));
}

/** Payouts are listed on this machine before they are sent, so the list needs a folder. */
async function refuseWithoutFolder(sent: SentPayouts): Promise<void> {
  await sent.prepare().catch((error: Error) => {
    throw new StartRefused(
      `Payouts are noted in DATA_DIR before they are sent, but ${error.message}. ` +
        'Set DATA_DIR to a folder that stays and that this process can write.',
    );
  });
}
