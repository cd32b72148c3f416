/** Whether a row found no owner: the account was deleted while the request that writes it was in hand. */
export const lostItsAccount = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && String(error.constraint).endsWith('_user_id_fkey');
