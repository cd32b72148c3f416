/** Whether a statement failed because another row holds the same unique value (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** Whether a row found no owner: the account was deleted while the request that writes it was in hand. */
export function lostItsAccount(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && String(error.constraint).endsWith('_user_id_fkey');
}
