import { figuresSchema, numbersSchema } from '../../../contract/finance/figures-api.ts';
import type { Queryable } from '../../../db/client.ts';
import { successRate } from '../../../domain/transactions/success-rate.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import {
  createFigures,
  type FigureRow,
  reportNumbers,
} from '../../../flows/finance/load-figures.ts';
import type { App } from '../../app.ts';

interface FigureRouteDeps {
  /** May be a standby: no decision depends on it. */
  readonly replica: Queryable;
  readonly policy: Pick<PolicySource, 'recent'>;
}

export function figureRoutes(app: App, { replica, policy }: FigureRouteDeps): void {
  const source = createFigures({ database: replica, policy });
  app.get(
    '/internal/v1/figures',
    { schema: figuresSchema, config: { role: 'viewer' } },
    async ({ query }) => {
      const figures = await source.load(query.range);
      return {
        at: figures.at.toISOString(),
        step_ms: figures.stepMs,
        steps: figures.steps.map(toFigure),
        before: figures.before.map(toFigure),
        today: toFigure(figures.today),
        same_weekday: toFigure(figures.sameWeekday),
        floats: figures.wallets.map(({ wallet, freeCents, level, emptyAt }) => ({
          wallet,
          free_xaf: freeCents === null ? null : Number(freeCents) / 100,
          level,
          empty_at: emptyAt?.toISOString() ?? null,
        })),
      };
    },
  );
}

function toFigure({ step, ...row }: FigureRow) {
  const { in_xaf: deposit_xaf, out_xaf: withdrawal_xaf } = row;
  const at = step.toISOString();
  return { at, ...row, deposit_xaf, withdrawal_xaf, success_rate: successRate(row) };
}

interface NumberRouteDeps {
  /** May be a standby: no decision depends on it. */
  readonly replica: Queryable;
  readonly policy: Pick<PolicySource, 'recent'>;
}

export function numberRoutes(app: App, { replica, policy }: NumberRouteDeps): void {
  app.get(
    '/internal/v1/numbers',
    { schema: numbersSchema, config: { role: 'viewer' } },
    async ({ query: { days } }) => {
      const { operatorPrefixes: table } = await policy.recent();
      const { prefixes, proposal } = await reportNumbers({ database: replica, table }, { days });
      return {
        days,
        proposal,
        prefixes: prefixes.map(({ prefix, tableSays, verdict, seen }) => ({
          prefix,
          table_says: tableSays,
          verdict,
          seen: seen.map(({ operator, texts, transactions, lastAt }) => ({
            operator,
            texts,
            transactions,
            last_at: lastAt.toISOString(),
          })),
        })),
      };
    },
  );
}
