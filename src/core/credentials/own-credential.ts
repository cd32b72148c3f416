/** A credential as the account that is signed in names it. */
export interface OwnCredential {
  readonly credentialId: string;
  readonly aliasId: string;
  readonly userId: string;
}
