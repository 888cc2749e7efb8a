import { Link } from '@tanstack/react-router';
import type { Subject } from '../api/types.ts';
import { useAccountName } from '../hooks/use-account-name.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { useWords } from '../words/words.tsx';
import { saySubject } from './say-subject.ts';

/** Says a subject in the language of the screen. */
export function useSaySubject(): (subject: Subject) => string {
  const words = useWords();
  const walletName = useWalletName();
  const accountName = useAccountName();
  return (subject) => saySubject(subject, { walletName, accountName, words });
}

/** The name of a subject, which leads to its screen if there is one; the id is for the hover. */
export function SubjectName({ subject }: { readonly subject: Subject }) {
  const { transaction: words, contradictions } = useWords();
  const name = useSaySubject()(subject);
  const { kind, id } = subject;
  const title = `${kind}:${id}`;
  switch (kind) {
    case 'transaction':
      return (
        <Link to="/transactions/$id" params={{ id }} className="inline-link" title={title}>
          {words.title} {name}
        </Link>
      );
    case 'receipt':
    case 'dismissal':
      return (
        <Link to="/receipts" search={{ id }} className="inline-link" title={title}>
          {words.payment} {name}
        </Link>
      );
    case 'contradiction':
    case 'reversal':
      return (
        <Link to="/contradictions" className="inline-link" title={title}>
          {contradictions.title} {name}
        </Link>
      );
    case 'line':
      return (
        <Link to="/lines" search={{ line: id }} className="inline-link" title={title}>
          {name}
        </Link>
      );
    default:
      return <span title={title}>{name}</span>;
  }
}
