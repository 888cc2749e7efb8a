import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../../src/contract/error-catalogue.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { medianOf } from '../load/median.ts';
import { type Compared, type Cost, ratioOf } from './compare-releases.ts';

/** What `--against … --json` writes; docs/figures/against.json is a list of them. */
export interface RecordedComparison {
  readonly release: string;
  readonly against: string;
  readonly date: string;
  readonly machine: string;
  readonly compared: readonly Compared[];
}

/** What a release may cost more than the one before it, on a quiet machine. */
const RELEASE_BAR = 1.08;

export function describeComparison(compared: readonly Compared[]): readonly string[] {
  return compared.map((one) => {
    const { median, low, high } = ratioOf(one);
    const { other, own } = mediansOf(one);
    const range = `${low.toFixed(2)} to ${high.toFixed(2)}`;
    return (
      `${median <= RELEASE_BAR ? 'met ' : 'MISS'}  × ${median.toFixed(2)} (${range})  ` +
      `${one.trial.padEnd(10)}  Node ${whole(other.node)} → ${whole(own.node)} µs, ` +
      `PostgreSQL ${whole(other.postgres)} → ${whole(own.postgres)} µs`
    );
  });
}

export function readRecordedComparisons(): readonly RecordedComparison[] {
  const file = join(CHECKOUT, 'docs', 'figures', 'against.json');
  return JSON.parse(readFileSync(file, 'utf8')) as readonly RecordedComparison[];
}

/** A table for each recorded run; what keeps the bar of a release is bold. */
export function describeComparisons(runs: readonly RecordedComparison[]): readonly string[] {
  const tables = runs.flatMap(({ release, against, date, machine, compared }) => {
    const rows = compared.map((one) => {
      const { median, low, high } = ratioOf(one);
      const { other, own } = mediansOf(one);
      const shown = median.toFixed(2);
      return [
        one.trial,
        whole(other.node),
        whole(own.node),
        whole(other.postgres),
        whole(own.postgres),
        median <= RELEASE_BAR ? `**${shown}**` : shown,
        `${low.toFixed(2)} to ${high.toFixed(2)}`,
      ];
    });
    const head = ['µs of processor', `Node, ${against}`, `Node, ${release}`];
    const rest = [`PostgreSQL, ${against}`, `PostgreSQL, ${release}`, 'Both', 'Rounds'];
    const title = `Release ${release} beside ${against}, ${date}, ${machine}:`;
    return ['', title, '', ...markdownTable([...head, ...rest], rows)];
  });
  return [...tables, ''];
}

function mediansOf({ rounds }: Compared): { readonly other: Cost; readonly own: Cost } {
  const of = (costs: readonly Cost[]): Cost => ({
    node: medianOf(costs.map(({ node }) => node)),
    postgres: medianOf(costs.map(({ postgres }) => postgres)),
  });
  return {
    other: of(rounds.map(({ other }) => other)),
    own: of(rounds.map(({ own }) => own)),
  };
}

function whole(value: number): string {
  return value.toFixed(0);
}
