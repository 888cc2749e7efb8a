import type { Direction, Operator, Overview } from '../../api/types.ts';
import { formatPercent } from '../format.ts';
import type { Words } from '../words.tsx';

/** Why payments fail or cannot be made, a sentence for each provider and operator. */
export function sayProviderTroubles(
  { providers, operators }: Pick<Overview, 'providers' | 'operators'>,
  labelOf: (operator: Operator) => string,
  words: Words,
): readonly string[] {
  const { verdict } = words.home;
  const off = operators.filter(({ is_switched_off: isOff }) => isOff);
  const isOff = (wanted: Operator, way: Direction) =>
    off.some(({ operator, direction }) => operator === wanted && direction === way);
  return [
    ...providers
      .filter(({ is_feature_flag_enabled: isOn, status }) => isOn && status !== 'operational')
      .map((provider) => sayProvider(provider, words)),
    ...[...new Set(off.map(({ operator }) => operator))].map((operator) => {
      const label = labelOf(operator);
      if (isOff(operator, 'deposit') && isOff(operator, 'withdrawal')) {
        return verdict.operatorOff(label);
      }
      return verdict.operatorHalfOff[isOff(operator, 'deposit') ? 'deposit' : 'withdrawal'](label);
    }),
  ];
}

function sayProvider(provider: Overview['providers'][number], words: Words): string {
  const { display_name: name, status, why, failure_rate_1h: rate } = provider;
  const { verdict } = words.home;
  if (status === 'unavailable') return verdict.providerDown(name);
  if (why.code === 'provider_fails_often') {
    return verdict.providerUnstable(name, formatPercent(rate));
  }
  return `${name}${words.colon} ${words.said(why).replace(/\.$/, '')}`;
}
