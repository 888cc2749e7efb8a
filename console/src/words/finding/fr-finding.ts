import type { FindingWords } from './en-finding.ts';

export const frFinding: FindingWords = {
  finding: {
    hint: 'Id, numéro, nom…',
    columns: 'Colonnes',
    sortBy: (column: string) => `Trier par ${column.toLowerCase()}`,
    sorts: {
      newest: 'les plus récentes d’abord',
      oldest: 'les plus anciennes d’abord',
      largest: 'les plus grandes d’abord',
      smallest: 'les plus petites d’abord',
    },
    totals: 'Totaux',
    count: (count: string, isOne: boolean) => `${count} ${isOne ? 'transaction' : 'transactions'}`,
    succeeded: (count: string, amount: string) => `réussies : ${count}, ${amount}`,
    since: (time: string) =>
      `Totaux, tri par montant et recherche par montant ou derniers chiffres seulement depuis le ${time} : choisissez des dates pour remonter plus loin.`,
    period: 'Période',
    periods: {
      today: 'Aujourd’hui',
      yesterday: 'Hier',
      week: '7 derniers jours',
      month: '30 derniers jours',
      other: 'Autres dates',
    },
    foundBy: {
      id: 'par id',
      reference: 'par référence',
      operator_id: 'par id de l’opérateur',
      number: 'par numéro',
      player: 'par joueur',
      payer_name: 'par nom du payeur',
      amount: 'par montant',
      last_digits: 'par derniers chiffres',
    },
    underWay: {
      hint: 'Retraits approuvés ou envoyés et pas encore confirmés, les plus anciens d’abord.',
    },
  },
};
