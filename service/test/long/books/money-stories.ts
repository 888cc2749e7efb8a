// 100 000 random orders of events through the rules of the books, 500 through PostgreSQL.
import { test } from 'node:test';
import { checkInDatabase, checkOnPaper } from '../../support/books/check-stories.ts';
import { openTestDatabase } from '../../support/database.ts';

test('after 100 000 random stories the wallet is what the operator has written', () => {
  checkOnPaper(100_000);
});

test('after 500 random stories PostgreSQL says so, too', async () => {
  const { database } = await openTestDatabase();
  await checkInDatabase(database, 500);
});
