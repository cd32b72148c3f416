/** What an account is called where neither its address nor its whole id is to stand: the beginning of the id. */
export function nameOfAccount(userId: string): string {
  return userId.slice(0, 8);
}
