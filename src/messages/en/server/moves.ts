/** What the API says about moves from other services. */
export const moveFaults = {
  keyMissing: 'An API key is needed.',
  notSelfHosted: 'This service has one address only.',
  baseUrl: 'This is no address of a server: it starts with https:// and names a host.',
  domain: 'Choose a domain that is offered here, or one of yours that is verified.',
};

/** What stands in what is handed over. */
export const moveWords = {
  contactNote: (address: string, alias: string) => `Mail to this address reaches ${address} as ${alias}.`,
};
