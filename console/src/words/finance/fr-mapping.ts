import type { MappingWords } from './en-mapping.ts';

export const frMapping: MappingWords = {
  mapping: {
    columns: {
      id: 'Identifiant de l’opérateur',
      at: 'Date (et heure)',
      time: 'Heure',
      status: 'Statut',
      direction: 'Sens',
      from: 'Expéditeur',
      to: 'Destinataire',
      party: 'Autre partie',
      amount: 'Montant',
      debit: 'Sorties (débit)',
      credit: 'Entrées (crédit)',
      fee: 'Frais',
      balance: 'Solde après',
    },
    everyLinePaid: 'sans statut : chaque ligne compte comme payée',
    leavesOut: (rows) => `sans les lignes ${rows}`,
  },
};
