import { useOverview } from '../api/reads.ts';
import { useWords } from '../words/words.tsx';

/** Says on every screen that nothing leaves the service, and why. */
export function QuarantineBar() {
  const { said } = useWords();
  const quarantine = useOverview().data?.quarantine ?? null;
  if (quarantine === null) return null;
  return (
    <p className="banner banner-quarantine" role="alert">
      {said(quarantine.notice)} {said(quarantine.reason)}
    </p>
  );
}
