import type { CoreContext } from '#core/core-context.ts';
import { createDomainDirectory, type MailDomain } from '#core/domains/domain-directory.ts';

/** Every domain as it stands now, retired ones too, by position. */
export async function readDomains(core: CoreContext): Promise<readonly MailDomain[]> {
  const directory = await createDomainDirectory(core);
  directory.close();
  return directory.all();
}
