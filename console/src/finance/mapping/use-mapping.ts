import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useKeepMapping, useLook } from '../../api/finance.ts';
import { type EditedMapping, readEdited } from './edit-mapping.ts';

/** So long after the last letter the file is read again. */
const QUIET_MS = 250;

/** The mapping of an uploaded file while a person looks at what it reads. */
export function useMapping(uploadId: string) {
  const [given, setGiven] = useState<string | null>(null);
  const [before, setBefore] = useState<readonly string[]>([]);
  // A pattern is typed letter by letter.
  const [asked] = useDebouncedValue(given, QUIET_MS);
  const look = useLook({ uploadId, mapping: asked });
  const keeping = useKeepMapping(uploadId);
  const isRead = given === asked && look.data !== undefined && !look.isPlaceholderData;
  const last = before.at(-1);
  // The service completes what a person has begun.
  const json = isRead ? look.data.mapping : given;
  return {
    look,
    mapping: json === null ? null : readEdited(json),
    /** What is shown was read by an earlier mapping. */
    isReading: look.isFetching || given !== asked,
    edit: (next: EditedMapping) => {
      keeping.reset();
      // What is typed letter by letter is one change.
      if (isRead) setBefore([...before, look.data.mapping]);
      setGiven(JSON.stringify(next));
    },
    /** As it was before the last change; `null` before the first. */
    before: last === undefined ? null : readEdited(last),
    undo: () => {
      keeping.reset();
      setBefore(before.slice(0, -1));
      setGiven(last ?? null);
    },
    keeping,
    keep: (said: { readonly name: string; readonly reason: string }) =>
      keeping.mutateAsync({ ...said, mapping: json ?? '' }).catch(() => null),
  };
}

export type Mapping = ReturnType<typeof useMapping>;
