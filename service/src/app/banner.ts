import { sentenceOf } from '../domain/messages/message.ts';
import { type Config, isAuthenticationOff } from '../settings/config.ts';
import { VERSION } from '../settings/version.ts';
import type { RunningService } from './compose.ts';

/** What a person wants to know right after the start. */
export function banner(config: Config, service: RunningService): string {
  const sandbox = config.environment === 'sandbox';
  const rows: readonly Row[] = [
    ...(config.role === 'worker' ? workerRows(service) : interfaceRows(config, service)),
    [
      'Environment',
      sandbox ? 'sandbox: outcomes are simulated, no money moves' : 'LIVE: real money',
    ],
    ['Data', service.dataLocation],
    ...quarantineRows(service),
    ['Stop', 'Ctrl-C'],
  ];
  const lines = rows.map(([label, text]) => `  ${label.padEnd(12)} ${text}`);
  return `\nMobile Money Payment Service ${VERSION} is ready.\n\n${lines.join('\n')}\n\n`;
}

type Row = readonly [label: string, text: string];

function interfaceRows(config: Config, service: RunningService): readonly Row[] {
  const { url } = service;
  return [
    ['API', `${url}/api/v1`],
    ['Explorer', config.environment === 'sandbox' ? `${url}/docs` : 'only in the sandbox'],
    ['Console', `${url}/console`],
    ...signInRows(service),
    [
      'API key',
      isAuthenticationOff(config)
        ? 'NOT REQUIRED: authentication is off because SPORTSBOOK_API_KEY is empty'
        : 'required in the header X-API-Key',
    ],
  ];
}

/** Only the hash is stored, so the password can be shown only now. */
function signInRows({ firstAdministrator }: RunningService): readonly Row[] {
  if (firstAdministrator === null) return [];
  const { email, oneTimePassword } = firstAdministrator;
  return [['Sign in', `${email}  ${oneTimePassword}  (temporary password, shown only now)`]];
}

function quarantineRows({ quarantine }: RunningService): readonly Row[] {
  if (quarantine === null) return [];
  return [
    ['QUARANTINE', sentenceOf(quarantine.reason)],
    ['', 'Nothing is paid out and no webhook sent: see "After a restore" in docs/operations.md'],
  ];
}

function workerRows({ url }: RunningService): readonly Row[] {
  return [
    ['Role', 'worker: background work only, no API and no console'],
    ['Health', `${url}/health`],
  ];
}
