import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { reparseSms } from '../../src/flows/receipts/read-sms.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { startLines } from '../support/lines/lines.ts';
import { rowsOf } from '../support/providers/till.ts';
import { tell } from '../support/receipts/sms.ts';

const { service, database, takeLine } = await startLines(1);

test('a text that cannot be read again does not stop the texts after it', async () => {
  const sim = takeLine();
  const texts = ['first', 'broken', 'last'].map((word) => `Something ${word} about 500 FCFA.`);
  for (const text of texts) await tell(service, { sim, text });
  await database.query({
    text: `create function refuse() returns trigger language plpgsql
           as $$ begin
             if new.body like '%broken%' then raise exception 'it cannot be read'; end if;
             new.reason = 'read_again';
             return new;
           end $$`,
  });
  await database.query({
    text: 'create trigger refuse before update on sms_messages for each row execute function refuse()',
  });
  await assert.rejects(reparseSms(service.payments.sms, COMMAND_LINE), /it cannot be read/);
  const read = await Promise.all(texts.map((text) => rowsOf(database, text)));
  assert.deepEqual(
    read.flat().map(({ reason }) => reason === 'read_again'),
    [true, false, true],
  );
  const entry = await lastAuditLine(database);
  assert.partialDeepStrictEqual(entry, { action: 'sms.reparse', after: { read: 2 } });
});
