import type { AcmeClient } from '#protocol/acme/acme-client.ts';
import { AcmeError } from '#protocol/acme/acme-error.ts';

/**
 * Makes an account for the client's key, or finds the one that it has (RFC 8555 §7.3), and acts as it from then on. Agrees
 * to the server's terms.
 * @returns the account's address.
 * @throws AcmeError
 */
export async function registerAccount(client: AcmeClient, email: string): Promise<string> {
  const newAccount = await client.resource('newAccount');
  if (newAccount === null) throw new AcmeError('answer_unclear');
  const { location } = await client.post(newAccount, { termsOfServiceAgreed: true, contact: [`mailto:${email}`] });
  if (location === null) throw new AcmeError('answer_unclear');
  client.actAs(location);
  return location;
}
