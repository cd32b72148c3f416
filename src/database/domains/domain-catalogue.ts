import type { Catalogue } from '#database/data-entry.ts';
import { reportCatalogue } from '#database/domains/report-catalogue.ts';
import type { DomainTables } from '#database/domains/domain-tables.ts';

/** What is kept about domains. */
export const domainCatalogue: Catalogue<DomainTables> = {
  ...reportCatalogue,
  domains: {
    about: 'The domains of aliases: those that the operator offers to all, and those of accounts.',
    kept: "for ever, so that their aliases go on; an account's, until it deletes it",
    columns: {
      id: ['plain', 'names the domain to aliases'],
      name: ['plain', 'the domain: mail is found by it'],
      kind: ['plain', 'offered to all, brought by an account, or a sub-domain given to one'],
      state: ['plain', "whether it is proven to be its owner's: only then it takes mail"],
      ownerId: ['plain', 'the account that proves it', 'until that account is erased'],
      position: ['plain', 'its place in the list of shared domains'],
      dkimSelector: ['plain', 'where its public key is published'],
      dkimKeySealed: ['sealed', 'signs mail'],
      dkimSpareKeySealed: ['sealed', 'signs next, or signed last', 'until mail it signed is no longer under way'],
      dkimSpareUntil: ['plain', 'until when the last key is kept', 'as long as that key'],
      retiredAt: ['plain', 'since when it gives no new aliases'],
      providerReadyAt: ['plain', 'when a forwarding provider elsewhere was told of it'],
      providerComparedAt: ['plain', 'when what that provider has was last compared with what is here'],
      takesMail: ['plain', 'whether its mail comes to this service, as its DNS last said'],
      checksSealed: ['sealed', 'what its public DNS said last, shown to its admins', 'until looked at again'],
      checkedAt: ['plain', 'when its DNS was last looked at'],
      nextCheckAt: ['plain', 'when it is looked at next'],
      contradictedSince: ['plain', "since when its DNS says that it is another's: a day, then a week count"],
      changedAt: ['plain', 'when it was proven or lost'],
      proofDueAt: ['plain', 'until when an account that it passed to may publish its proof', 'until proven'],
      randomEndings: ['plain', 'whether apps offer made-up endings on it'],
      catchAll: ['plain', 'what mail to a name that is no alias does'],
      rulesRevision: ['plain', 'rises with each change of its rules, so that every process follows'],
      fromNameSealed: ['sealed', "the name that its owner's aliases on it send with", 'until changed'],
      descriptionSealed: ['sealed', 'what its owner wrote about it, for its owner', 'until changed'],
      enabled: ['plain', 'whether its aliases take mail, or are paused as a whole'],
      createdAt: ['plain', 'when it was added'],
    },
  },
  domainMembers: {
    about: 'Accounts that may use a domain which is not shared.',
    kept: 'until they leave it, or one of the two ends',
    columns: {
      domainId: ['plain', 'the domain'],
      userId: ['plain', 'the account'],
      role: ['plain', 'admin: manages it; maker: makes aliases'],
      id: ['plain', 'names the member to admins'],
      labelSealed: ['sealed', 'who it is, as whoever invited them wrote'],
      createdAt: ['plain', 'since when'],
    },
  },
  domainTargets: {
    about: 'Where aliases of a domain forward to that name no target.',
    kept: 'until changed, or one of the two ends',
    columns: {
      domainId: ['plain', 'the domain'],
      targetId: ['plain', 'an inbox or webhook of its owner'],
      position: ['plain', 'its place in the list'],
    },
  },
  domainRules: {
    about: 'Rules of a domain about names that are no alias.',
    kept: 'until changed, or with the domain',
    columns: {
      id: ['plain', 'names the rule to its targets'],
      domainId: ['plain', 'the domain'],
      position: ['plain', 'its place in the list'],
      sealed: ['sealed', 'its pattern, what it does, and which labels it gives'],
    },
  },
  domainRuleTargets: {
    about: 'Where aliases forward to that a rule makes.',
    kept: 'until changed, or one of the two ends',
    columns: {
      ruleId: ['plain', 'the rule'],
      targetId: ['plain', 'an inbox or webhook of the owner of the domain'],
      position: ['plain', 'its place in the list'],
    },
  },
};
