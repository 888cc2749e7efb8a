import { NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useSms } from '../api/reads.ts';
import type { SmsLine } from '../api/types.ts';
import { Mark, SmsBadge } from '../parts/badges.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { Time } from '../parts/figures.tsx';
import { formatMsisdn } from '../parts/format.ts';
import { PagedList } from '../parts/paged-list.tsx';
import { describeSmsReason } from '../parts/sms-reason.ts';
import { oneOf, SMS_STATES } from '../search.ts';
import { useWords } from '../words/words.tsx';

const route = getRouteApi('/sms');
const CHOICES = [...SMS_STATES, 'any'] as const;

/** What the operators wrote to our lines, newest first; what somebody has to look at comes up. */
export function Sms() {
  const { sms: words, fields } = useWords();
  const { state = 'review' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useSms(state === 'any' ? undefined : state);
  return (
    <>
      <header className="screen-head">
        <h1>{words.title}</h1>
      </header>
      <div className="filters">
        <NativeSelect
          size="sm"
          label={fields.state}
          value={state}
          onChange={(event) =>
            void navigate({
              to: '/sms',
              search: { state: oneOf(CHOICES, event.currentTarget.value) },
              replace: true,
            })
          }
          data={CHOICES.map((value) => ({
            value,
            label: value === 'any' ? words.any : words.states[value],
          }))}
        />
      </div>
      <PagedList
        query={query}
        listId={state}
        label={words.title}
        empty={words.empty}
        render={({ item, isLeaving }) => (
          <li key={item.id} className="row" data-leaving={isLeaving || undefined}>
            <SmsItem sms={item} />
          </li>
        )}
      />
    </>
  );
}

function SmsItem({ sms }: { readonly sms: SmsLine }) {
  const words = useWords();
  const { sms: own } = words;
  const reason = describeSmsReason(sms, words);
  return (
    <details className="webhook">
      <summary className="webhook-head" data-row>
        <SmsBadge state={sms.state} />
        <strong className="long-text">{sms.sender}</strong>
        <span>{sms.line === null ? own.noLine : formatMsisdn(sms.line)}</span>
        {sms.trust !== 'trusted' && <Mark tone="red" text={own.trusts[sms.trust]} />}
        <Time at={sms.at} />
        {reason !== null && <span className="sms-reason">{reason}</span>}
        <span className="sms-snippet">{sms.text}</span>
      </summary>
      <pre className="answer sms-text">{sms.text}</pre>
      <Facts>
        <Fact name={own.trust}>{own.trusts[sms.trust]}</Fact>
        <Fact name={own.gateway}>{sms.gateway}</Fact>
        <Fact name={own.line}>{sms.line === null ? own.noLine : formatMsisdn(sms.line)}</Fact>
        <Fact name={own.template}>{sms.template ?? own.noTemplate}</Fact>
        <Fact name={own.seen}>{own.times(sms.seen)}</Fact>
      </Facts>
    </details>
  );
}
