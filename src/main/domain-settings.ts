import type { Config } from '#config/config.ts';
import type { DomainSettings } from '#core/targets/target-context.ts';

/** Which domains accounts may have here beside the shared ones. */
export function domainSettings({ ownDomains, subdomains, mailHostname }: Config): DomainSettings {
  return { own: ownDomains, below: subdomains, mailHostname };
}
