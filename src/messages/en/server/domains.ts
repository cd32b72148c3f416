/** What the API says about domains of accounts. */
export const domainAnswers = {
  claimed: (name: string) => `${name} is added. Publish the records, then check them.`,
  given: (name: string) => `${name} is yours.`,
  verified: 'Your domain is verified',
  unverified: 'Not everything is published yet. DNS can take an hour.',
  changed: 'Domain changed',
  removed: 'Domain removed',
  invited: 'Invitation made',
  joined: (name: string) => `You can make aliases on ${name} now`,
  roleGiven: (address: string) => `${address} is the owner’s now`,
  memberRemoved: 'Member removed',
};

/** Why a name cannot be brought. */
export const domainFaults = {
  noName: 'This is not a domain name.',
  oneLabel: 'A domain has at least two parts, such as example.org.',
  reserved: 'This name is not given away. Choose another one of three letters or more.',
  ours: 'This name belongs to this service.',
  notOffered: 'Domains cannot be brought here.',
  publicSuffix: 'Names like this are for everybody to register under. Bring one that is yours.',
};

export const domainWords = {
  noAnswer: 'DNS gave no answer',
  /** What members read of whoever passed a domain on. */
  formerOwner: 'Former owner',
};
