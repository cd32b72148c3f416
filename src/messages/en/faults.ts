/** What may be wrong with what somebody signs in with, in the words of the forms and of the API. */
export const accountFaultTexts = {
  email: 'Valid email address is required',
  localBeyondAscii:
    'The part before the @ may only have letters without accents, digits and signs: many mail servers take no others',
  passwordMissing: 'Password is required',
  passwordTooShort: (min: number) => `Password must be at least ${min} characters`,
  passwordTooLong: (maxBytes: number) => `Password must be ${maxBytes} bytes or less`,
  passwordWrong: 'This is not your current password',
  codeMissing: 'Code is required',
  codeInvalid: 'This is not a code',
  walletMissing: 'Wallet address is required',
  signatureMissing: 'A signature is required',
};

/** What may be wrong with an alias, its targets, its correspondents and what is set about it. */
export const aliasFaultTexts = {
  aliasRequired: 'Alias is required',
  aliasInvalid: 'Invalid alias format',
  aliasReserved: (alias: string) => `"${alias}" is a reserved alias name. Please choose a different name.`,
  aliasFixed: 'Who manages the domain decides where this alias leads. You can pause or delete it.',
  domainRequired: 'Domain is required',
  domainUnavailable: 'This domain is not available',
  targetRequired: 'At least one email address or webhook URL is required',
  targetsInvalid: 'Please enter valid email addresses and/or webhook URLs (https://…) separated by commas',
  tooManyTargets: (max: number) => `An alias can forward to at most ${max} addresses`,
  sendsAsNone: 'This password does not send as this address: enter one of your aliases that is on',
  inboxYours: 'This is one of your inboxes already',
  targetNotYours: 'One of these inboxes is not yours',
  targetIsOurs: (domain: string) => `${domain} is one of our own domains. Please use an inbox elsewhere.`,
  targetTakesNoMail: (domain: string) => `${domain} cannot receive mail. Please use a real inbox.`,
  webhookIsOurs: (host: string) => `${host} is our own host. Please use a webhook elsewhere.`,
  notesTooLong: (max: number) => `Notes must be ${max} characters or less`,
  nothingChanged: 'At least one field (alias, forwardTo, active, notes, or lastForwardTo) must be provided',
  noSetting: 'At least one setting must be given',
  contactIsAlias: 'This is the alias itself',
  aliasIdRequired: 'Alias ID is required',
  generate: 'Choose how the name is made: words, characters or uuid',
  copiesNotOffered: 'The forwarding provider cannot copy replies',
};

/** What a state at the forwarding provider that is no good means to the owner of an alias. */
export const providerFaults = {
  taken: 'The forwarding provider already has this address with another destination. Please choose another name.',
  plan_limit: "The forwarding provider's plan does not allow this. Please contact whoever runs this service.",
  refused: 'The forwarding provider refused this.',
};

/** What may be wrong with a new API key. */
export const binDaysFaultText = (max: number) => `Deleted aliases can be kept for 0 to ${max} days`;

export const apiKeyFaultTexts = {
  nameRequired: 'Name is required',
  nameTooLong: (max: number) => `A name must be ${max} characters or less`,
  scope: 'Choose what the key may do',
  days: (max: number) => `A key lasts between 1 and ${max} days`,
};

/** What may be wrong with anything else that is sent to the API. */
export const inputFaults = {
  unknownField: 'Unknown field',
  noId: 'This is not an id of this server',
  feedbackMissing: 'Please write something first',
  feedbackTooLong: (max: number) => `Feedback must be ${max} characters or less`,
  csvMissing: 'A CSV file is required',
};

/** What may be wrong with what clients of addy.io and SimpleLogin ask for. */
export const foreignFaults = {
  flag: 'This must be true or false',
  trashed: 'This must be with, without or only',
  page: 'The page must be a number from 1',
  pageSize: (max: number) => `The page size must be between 1 and ${max}`,
  searchTooLong: (max: number) => `A search must be ${max} characters or less`,
  searchBroken: 'A search must not contain broken characters',
  sort: 'Aliases cannot be sorted by this',
  recipient: 'This is not the id of a recipient',
  domain: 'This is not the id of a domain',
  format: 'This format is not known',
  expiration: 'Expiration must be day, week, month or year',
  pageId: 'The page must be a number from 0 (page_id)',
};

/** What may be wrong with rules about names that are no alias. */
export const ruleFaultTexts = {
  patternMissing: 'Each rule needs a pattern',
  patternTooLong: (max: number) => `A pattern must be ${max} characters or less`,
  tooManyRules: (max: number) => `A domain can have at most ${max} rules`,
  refusesAndForwards: 'A rule that refuses mail forwards it nowhere',
  refusesAndLabels: 'A rule that refuses mail makes nothing to label',
  tooManyLabels: (max: number) => `A rule can have at most ${max} labels`,
  /** `number` and `position` from 1. */
  pattern: (number: number, fault: string, position: number) => `Rule ${number}: ${fault}, at character ${position}`,
  notInNames: (character: string) => `no name has ${character} in it`,
  tooComplicated: 'this is too complicated',
  onlyOwnerForwards: 'Only the owner of the domain says where its mail goes',
  onlyOwnerLabels: 'Only the owner of the domain gives its new aliases labels',
  addressMissing: 'An address is required',
  notOnDomain: 'This is no address on this domain',
};

/** What a sender rule may not be. */
export const senderRuleFaults = {
  match: 'Enter an address, a domain such as @example.com, or a list such as list:news.example.com',
  scope: 'Choose one alias or all of them',
  action: 'Choose block, allow or hold',
  evenIfRejected: 'Only a rule that allows can let rejected mail through',
};

export const holdDaysFaultText = (max: number) => `Messages can be held for 0 to ${max} days`;

/** What may be wrong with the site that an alias is for. */
export const siteFaults = {
  host: 'The host of a site is required, such as shop.example',
};

/** What may be wrong with a name to send with. */
export const fromNameFaultTexts = {
  tooLong: (max: number) => `A name to send with must be ${max} characters or less`,
  invalid: 'A name to send with has no line breaks, invisible characters, @, < or >',
};

/** What may be wrong with what an owner writes about a domain. */
export const domainFaultTexts = {
  descriptionTooLong: (max: number) => `A description must be ${max} characters or less`,
};
