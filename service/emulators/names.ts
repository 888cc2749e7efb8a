export interface PersonName {
  readonly given: string;
  readonly family: string;
}

const GIVEN = ['Amina', 'Boris', 'Carine', 'Désiré', 'Estelle', 'Francis', 'Grâce', 'Hervé'];
const FAMILY = ['Abena', 'Mbarga', 'Chantou', 'Djoko', 'Ekambi', 'Fotso', 'Ngo Bell', 'Tchami'];

/** A number always has the same invented name. */
export function inventName(msisdn: string): PersonName {
  const sum = Number(msisdn.replaceAll(/\D/g, '').slice(-9)) % 61;
  return { given: GIVEN[sum % 8] ?? '', family: FAMILY[Math.floor(sum / 8)] ?? '' };
}
