import { frenchPlural as plural } from '../plural.ts';
import type { HomeWords } from './en-home.ts';

export const frHome: HomeWords = {
  home: {
    title: 'Accueil',
    queues: 'Ce qui vous attend',
    queue: {
      approvals: 'Retraits à approuver',
      payouts_not_sent: 'Approuvés, mais aucun prestataire ne les prend',
      held: 'Transactions en attente de décision',
      contradictions: 'Contradictions',
      statement_differences: 'Écarts avec les relevés',
      changes: 'Modifications à approuver',
      own_changes: 'Vos demandes, à approuver par une autre personne',
      unmatched_receipts: 'Paiements non rapprochés',
      sms_to_look_at: 'SMS à vérifier',
      undelivered_webhooks: 'Webhooks non distribués',
    },
    oldest: (age: string) => `Le plus ancien : ${age}`,
    nothing: 'Rien n’attend',
    today: 'Transactions créées aujourd’hui, heure de Douala',
    kind: 'Type',
    paid: 'Montant payé',
    count: 'Nombre',
    succeeded: 'Réussis',
    failed: 'Échoués',
    expired: 'Expirés',
    rejected: 'Refusés',
    share: 'Taux de réussite',
    confirm: 'Délai de confirmation',
    confirmMedian: 'Délai de confirmation (médiane)',
    confirmRule:
      'Jusqu’à la réussite, depuis la demande d’un dépôt ou l’envoi d’un retrait : la moitié a été plus rapide.',
    shareRule:
      'Réussies parmi celles qui ont réussi, échoué ou expiré, sans celles que l’équipe a refusées.',
    p95: (time: string) => `95 % en moins de ${time}`,
    figures: 'Évolution',
    range: 'Période',
    ranges: { '24h': '24 h', '7d': '7 jours', '30d': '30 jours', '90d': '90 jours' },
    lastDays: (name: string) => `${name}, 14 derniers jours`,
    noData: 'Rien pendant cette période.',
    compared: 'En gris : la période précédente. Hachuré : pas encore terminé.',
    table: 'Afficher les chiffres',
    unfinished: '(en cours)',
    hour: 'Heure',
    verdict: {
      good: 'Tout va bien : rien n’attend et tout fonctionne.',
      works: 'Tout fonctionne.',
      waitsForYou: 'Vous attendent',
      waitsForOthers: 'En attente d’autres personnes',
      attention: (count: number) =>
        `${plural(count, 'point demande', 'points demandent')} votre attention maintenant`,
      waits: {
        approvals: (count) => plural(count, 'retrait à approuver', 'retraits à approuver'),
        payouts_not_sent: (count) =>
          plural(count, 'retrait approuvé non envoyé', 'retraits approuvés non envoyés'),
        held: (count) =>
          plural(
            count,
            'transaction en attente de décision',
            'transactions en attente de décision',
          ),
        contradictions: (count) => plural(count, 'contradiction', 'contradictions'),
        statement_differences: (count) =>
          plural(count, 'écart avec un relevé', 'écarts avec les relevés'),
        changes: (count) => plural(count, 'modification à approuver', 'modifications à approuver'),
        own_changes: (count) =>
          plural(
            count,
            'modification que vous avez demandée',
            'modifications que vous avez demandées',
          ),
        unmatched_receipts: (count) =>
          plural(count, 'paiement non rapproché', 'paiements non rapprochés'),
        sms_to_look_at: (count) => plural(count, 'SMS à vérifier', 'SMS à vérifier'),
        undelivered_webhooks: (count) =>
          plural(count, 'webhook non distribué', 'webhooks non distribués'),
      },
      unread: (parts: readonly string[]) =>
        `Lecture impossible : ${parts.join(', ')}. On ne peut donc pas dire si tout va bien.`,
      parts: {
        overview: 'travail en attente et prestataires',
        lines: 'lignes SIM',
        figures: 'fonds disponibles',
      },
      lineUnseen: (number: string) => `la ligne SIM ${number} ne peut pas confirmer de paiements`,
      lineInGap: (number: string) => `la ligne SIM ${number} est en écart de solde`,
      providerDown: (provider: string) => `${provider} est indisponible`,
      providerUnstable: (provider: string, percent: string) =>
        `${provider} est instable : ${percent} d’échecs`,
      operatorOff: (operator: string) =>
        `${operator} est désactivé : personne ne peut payer ni être payé par ${operator}`,
      operatorHalfOff: {
        deposit: (operator: string) =>
          `${operator} est désactivé pour les dépôts : personne ne peut payer par ${operator}`,
        withdrawal: (operator: string) =>
          `${operator} est désactivé pour les retraits : personne ne peut être payé par ${operator}`,
      },
      lowFloat: (wallet: string) => `les fonds de ${wallet} sont bas`,
      quarantine: 'rien ne sort du service',
    },
    moneyIn: 'Entrées du jour',
    moneyOut: 'Sorties du jour',
    moneyRule:
      'Comptabilisé aujourd’hui dans tous les portefeuilles, comme dans le rapport du jour (Finances).',
    weekdayBefore: (value: string) => `${value} il y a une semaine à la même heure`,
    noWeekdayBefore: 'Rien il y a une semaine à la même heure',
    underWay: 'Retraits en cours',
    oldestIs: 'Le plus ancien :',
    floatOf: (wallet: string) => `Fonds disponibles ${wallet}`,
    floatLevels: { enough: 'Suffisants', low: 'Bas', unknown: 'Inconnus' },
    floatUnknown: 'L’opérateur n’a communiqué aucun solde',
    low: 'En dessous du minimum',
    lasts: 'Au rythme actuel, ils ne s’épuisent pas',
    emptyAt: 'Épuisés',
    providers: 'Prestataires',
    failures: (percent: string, count: number) =>
      `${percent} d’échecs sur ${plural(count, 'transaction', 'transactions')} en une heure, hors échecs dus aux joueurs`,
    switchedOff: 'Désactivé',
  },
};
