import { useState } from 'react';
import { useKeepMapping, useLook } from '../../api/finance.ts';
import { type EditedMapping, readEdited } from './edit-mapping.ts';

/** The mapping of an uploaded file while a person looks at what it reads. */
export function useMapping(uploadId: string) {
  const [given, setGiven] = useState<string | null>(null);
  const look = useLook({ uploadId, mapping: given });
  const keeping = useKeepMapping(uploadId);
  const json = given ?? look.data?.mapping ?? null;
  return {
    look,
    mapping: json === null ? null : readEdited(json),
    /** What is shown was read by an earlier mapping. */
    isReading: look.isFetching,
    edit: (next: EditedMapping) => {
      keeping.reset();
      setGiven(JSON.stringify(next));
    },
    keeping,
    keep: (said: { readonly name: string; readonly reason: string }) =>
      keeping.mutateAsync({ ...said, mapping: json ?? '' }).catch(() => null),
  };
}

export type Mapping = ReturnType<typeof useMapping>;
