import type { ImprovmxClient } from '#core/providers/improvmx/improvmx-client.ts';
import { type ImprovmxContext, splitAddress } from '#core/providers/improvmx/improvmx-context.ts';
import { noteMaking } from '#core/providers/improvmx/make-alias-equal.ts';
import type { ProviderChange, Outcome } from '#core/providers/improvmx/outbox.ts';
import { readWantedCredentials } from '#core/providers/improvmx/read-wanted.ts';
import { credentialPasswordContext } from '#core/providers/improvmx/write-outbox.ts';

function equal(remoteId: string | null): Outcome {
  return { kind: 'equal', remoteId };
}

/**
 * Makes the provider's SMTP credential of an address equal to ours. One that stands there and is not ours is left alone.
 * @throws ProviderError
 */
export async function makeCredentialEqual(
  context: ImprovmxContext,
  client: ImprovmxClient,
  change: ProviderChange,
): Promise<Outcome> {
  const { address, passwordSealed } = change;
  const { name, domain } = splitAddress(address);
  const wanted = (await readWantedCredentials(context, domain)).get(name);
  const isOurs = change.ours || wanted?.known === true;
  const stands = (await client.listCredentials(domain)).includes(name);
  if (wanted === undefined) {
    if (stands && isOurs) await client.deleteCredential(domain, name);
    return equal(null);
  }
  if (stands && !isOurs) return { kind: 'fault', state: 'taken' };
  // Without its password nothing can be told; the owner makes a new one.
  if (passwordSealed === null) return stands ? equal(name) : { kind: 'fault', state: 'refused' };
  const password = context.keys.open(credentialPasswordContext(address), passwordSealed).toString();
  if (stands) {
    await client.changeCredential(domain, name, password);
    return equal(name);
  }
  await noteMaking(context, change);
  await client.createCredential(domain, name, password);
  return equal(name);
}
