import type { ImprovmxClient } from '#core/providers/improvmx/improvmx-client.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { ProviderError } from '#core/providers/improvmx/provider-error.ts';
import type { Outcome } from '#core/providers/improvmx/outbox.ts';

export const catchAll = '*';
/** Names that every domain with mail answers to (RFC 2142 §4, §5). */
export const operatorNames: readonly string[] = ['postmaster', 'abuse'];

async function unlessTaken(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ProviderError && error.code === 'taken')) throw error;
  }
}

/**
 * Sets a domain up at the provider: it is there, nothing catches mail for names that nobody has, the operator gets what
 * is for the operator, and its records have been looked at, which makes the provider forward.
 * @throws ProviderError
 */
export async function prepareDomain(
  { operatorEmail }: ImprovmxContext,
  client: ImprovmxClient,
  domain: string,
): Promise<Outcome> {
  if (!(await client.hasDomain(domain))) await unlessTaken(client.createDomain(domain));
  const everything = await client.findAlias(domain, catchAll);
  if (everything !== null) await client.deleteAlias(domain, everything);
  for (const name of operatorEmail === null ? [] : operatorNames) {
    if ((await client.findAlias(domain, name)) !== null) continue;
    await unlessTaken(client.createAlias(domain, name, operatorEmail ?? ''));
  }
  await client.checkDomain(domain);
  return { kind: 'equal', remoteId: null };
}
