/** `copyReplies` as columns of the database and of CSV files write it: `copy_replies`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

export function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}
