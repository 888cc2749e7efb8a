/** Why nothing leaves the service, and what became of payouts that a restore has put in doubt. */
export const QUARANTINE_REMARKS = {
  quarantine_other_database:
    'The database is not the one that the service ran on: it was restored or moved.',
  quarantine_sends_unknown:
    'Withdrawals were sent that the database does not know as sent: it was restored to an earlier moment.',
  quarantine_waits:
    'Quarantine: nothing leaves the service until somebody has accepted the restored database.',
  quarantine_by_hand: 'Somebody stopped everything that leaves the service: {text}',

  restored_unanswered:
    'The service was restored from a backup; staff must check whether the transfer was made.',
  restored_known:
    'The service was restored from a backup, and the provider knows the transfer; staff must decide.',
  sent_before_restore:
    'It was sent before the database was restored, so it is not sent again: the provider is asked.',
  send_not_noted:
    'The request was not sent: it could not be written to the list of sent withdrawals in DATA_DIR.',
} as const;
