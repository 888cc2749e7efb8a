import { MigrationRefused } from '../../db/migrate.ts';
import { PolicyRefused } from '../../flows/access/policy.ts';
import { SealingRefused } from '../../flows/upkeep/seal-payments.ts';
import { RowKeyRefused, RowsNotSealed } from '../../flows/upkeep/seal-rows.ts';
import { WrongSecretsKey } from '../../signing/sealed-text.ts';
import { StartRefused } from '../database.ts';

/** Whether the service does not start for a reason that its message explains. */
export function isRefusal(error: unknown): error is Error {
  return (
    error instanceof StartRefused ||
    error instanceof MigrationRefused ||
    error instanceof PolicyRefused ||
    error instanceof SealingRefused ||
    error instanceof RowKeyRefused ||
    error instanceof RowsNotSealed ||
    error instanceof WrongSecretsKey
  );
}
