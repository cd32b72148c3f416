/** Whether a row found no owner: the account was deleted while the request that writes it was in hand. */
export function lostItsAccount(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && String(error.constraint).endsWith('_user_id_fkey');
}
