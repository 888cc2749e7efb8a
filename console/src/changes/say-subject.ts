import type { Subject } from '../api/types.ts';
import { referenceName, sayNumber, shortId } from '../words/format.ts';
import type { Words } from '../words/words.tsx';

export interface SubjectNames {
  readonly walletName: (wallet: string) => string;
  readonly accountName: (account: string) => string;
  readonly words: Pick<Words, 'rules' | 'auditLog' | 'fields'>;
}

/**
 * What a change, an entry of the audit log or a fault of the books is about, as people call it. An
 * id is shortened where nothing else tells one from another; the whole one is for the hover.
 */
export function saySubject({ kind, id, name }: Subject, names: SubjectNames): string {
  const called = name ?? (UUID.test(id) ? shortId(id) : id);
  switch (kind) {
    case 'transaction':
      return referenceName(called, names.words);
    case 'wallet':
      return names.walletName(id);
    case 'adjustment':
      return names.accountName(called);
    case 'line':
      return sayNumber(called);
    case 'payment': {
      const [operator = '', ...rest] = called.split(':');
      return `${names.walletName(operator)} ${rest.join(':')}`;
    }
    case 'statement_mapping':
      // After the operator, whom the name of a mapping often names again.
      return called.slice(called.indexOf(':') + 1);
    case 'policy':
      return called === 'policy' ? names.words.rules.title : called;
    case 'repair':
      return names.words.auditLog.kinds.books;
    default:
      return called.replace(AFTER_UUID, '');
  }
}

/** `settlement:019a…:S-1`, where the application is no longer known. */
const AFTER_UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
