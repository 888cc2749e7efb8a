import { useWords } from '../../words/words.tsx';

/** The mark and the name: money that goes both ways, handed on. */
export function Brand() {
  const { product } = useWords();
  return (
    <>
      <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="brand-ground" />
        <path d="M7 12h15l-4.5-4.5M25 20H10l4.5 4.5" className="brand-line" />
      </svg>
      {product}
    </>
  );
}
