import type { RunningService } from './compose.ts';
import { type Config, isAuthenticationOff } from './config.ts';
import { VERSION } from './version.ts';

/** What a person wants to know right after the start. */
export function banner(config: Config, service: RunningService): string {
  const sandbox = config.environment === 'sandbox';
  const rows: readonly (readonly [label: string, text: string])[] = [
    ['API', `${service.url}/api/v1`],
    ['Explorer', sandbox ? `${service.url}/docs` : 'only in the sandbox'],
    ['Console', `${service.url}/console`],
    [
      'Environment',
      sandbox ? 'sandbox: outcomes are simulated, no money moves' : 'LIVE: real money',
    ],
    [
      'API key',
      isAuthenticationOff(config)
        ? 'NOT REQUIRED: authentication is off because SPORTSBOOK_API_KEY is empty'
        : 'required in the header X-API-Key',
    ],
    ['Data', service.dataPlace],
    ['Stop', 'Ctrl-C'],
  ];
  const lines = rows.map(([label, text]) => `  ${label.padEnd(12)} ${text}`);
  return `\nMobile Money Payment Service ${VERSION} is ready.\n\n${lines.join('\n')}\n\n`;
}
