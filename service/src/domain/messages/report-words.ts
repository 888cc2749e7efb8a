export const REPORT_LANGUAGES = ['en', 'fr'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** The headings of the report of a day, in the language of its reader. */
export const DAY_REPORT_WORDS = {
  en: {
    title: 'Report of the day',
    signed: 'Closed by',
    open: 'Not closed yet: the figures may still change',
    figures: ['Opening', 'In', 'Out', 'Fees', 'Settled', 'Other', 'Closing'],
    wallet: 'Wallet',
    application: 'Platform (owed)',
    total: 'Total',
    unexplained: ['Not explained', 'What', 'XAF', 'Since'],
    unmatched: 'Unmatched payments',
    disputed: 'Disputed',
    ages: { day: 'one day', week: 'a week', month: 'a month', older: 'longer' },
    payouts: [
      'Payouts: time in Douala',
      'Platform',
      'Reference',
      'Our ID',
      'Wallet',
      'Operator’s ID',
      'XAF',
      'Fee',
    ],
  },
  fr: {
    title: 'Rapport du jour',
    signed: 'Clôturé par',
    open: 'Pas encore clôturé : les chiffres peuvent encore changer',
    figures: ['Ouverture', 'Entrées', 'Sorties', 'Frais', 'Réglé', 'Autres', 'Clôture'],
    wallet: 'Portefeuille',
    application: 'Plateforme (dû)',
    total: 'Total',
    unexplained: ['Non expliqué', 'Quoi', 'XAF', 'Depuis'],
    unmatched: 'Paiements non rapprochés',
    disputed: 'Contesté',
    ages: { day: 'un jour', week: 'une semaine', month: 'un mois', older: 'plus longtemps' },
    payouts: [
      'Retraits : heure de Douala',
      'Plateforme',
      'Référence',
      'Notre identifiant',
      'Portefeuille',
      'Identifiant opérateur',
      'XAF',
      'Frais',
    ],
  },
} as const satisfies Record<ReportLanguage, object>;
