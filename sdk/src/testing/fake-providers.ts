import type { Detection, Operator, ProviderCatalogue, ProviderHealthList } from '../types.ts';

const PREFIXES: readonly (readonly [Operator, RegExp])[] = [
  ['mtn', /^6(7|8|5[0-4])/],
  ['orange', /^6(9|5[5-9])/],
];

export function detect(given: unknown): Detection {
  const msisdn = typeof given === 'string' ? given : '';
  const national = msisdn.replaceAll(/\D/g, '').replace(/^(00)?237/, '');
  const isValid = /^[26]\d{8}$/.test(national);
  const [operator] = PREFIXES.find(([, prefix]) => isValid && prefix.test(national)) ?? [];
  const provider = operator && providerOf(operator);
  return {
    msisdn_normalized: isValid ? `+237${national}` : msisdn,
    is_valid: isValid,
    country_code: 'CM',
    operator: operator ?? null,
    operator_display_name: operator?.toUpperCase() ?? null,
    provider_suggestion: provider?.provider_id ?? null,
    provider_display_name: provider?.display_name ?? null,
    provider_logo_url: provider?.logo_url ?? null,
    error: isValid ? null : 'This is not a phone number of Cameroon.',
  };
}

function providerOf(operator: Operator): ProviderCatalogue['providers'][number] {
  return {
    provider_id: `fake-${operator}`,
    display_name: `Fake ${operator}`,
    logo_url: `https://fake.example/assets/logos/${operator}.svg`,
    operators: [operator],
    supported_directions: ['deposit', 'withdrawal'],
    deposit_fee_percent: 0,
    deposit_fee_message: 'No fee on deposits.',
    withdrawal_fee_percent: 0,
    description: `Payments with Fake ${operator}.`,
    is_primary: true,
    is_available: true,
    status: 'active',
    available_directions: ['deposit', 'withdrawal'],
  };
}

export function catalogue(): ProviderCatalogue {
  return { country_code: 'CM', providers: PREFIXES.map(([operator]) => providerOf(operator)) };
}

export function health(): ProviderHealthList {
  return {
    country_code: 'CM',
    checked_at: new Date().toISOString(),
    providers: catalogue().providers.map(({ provider_id, display_name }) => ({
      provider_id,
      display_name,
      status: 'operational',
      is_feature_flag_enabled: true,
      failure_rate_1h: 0,
      tx_count_1h: 0,
      message: 'Operational.',
      directions: (['deposit', 'withdrawal'] as const).map((direction) => ({
        direction,
        is_available: true,
        message: null,
      })),
    })),
  };
}
