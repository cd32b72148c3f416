/** What API keys may open, each with all that those before it open. */
export const apiKeyScopes = [
  /** Make aliases, and what a program needs to know for that. */
  'create',
  /** What somebody does with aliases day by day: find, pause, resume, correspondents. Deletes nothing and sends nothing elsewhere. */
  'use',
  /** Everything about aliases and their targets. */
  'aliases',
  /** What outlives the key as well: SMTP credentials. */
  'all',
] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Whether a key of one scope opens what asks for another. */
export function scopeOpens(scope: ApiKeyScope, needed: ApiKeyScope): boolean {
  return apiKeyScopes.indexOf(scope) >= apiKeyScopes.indexOf(needed);
}
