import { frenchPlural } from '../plural.ts';
import type { enSandbox } from './en-sandbox.ts';

export const frSandbox: typeof enSandbox = {
  title: 'Outils du bac à sable',
  createTitle: 'Créer une transaction',
  hint: 'Créez une transaction comme le ferait la plateforme. Choisissez son résultat sur sa page ou sur le téléphone du payeur.',
  create: 'Créer',
  created: 'Créée.',
  open: 'L’ouvrir',
  outcome: { succeeded: 'Réussir', failed: 'Échouer', expired: 'Expirer' },
  simulateTitle: 'Simuler un résultat',
  callback: 'Adresse du webhook (facultative)',
  amountShort: 'Au moins 100.',
  phone: {
    title: 'Téléphone du joueur',
    hint: 'Ouvre un téléphone dans votre navigateur : confirmez un dépôt, refusez-le ou composez son code. Tout PIN est accepté ; ne tapez jamais le vôtre.',
    open: 'Ouvrir le téléphone',
    link: (number) => `Téléphone du ${number}`,
    until: (time) => `Le lien est valable jusqu’à ${time}.`,
  },
  clock: {
    title: 'Temps',
    hint: 'Fait passer le temps pour les transactions ouvertes de la première application, comme si vous aviez attendu. Les autres n’en savent rien.',
    advance: 'Faire passer le temps',
    label: 'Durée',
    spans: {
      900: '15 minutes : les dépôts expirent',
      7200: '2 heures : les retraits sans réponse sont mis en attente',
      86400: '24 heures',
    },
    passed: (count) =>
      count === 0
        ? 'Aucune transaction n’est ouverte : rien ne change.'
        : `Le temps a passé pour ${frenchPlural(count, 'transaction', 'transactions')}. Ce qui arrive à échéance suit en quelques secondes.`,
  },
};
