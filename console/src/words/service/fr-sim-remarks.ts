/** What the service remarks about SIMs that pay, in French. */
export const frSimRemarks = {
  sim_agent_silent: 'Le programme placé à côté du modem de la ligne ne donne pas de nouvelles.',
  sim_not_in_network: 'La carte SIM de la ligne n’est pas connectée à son réseau.',
  sim_in_trouble: 'Le programme placé à côté du modem n’utilise pas la carte SIM de la ligne.',
  sim_pin_refused:
    'L’opérateur a refusé le code PIN de la ligne : plus rien n’est tenté tant qu’il n’a pas été corrigé.',
  sim_pin_unproven:
    'Le code PIN de la ligne a été envoyé et aucune réponse n’a été vue : vérifiez-le sur un téléphone, puis enregistrez de nouveau son fichier.',
  sim_without_pin: 'Le programme placé à côté du modem n’a pas le code PIN du compte de la ligne.',
  sim_at_day_limit: 'La carte SIM de la ligne a atteint sa limite du jour.',
  sim_without_scenario: 'La carte SIM de la ligne n’a pas de scénario enregistré pour cela.',
  sim_lacks_money: 'La ligne n’a pas assez d’argent.',
  sim_busy: 'La carte SIM de la ligne a trop à faire.',
  sim_jobs_away: 'Les tâches des cartes SIM n’ont pas pu être consultées.',
  sim_end_unseen:
    'Le transfert a été confirmé et aucun écran n’a dit ce qu’il est devenu : c’est le SMS de l’opérateur qui décide.',
  sim_says_nothing:
    'Le programme placé à côté du modem a pris le paiement et ne dit pas ce qu’il est devenu.',
  sim_screens_contradicted:
    'Les écrans disent qu’aucun argent n’est parti, et un SMS de l’opérateur dit le contraire.',
  sim_other_screen:
    'L’opérateur a montré un écran que le scénario ne connaît pas : rien n’a été confirmé.',
  sim_other_amount: 'L’opérateur a montré un autre montant : rien n’a été confirmé.',
  sim_other_number: 'L’opérateur a montré un autre numéro : rien n’a été confirmé.',
  sim_too_late: 'Il ne restait plus le temps de payer : rien n’a été confirmé.',
  sim_operator_refused: 'L’opérateur a refusé le paiement sur son écran.',
  sim_stopped: 'Le paiement a été arrêté avant toute confirmation.',
} as const;
