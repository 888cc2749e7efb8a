import { frenchPlural } from '../plural.ts';
import type { WebhookWords } from './en-webhooks.ts';

export const frWebhooks: WebhookWords = {
  webhookList: {
    event: 'Événement',
    attempts: 'Tentatives',
    receiver: 'Destinataire',
    act: 'Action',
    checkout: 'Paiement en ligne',
  },
  sentWebhook: {
    title: 'Envoyé, à la lettre',
    body: 'Corps',
    headersOf: (attempt: number) => `En-têtes de la tentative ${attempt}`,
    noHeaders: 'Non conservés : la tentative a été faite par une version antérieure.',
    notYet: 'Aucune tentative n’a encore été faite.',
  },
  resendAll: {
    button: (count: number) =>
      count < 2 ? 'Renvoyer le non distribué' : `Renvoyer les ${count} non distribués`,
    question: (count: number) =>
      `Renvoyer ${frenchPlural(count, 'webhook non distribué', 'webhooks non distribués')} ?`,
    confirm: 'Les renvoyer',
    means:
      'Chaque plateforme reçoit de nouveau l’état actuel de ses transactions, les plus anciennes d’abord. Elle reconnaît les messages à leur id.',
    progress: 'Progression des renvois',
    stands: (queued: number, of: number) => `${queued} sur ${of} mis en file`,
    delivered: (count: number) => frenchPlural(count, 'distribué', 'distribués'),
    underWay: (count: number) => `${count} en route`,
    again: (count: number) =>
      frenchPlural(count, 'de nouveau non distribué', 'de nouveau non distribués'),
    stays: (count: number) =>
      frenchPlural(count, 'n’a pas pu être mis en file', 'n’ont pas pu être mis en file'),
    stopped:
      'Interrompu : aucune réponse n’est venue. Rien n’a été envoyé deux fois ; relancez pour le reste.',
    keepOpen: 'Gardez cette page ouverte jusqu’à ce que tous soient mis en file.',
  },
};
