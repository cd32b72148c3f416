import type { Catalogue } from '#database/data-entry.ts';
import type { Tables } from '#database/tables.ts';

export type MailTables = Pick<
  Tables,
  | 'contacts'
  | 'tombstones'
  | 'smtpCredentials'
  | 'providerChanges'
  | 'spoolMessages'
  | 'spoolChunks'
  | 'spoolHeaders'
  | 'spoolDeliveries'
  | 'outgoingNotices'
  | 'nodes'
  | 'placeLeases'
  | 'sendAddresses'
  | 'acmeAccounts'
  | 'certificates'
  | 'deletions'
  | 'deliveryHold'
>;

const waiting = 'until it is delivered or given up: four days at most';
const goes = 'empty; goes with the next release';

/** What stands around mail, mail that waits, and what a restored backup asks for. */
export const mailCatalogue: Catalogue<MailTables> = {
  contacts: {
    about: 'Reverse addresses: correspondents of an alias. Nobody can list them.',
    kept: 'until the alias is deleted, or 24 months without use; blocked ones stay',
    columns: {
      tokenHash: ['digest', 'finds the row by the reverse address'],
      aliasId: ['plain', 'the alias'],
      correspondentSealed: ['token', 'whom an answer goes to'],
      blockedAt: ['plain', 'whether, and since when, their mail is dropped', 'until unblocked'],
      blockedByLink: ['plain', 'that the unsubscribe button of their mail did it, to be undone there', 'the same'],
      lastUsedMonth: ['plain', 'the month of last use, for the end of its 24 months'],
      lastUsedOn: ['plain', goes],
      createdAt: ['plain', goes],
    },
  },
  tombstones: {
    about: 'Addresses that are no longer live: nobody but the former owner may take one.',
    kept: 'for ever, or until the former owner takes the address again; one that never carried mail for 90 days',
    columns: {
      addressHash: ['hashed', 'knows the address when somebody wants it'],
      ownerHash: ['hashed', 'knows the former owner'],
      aliasHash: ['hashed', 'finds it by the id of the alias, which is stored nowhere'],
      addressSealed: ['sealed', 'the address, for making it again; needs that id, too'],
      atProvider: ['plain', 'whether a forwarding provider elsewhere had it from us'],
      used: ['plain', 'whether the address ever carried mail'],
      createdAt: ['plain', 'when it ended'],
    },
  },
  smtpCredentials: {
    about: 'Passwords of mail programs.',
    kept: 'until deleted, or the alias is',
    columns: {
      id: ['plain', 'names it to its owner'],
      aliasId: ['plain', 'the alias, which is the user name; empty: any of the account'],
      userId: ['plain', 'the account whose aliases it sends as, where it is not for one'],
      domainId: ['plain', 'the domain they are on; empty: any'],
      username: ['plain', 'its name, which is random'],
      passwordHash: ['digest', 'checks the password, which is random'],
      atProvider: ['plain', 'whether a forwarding provider elsewhere has it'],
      providerState: ['plain', 'how far that provider knows of it'],
      createdAt: ['plain', 'when it was made'],
    },
  },
  providerChanges: {
    about: 'What a forwarding provider elsewhere has still to be told.',
    kept: 'until it was told',
    columns: {
      kind: ['plain', 'domain, alias or credential'],
      address: ['plain', 'its address; of a domain its name'],
      revision: ['plain', 'which change: a later one is not lost'],
      ours: ['plain', 'whether what the provider has is ours'],
      passwordSealed: ['sealed', 'of a credential it does not have yet'],
      attempts: ['plain', 'how often it was tried'],
      nextAttemptAt: ['plain', 'when it is tried again'],
      leaseId: ['plain', 'which process is at it'],
      leaseUntil: ['plain', 'for how long'],
      createdAt: ['plain', 'since when it waits'],
    },
  },
  spoolMessages: {
    about: 'Mail that waits to be delivered. On the normal path none does.',
    kept: waiting,
    columns: {
      id: ['plain', 'names the message to its parts'],
      keyPurpose: ['plain', 'keeps its key from being destroyed'],
      keyVersion: ['plain', 'the day of its key'],
      envelopeSealed: ['sealed', 'who sent it, and what was proven of them'],
      bodyBytes: ['plain', 'its size, for quotas'],
      createdAt: ['plain', 'when it came'],
    },
  },
  spoolChunks: {
    about: 'Bodies of waiting mail.',
    kept: waiting,
    columns: {
      messageId: ['plain', 'the message'],
      sequence: ['plain', 'the place of this part'],
      sealed: ['sealed', 'the part'],
    },
  },
  spoolHeaders: {
    about: 'Headers of waiting mail, as they were rewritten and signed for an alias.',
    kept: waiting,
    columns: {
      id: ['plain', 'names the header to deliveries'],
      messageId: ['plain', 'the message'],
      sealed: ['sealed', 'the header'],
    },
  },
  spoolDeliveries: {
    about: 'Where waiting mail goes.',
    kept: waiting,
    columns: {
      id: ['plain', 'names the delivery'],
      messageId: ['plain', 'the message'],
      headerId: ['plain', 'its header'],
      userId: ['plain', 'whose quota it counts against'],
      aliasId: ['plain', 'through which alias it goes'],
      linkId: ['plain', 'to which target, read again at each attempt'],
      recipientSealed: ['sealed', 'the recipient where it is no target: answers, mail of ours'],
      destinationHash: ['hashed', 'the server, so that its mail falls due together'],
      state: ['plain', 'waiting, in flight, held by the operator, or set aside as it cannot be read'],
      attempts: ['plain', 'how often it was tried'],
      nextAttemptAt: ['plain', 'when it is tried again'],
      expiresAt: ['plain', 'when it is given up'],
      leaseId: ['plain', 'which process is at it'],
      leaseUntil: ['plain', 'for how long'],
      leasedBy: ['plain', 'names that process, so that others free its leases when it is gone'],
      unanswered: ['plain', 'it waits for its server to answer at all'],
      noticedAt: ['plain', 'when its owner was told that it waits'],
      reached: ['plain', 'another target of the alias has the message'],
      origin: ['plain', 'names what came as one message and leaves with different bodies'],
      createdAt: ['plain', 'when it began to wait'],
    },
  },
  outgoingNotices: {
    about:
      'What owners and the operator are to be told in mails of ours, which are few a day. Releases before read it by the names notices and security_mails.',
    kept: 'until told; where nobody can be told, 30 days',
    columns: {
      id: ['plain', 'names the notice'],
      form: ['plain', 'whether it is told with others, alone, or to each inbox of the account'],
      userId: ['plain', 'whom to tell; empty: the operator, or an account that was refused and is gone'],
      inboxHash: ['hashed', 'warnings for one inbox go in one mail'],
      wordsHash: ['hashed', 'what comes in the same words is told once'],
      wordsSealed: ['sealed', 'the words, and the address where they go to no inbox of the account'],
      count: ['plain', 'how often it happened'],
      dueAt: ['plain', 'when to tell'],
      createdAt: ['plain', 'since when it waits'],
    },
  },
  nodes: {
    about: 'The programs that share this database.',
    kept: 'until the program ends, or ten seconds after it was last heard of and another one looks',
    columns: {
      id: ['plain', 'names the program'],
      holdsAll: ['plain', 'it was alone: what it has of the limits is not listed'],
      machineHash: [
        'digest',
        'the start of its machine, so that a program started again knows that the one before is gone',
      ],
      processId: ['plain', 'for the same'],
      leaseUntil: ['plain', 'until when it counts as alive'],
    },
  },
  placeLeases: {
    about: 'What each program may use of limits that all share, while there are several.',
    kept: 'while it is used, and as long as its program',
    columns: {
      nodeId: ['plain', 'the program'],
      keyHash: ['hashed', 'the limit: a mail server, or the network of a client'],
      places: ['plain', 'how much of it'],
      endsAt: ['plain', 'until when that counts'],
    },
  },
  sendAddresses: {
    about: 'The addresses of this installation that mail leaves from (`SEND_FROM`).',
    kept: 'for ever: one that comes back is known',
    columns: {
      address: ['plain', 'the address'],
      since: ['plain', 'the day of its first use: a new one gets little mail'],
      listedAt: ['plain', 'when its operator was told of a block list', 'until no list names it'],
    },
  },
  acmeAccounts: {
    about: 'Accounts of this installation at servers that give certificates (`ACME_DIRECTORY`).',
    kept: 'for ever',
    columns: {
      directory: ['plain', 'the server'],
      keySealed: ['sealed', 'signs what it is asked for'],
      url: ['plain', 'names the account there'],
      createdAt: ['plain', 'when the key was made'],
    },
  },
  certificates: {
    about: 'Certificates of this installation for its own host names.',
    kept: 'for ever: a name that comes back keeps its key',
    columns: {
      name: ['plain', 'the host name'],
      keySealed: ['sealed', 'the private key, which renewals keep'],
      chain: ['plain', 'the certificate itself, which everybody is shown'],
      issuedBy: ['plain', 'the server that gave it'],
      issuedAt: ['plain', 'when it came'],
      endsAt: ['plain', 'when it ends'],
      renewAt: ['plain', 'when it is renewed'],
      askAt: ['plain', 'when the server is asked again what it advises'],
      directory: ['plain', 'the server that was asked last'],
      orderUrl: ['plain', 'what is under way there', 'until it is done'],
      challengeToken: ['plain', 'what the server looks for', 'until it is done'],
      failures: ['plain', 'how often it failed in a row'],
      failure: ['plain', 'the code of the last time', 'until it works'],
      tryAt: ['plain', 'when it is tried again'],
      createdAt: ['plain', 'when the key was made'],
    },
  },
  deletions: {
    about: 'What was deleted, so that no backup brings it back.',
    kept: '31 days: longer than any backup',
    columns: {
      kind: ['plain', 'account, alias, inbox, API key, SMTP credential or passkey; or what its owner may take back'],
      rowId: ['digest', 'a hash of the id it had, so that the id itself is gone'],
      deletedAt: ['plain', 'when: what is older than a backup is not in it'],
    },
  },
  deliveryHold: {
    about: 'Whether mail waits because the database was restored from a backup.',
    kept: 'until the operator releases the mail',
    columns: {
      since: ['plain', 'when the backup was made: what waits gets its time back'],
    },
  },
};
