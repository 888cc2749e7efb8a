import { Readable } from 'node:stream';
import { listReportAccountsSchema, reportSchema } from '../../../contract/books/books-api.ts';
import { listAdjustable } from '../../../db/books/reports.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { type ReportFormat, reportBooks } from '../../../flows/books/report-books.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { requestActor } from '../../staff/staff-request.ts';

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<ReportFormat, string>;

/** The movements of one account, for finance. */
export function reportRoutes(
  app: App,
  deps: { readonly database: Database; readonly replica: Queryable },
): void {
  app.get(
    '/internal/v1/reports/accounts',
    { schema: listReportAccountsSchema, config: { role: 'finance' } },
    async () => {
      const accounts = await listAdjustable(deps.database);
      const of = (wanted: string) =>
        accounts.filter(({ kind }) => kind === wanted).map(({ name }) => name);
      const adjustable = accounts.map(({ account }) => account);
      return { wallets: of('wallet'), applications: of('application'), adjustable };
    },
  );

  app.get(
    '/internal/v1/reports',
    { schema: reportSchema, config: { role: 'finance', isExport: true } },
    async (request, reply) => {
      const { wallet, application: name = '', from, to, format } = request.query;
      const account =
        wallet === undefined
          ? ({ kind: 'application', name } as const)
          : ({ kind: 'wallet', wallet } as const);
      const asked = { account, from, to, format };
      const report = await reportBooks(deps, requestActor(request), asked);
      if (report.kind === 'no_account') return sendProblem(reply, { code: 'account_not_found' });
      if (report.kind === 'too_long') return sendProblem(reply, { code: 'report_too_long' });
      // A number contains characters that a file name may not have.
      const about = (wallet ?? name).replaceAll(/[^\w-]+/g, '_');
      const fileName = `${about}_${from}_${to}.${format}`;
      return reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(Readable.from(report.file));
    },
  );
}
