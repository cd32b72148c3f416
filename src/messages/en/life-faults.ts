/** What may be wrong with labels, with the life of an alias and with changes of many. */
export const lifeFaultTexts = {
  labelRequired: 'A label needs a name',
  labelTooLong: (max: number) => `A label must be ${max} characters or less`,
  labelInvalid: 'A label must not contain commas',
  tooManyLabels: (max: number) => `An account can have at most ${max} labels`,
  expiry: (years: number) => `This must be a time from now on, within ${years} years`,
  maxMessages: (max: number) => `This must be between 1 and ${max} messages`,
  idleDays: (max: number) => `This must be between 1 and ${max} days`,
  notOffered: 'The forwarding provider cannot end aliases by itself',
  countsNotOffered: 'The mail of this service is forwarded elsewhere, and cannot be counted here',
  brokenText: 'This must not contain broken characters',
  idsOrFilter: 'Name the aliases, or a filter that finds them',
  tooManyIds: (max: number) => `One change can name at most ${max} aliases`,
  nothingChanged: 'At least one change must be given',
  deletedAlone: 'Deleting and restoring go with no other change',
};
