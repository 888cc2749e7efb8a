import type { NothingReason, ReviewReason } from '../../api/types.ts';

/** Why a person must look at a text of an operator. */
export const frReviewReasons: Readonly<Record<ReviewReason, string>> = {
  unknown_sender: 'Il ressemble au SMS d’un opérateur, mais l’expéditeur est un autre.',
  amount_missing: 'Il ne donne aucun montant.',
  amount_unclear: 'Le montant ne se lit pas avec certitude.',
  amount_not_whole: 'Le montant n’est pas un nombre entier de francs.',
  amount_zero: 'Le montant est nul.',
  amounts_disagree: 'Montant, frais et montant net ne concordent pas.',
  several_amounts: 'Il donne plusieurs montants.',
  several_balances: 'Il donne plusieurs soldes.',
  unknown_currency: 'La monnaie est inconnue.',
  number_unclear: 'Un numéro est tronqué, masqué, étranger ou d’une autre forme.',
  id_missing: 'Il n’a pas d’identifiant de transaction de l’opérateur.',
  id_unclear: 'L’identifiant de transaction ne se lit pas avec certitude.',
  several_ids: 'Il a plusieurs identifiants de transaction.',
  wording_unclear: 'Il commence comme un SMS connu, puis continue autrement.',
  denied: 'Il a un mot comme « non » ou « échoué » : il dit peut-être que rien n’a été payé.',
  wording_unknown: 'Aucun SMS connu ne dit cela, mais il a un identifiant ou un nouveau solde.',
  several_readings: 'Il peut se lire de façons qui ne veulent pas dire la même chose.',
  between_own_lines: 'De l’argent est passé de l’une de nos lignes à une autre.',
  no_own_line: 'Aucune de nos lignes n’y prend part.',
  other_own_line: 'Il concerne une autre de nos lignes que celle de la SIM.',
  no_player: 'Versé par un agent, une carte ou l’opérateur : personne ne peut dire à qui il est.',
  reversed: 'L’opérateur a repris une transaction.',
  not_reversed: 'Il parle d’une transaction, sans dire qu’elle a été annulée.',
  too_long: 'Il est plus long que tout SMS d’opérateur.',
  other_currency: 'Il concerne une autre monnaie, mais a un identifiant ou un nouveau solde.',
  other_country: 'Il concerne un autre pays, mais a un identifiant ou un nouveau solde.',
  not_money: 'Il parle de cadeaux plutôt que d’argent, mais a un identifiant ou un nouveau solde.',
  incomplete: 'De l’argent a quitté la ligne, mais le SMS est incomplet.',
  not_ours: 'Il concerne une ligne qui n’est pas la nôtre, ou pas celle de la SIM.',
  refusal: 'L’opérateur a refusé une opération tentée sur la ligne.',
};

/** Why a text of an operator moves no money of ours. */
export const frNothingReasons: Readonly<Record<NothingReason, string>> = {
  no_template: 'Aucun SMS connu d’un opérateur.',
  other_currency: 'Il concerne une autre monnaie.',
  other_country: 'Il concerne un autre pays.',
  not_money: 'Il ne parle pas d’un mouvement d’argent.',
  unknown_sender: 'Pas d’un opérateur, et pas au sujet d’argent reçu.',
  incomplete: 'Pas au sujet d’argent reçu, et trop incomplet pour servir.',
  not_ours: 'Un retrait fait par quelqu’un d’autre.',
  refusal: 'L’opérateur a refusé une opération tentée sur la ligne.',
  too_long: 'Il est plus long que tout SMS d’opérateur.',
};
