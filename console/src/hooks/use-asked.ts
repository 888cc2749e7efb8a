import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Opens the question of the address once what it is about is there, and takes it out of the
 * address, so that neither a reload nor the way back asks again.
 */
export function useAsked<Question extends string>(
  ask: Question | undefined,
  isThere: boolean,
  open: (ask: Question) => void,
): void {
  const navigate = useNavigate();
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (ask === undefined || !isThere) return;
    latest.current(ask);
    void navigate({
      to: '.',
      search: (search: Readonly<Record<string, unknown>>) => ({ ...search, ask: undefined }),
      replace: true,
    });
  }, [ask, isThere, navigate]);
}
