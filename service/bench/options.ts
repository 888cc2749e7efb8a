import { parseArgs } from 'node:util';
import { NEWEST_RELEASE } from './against/install-release.ts';
import { SMALL_GROUND } from './ground/ground.ts';

export interface BenchOptions {
  /** Transactions to store before a second measurement; 0 skips it. */
  readonly rows: number;
  readonly seconds: number;
  readonly connections: number;
  /** A missed bar makes the exit code 1. */
  readonly strict: boolean;
  /** Only cases whose name contains this text. */
  readonly only: string;
  /** How many turns each one has at creating deposits; the median counts. */
  readonly rounds: number;
  /** Also measures Express, which is installed for it, and FastAPI, which must be there. */
  readonly peers: boolean;
  /** File that gets the figures, for a later comparison. */
  readonly json: string | null;
  /** File with the figures of an earlier run. */
  readonly compare: string | null;
  /** Folder that gets a CPU profile of the service. */
  readonly profile: string | null;
  /** Release or commit to compare with, instead of measuring against the machine. */
  readonly against: string | null;
  /** Compares only creates and reads. */
  readonly short: boolean;
}

export type OptionsReading =
  | { readonly kind: 'options'; readonly options: BenchOptions }
  | { readonly kind: 'usage'; readonly text: string };

export function readOptions(args: readonly string[]): OptionsReading {
  try {
    const { values } = parseArgs({
      args: args.flatMap((arg, index) =>
        arg === '--against' && (args[index + 1] ?? '--').startsWith('--')
          ? [`${arg}=${NEWEST_RELEASE}`]
          : [arg],
      ),
      options: {
        rows: { type: 'string', default: '0' },
        seconds: { type: 'string', default: '5' },
        connections: { type: 'string', default: '64' },
        only: { type: 'string', default: '' },
        rounds: { type: 'string' },
        peers: { type: 'boolean', default: false },
        json: { type: 'string' },
        compare: { type: 'string' },
        profile: { type: 'string' },
        against: { type: 'string' },
        short: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
      },
    });
    const options: BenchOptions = {
      rows: whole('--rows', values.rows, { min: 0, max: 50_000_000 }),
      seconds: whole('--seconds', values.seconds, { min: 1, max: 600 }),
      connections: whole('--connections', values.connections, { min: 1, max: 5_000 }),
      strict: values.strict,
      only: values.only,
      rounds: whole('--rounds', values.rounds ?? (values.against === undefined ? '3' : '6'), {
        min: 1,
        max: 99,
      }),
      peers: values.peers,
      json: values.json ?? null,
      compare: values.compare ?? null,
      profile: values.profile ?? null,
      against: values.against ?? null,
      short: values.short,
    };
    if (options.rows > 0 && options.rows <= SMALL_GROUND) {
      throw new Error(`--rows must be more than ${SMALL_GROUND}, which are stored anyway`);
    }
    return { kind: 'options', options };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'usage', text: `${reason}\n\n${USAGE}` };
  }
}

const USAGE = `npm run bench -- [--rows N] [--seconds N] [--connections N] [--only TEXT]
                 [--rounds N] [--peers] [--json FILE] [--compare FILE]
                 [--profile FOLDER] [--strict]
npm run bench -- --against [RELEASE] [--short] [--rounds N] [--only TEXT] [--json FILE]`;

function whole(
  name: string,
  text: string,
  range: { readonly min: number; readonly max: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= range.min && value <= range.max) return value;
  throw new Error(`${name} must be a whole number from ${range.min} to ${range.max}`);
}
