import { loadPublicHostCheck } from '#core/organisation.ts';
import { createAddressReplacer, type AddressReplacer } from '#mail/as-alias/address-replacer.ts';

const isPublicHost = await loadPublicHostCheck();

/** Hides an owner's addresses, as the replacer of a reply does that names nobody. */
export function createSeeker(...hidden: readonly string[]): AddressReplacer {
  return createAddressReplacer({
    isPublicHost,
    keepsOthers: true,
    otherNames: [],
    names: [],
    hidden,
    alias: 'my-alias@kauke.test',
    correspondents: new Map(),
  });
}
