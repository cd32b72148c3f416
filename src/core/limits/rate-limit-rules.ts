import { ruleLimits } from '#contract/domains/rule-limits.ts';
import type { Rate } from '#platform/rate-meter.ts';

/**
 * How often something may be done. All rules of the service stand here. A rule whose subject has a network counts at once
 * those around it, each of which may do a multiple of `max` (`platform/networks`).
 */
export interface RateLimitRule {
  /** Stored as `action_type`; also separates the counts of different rules and names them in RateLimit headers. */
  readonly action: string;
  readonly max: number;
  /** Length of the fixed window, which starts with its first use. */
  readonly windowMs: number;
  /** Counts no single networks, but sites (IPv6: /48, IPv4: /24) and what is around them. */
  readonly ofSites?: true;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Rows of a file of aliases that count as one use. */
export const importRowsPerUse = 500;

export const rateLimitRules = {
  /** Subject: email and network. */
  signInPerEmail: { action: 'sign_in_email', max: 10, windowMs: 15 * minuteMs },
  /** Every way of signing in. */
  signInPerNetwork: { action: 'sign_in_network', max: 100, windowMs: hourMs },
  /** Subject: email, over all networks. Never refuses: beyond `max` each try waits longer (`slowDown`). */
  signInTriesPerEmail: { action: 'sign_in_tries', max: 5, windowMs: hourMs },
  /** Proving again who one is, and codes of the second factor, within a session. */
  identityChecksPerUser: { action: 'identity_check', max: 20, windowMs: 15 * minuteMs },
  /** Wrong codes of the second factor, over all networks: a guess of six digits is right three times in a million. */
  wrongCodesHourly: { action: 'wrong_codes_hour', max: 30, windowMs: hourMs },
  wrongCodesMonthly: { action: 'wrong_codes_month', max: 100, windowMs: 30 * dayMs },
  /** The same of a browser that the account knows, beside those of everybody. Subject: account and browser. */
  wrongCodesByBrowserHourly: { action: 'wrong_codes_browser_hour', max: 10, windowMs: hourMs },
  wrongCodesByBrowserMonthly: { action: 'wrong_codes_browser_month', max: 30, windowMs: 30 * dayMs },
  /** And of all of these browsers together. Subject: account. */
  wrongCodesByBrowsersMonthly: { action: 'wrong_codes_browsers_month', max: 100, windowMs: 30 * dayMs },
  /** Subject: what stands between password and code of a sign-in for an API key. */
  codesPerTicket: { action: 'codes_ticket', max: 5, windowMs: 10 * minuteMs },
  /** Codes that confirm accounts of apps. Subject: the address, whether or not it has an account; a code is good for half an hour. */
  accountCodesPerAddress: { action: 'account_codes_address', max: 5, windowMs: hourMs },
  /** Tries of them, and wishes for another one. */
  accountCodesPerNetwork: { action: 'account_codes_network', max: 30, windowMs: hourMs },
  secondFactorLinksPerUser: { action: 'second_factor_links', max: 3, windowMs: 30 * dayMs },
  walletChallengePerNetwork: { action: 'wallet_challenge', max: 100, windowMs: hourMs },
  /** Each visit of the sign-in page asks for one, for passkeys that browsers offer by themselves. */
  passkeyChallengePerNetwork: { action: 'passkey_challenge', max: 600, windowMs: hourMs },
  googleStartPerNetwork: { action: 'google_start', max: 100, windowMs: hourMs },
  registrationPerNetwork: { action: 'registration_network', max: 10, windowMs: hourMs },
  /** Answers that an email is taken: they tell who has an account here. */
  takenEmailsPerNetwork: { action: 'taken_emails_network', max: 5, windowMs: hourMs },
  takenEmailsPerSite: { action: 'taken_emails_site', max: 20, windowMs: dayMs, ofSites: true },
  /** Mails to its owner about them. Subject: the address. */
  takenEmailNotices: { action: 'taken_email_notice', max: 1, windowMs: dayMs },
  /** Subject: the address. Never answered aloud, so that nobody learns what others asked for. */
  passwordResetPerAddress: { action: 'password_reset_address', max: 3, windowMs: hourMs },
  passwordResetPerNetwork: { action: 'password_reset_network', max: 30, windowMs: hourMs },
  /** New aliases and renamed ones: both tell whether a name is free. */
  aliasCreationPerUser: { action: 'alias_creation', max: 60, windowMs: hourMs },
  /** Aliases that mail makes by the rules of a domain. Subject: the domain. */
  newNamesPerDomain: { action: 'new_names', max: ruleLimits.newNamesHourly, windowMs: hourMs },
  domainClaimsPerUser: { action: 'domain_claims', max: 30, windowMs: hourMs },
  /** Each is a dozen questions to DNS. */
  domainChecksPerUser: { action: 'domain_checks', max: 120, windowMs: hourMs },
  /** Links that pass an alias or a domain on, and taking what one passes. */
  offersPerUser: { action: 'offers', max: 60, windowMs: hourMs },
  offersTakenPerUser: { action: 'offers_taken', max: 60, windowMs: hourMs },
  /** Every other change of an alias. */
  aliasChangesPerUser: { action: 'alias_changes', max: 600, windowMs: hourMs },
  /** What strangers to an address ask of it, over all accounts. Subject: the address. */
  confirmationPerAddressDaily: { action: 'confirmation_address_day', max: 3, windowMs: dayMs },
  confirmationPerAddress: { action: 'confirmation_address', max: 10, windowMs: 90 * dayMs },
  /** What an account asks of its own email, apart from that; and all accounts that had it one after the other. */
  ownConfirmationPerUser: { action: 'own_confirmation_user', max: 3, windowMs: dayMs },
  ownConfirmationPerAddress: { action: 'own_confirmation_address', max: 10, windowMs: dayMs },
  /** The same, once the account has proved its mailbox. */
  provenConfirmationPerUser: { action: 'proven_confirmation', max: 10, windowMs: dayMs },
  confirmationPerUser: { action: 'confirmation_user', max: 20, windowMs: dayMs },
  confirmationPerNetwork: { action: 'confirmation_network', max: 50, windowMs: dayMs },
  /** Events we post to webhooks because a person asked: to verify them and to test them. Subject of the last: the host. */
  webhookCallsPerUser: { action: 'webhook_calls_user', max: 60, windowMs: hourMs },
  webhookCallsPerNetwork: { action: 'webhook_calls_network', max: 120, windowMs: hourMs },
  webhookCallsPerHost: { action: 'webhook_calls_host', max: 120, windowMs: hourMs },
  webhookReplaysPerUser: { action: 'webhook_replays', max: 30, windowMs: hourMs },
  /** Keys of inboxes that are read, and looked up at providers. */
  keysPerUser: { action: 'inbox_key', max: 30, windowMs: hourMs },
  /** Pictures of an account that are looked at. */
  picturesPerUser: { action: 'pictures', max: 60, windowMs: hourMs },
  exportPerUser: { action: 'export', max: 5, windowMs: hourMs },
  /** Dry runs too. Each part of a file is one, and one more for every `importRowsPerUse` rows that it has beyond those. */
  importPerUser: { action: 'import', max: 400, windowMs: hourMs },
  /** Addresses that imports told to be unavailable; dry runs too. */
  importRefusalsPerUser: { action: 'import_refusals', max: 200, windowMs: dayMs },
  movesPerUser: { action: 'moves', max: 20, windowMs: dayMs },
  /** Calls that go on with a move: each reads, makes or takes back for some seconds at most. */
  moveStepsPerUser: { action: 'move_steps', max: 2_000, windowMs: hourMs },
  importedAliasesPerUser: { action: 'imported_aliases', max: 10_000, windowMs: dayMs },
  apiKeysPerUser: { action: 'api_keys', max: 20, windowMs: hourMs },
  /** Subject: key. */
  requestsPerApiKey: { action: 'api_key_requests', max: 120, windowMs: minuteMs },
  credentialsPerUser: { action: 'credentials', max: 20, windowMs: hourMs },
  /** Failed sign-ins of mail programs. Subject: user name and network, so that nobody can lock an owner out. */
  smtpFailuresPerAlias: { action: 'smtp_failures_alias', max: 10, windowMs: 15 * minuteMs },
  smtpFailuresPerNetwork: { action: 'smtp_failures_network', max: 100, windowMs: hourMs },
  /** Subject: user name, over all networks. Never refuses: beyond `max` each failure is answered later (`slowDown`). */
  smtpFailuresAnywhere: { action: 'smtp_failures_anywhere', max: 5, windowMs: hourMs },
  /** Changes of aliases told to a forwarding provider while a person waits. Never refuses: beyond `max` they are told later. */
  providerCallsPerUser: { action: 'provider_calls', max: 20, windowMs: minuteMs },
  /** Reverse addresses that mail makes; further correspondents stay unknown. Subject: alias. */
  newContactsPerAlias: { action: 'new_contacts', max: 500, windowMs: dayMs },
  /** What unsubscribe buttons do and undo. Subject: alias. */
  unsubscribesPerAlias: { action: 'unsubscribes', max: 60, windowMs: hourMs },
  contactsPerUser: { action: 'contacts', max: 500, windowMs: dayMs },
  /** Mails of ours about waiting and failed mail: beyond it they wait, and are told together. */
  ownerNoticesPerUser: { action: 'owner_notice', max: 3, windowMs: dayMs },
  operatorNotices: { action: 'operator_notice', max: 3, windowMs: dayMs },
  /** Subject: alias. Bounces of what was sent that no program can read; further ones are counted and not quoted. */
  unreadBouncesPerAlias: { action: 'unread_bounce', max: 3, windowMs: dayMs },
  /** Subject: target. Mail for which its key counts no more is told of once. */
  unusableKeysPerTarget: { action: 'unusable_key', max: 1, windowMs: dayMs },
  /** Subject: target. As many refusals as unknown make a target count as failing. */
  refusalsPerTarget: { action: 'target_refused', max: 4, windowMs: 3 * dayMs },
  /** What an inbox refuses is counted once for each message, by however many aliases it came. Subject: target and message. */
  refusalsPerMessage: { action: 'message_refused', max: 1, windowMs: 3 * dayMs },
  /** Delivery status notifications. Subject: address they go to. */
  reportsPerAddress: { action: 'delivery_report', max: 50, windowMs: dayMs },
  /** Subject: returned message. One report each, however many bounces say the same while its bounce address is read. */
  reportsPerMessage: { action: 'delivery_report_message', max: 1, windowMs: 24 * dayMs },
  /** The same, while it is read: a bounce that comes twice at once is read once. Short, as a crash may end the reading. */
  reportsBegun: { action: 'delivery_report_begun', max: 1, windowMs: 10_000 },
  /** Complaints at abuse@ that count against an account. Subject: account, and domain of whoever complains. */
  abuseReportsPerReporter: { action: 'abuse_reports_reporter', max: 25, windowMs: dayMs },
  abuseReportsPerAccount: { action: 'abuse_reports', max: 250, windowMs: dayMs },
  /** DMARC and TLS reports. Subject: organisation of the proven reporter. */
  mailReportsPerReporter: { action: 'mail_reports', max: 2_000, windowMs: dayMs },
  /** Reports that we send. Subject: organisation that they are about; that they go to, each mail; all mails together. */
  sentReportsPerSubject: { action: 'sent_reports_subject', max: 5, windowMs: dayMs },
  sentReportsPerDestination: { action: 'sent_reports_destination', max: 20, windowMs: dayMs },
  sentReports: { action: 'sent_reports', max: 5_000, windowMs: dayMs },
  /** Mails to the operator about accounts that wait. */
  waitingAccountNotices: { action: 'waiting_account_notice', max: 1, windowMs: dayMs },
  /** Messages refused for their content. Subject: domain of the proven sender, else alias. Beyond it somebody is told. */
  contentRefusals: { action: 'content_refused', max: 10, windowMs: dayMs },
  /** Alarms. Subject: what is wrong, and where. */
  alarms: { action: 'operator_alert', max: 1, windowMs: dayMs },
  /** Automatic answers of one alias to one correspondent. Subject: account and token of the reverse address. */
  automaticAnswersPerContact: { action: 'automatic_answers', max: 3, windowMs: dayMs },
  /** Those among them that an inbox sends to a return path. The same subject. */
  notesPerContact: { action: 'return_path_notes', max: 1, windowMs: 7 * dayMs },
  /** Mails that warn an owner, each to every inbox of the account: what comes beyond them waits, and is told together. */
  securityMailsPerUser: { action: 'security_mails', max: 10, windowMs: dayMs },
  /** Failed proofs of who somebody is. Subject: email or account. Beyond it the owner is told, once a day. */
  failedProofs: { action: 'failed_proofs', max: 4, windowMs: dayMs },
  failedProofNotices: { action: 'failed_proof_notices', max: 1, windowMs: dayMs },
  /** Mails to an owner about messages as an alias that were not sent. */
  explanationsPerUser: { action: 'explanations', max: 20, windowMs: dayMs },
  /** Mails to an owner about absence notes that were dropped, and about what came from the null reverse-path. */
  absenceNotesPerUser: { action: 'absence_notes', max: 1, windowMs: 7 * dayMs },
  /** Messages that owners let us write to their aliases, to see whether these forward. */
  testMailPerUser: { action: 'test_mail', max: 30, windowMs: hourMs },
  /** Replies and tests written in the inbox of an instance in preview. */
  previewMailPerNetwork: { action: 'preview_mail', max: 120, windowMs: hourMs },
  feedbackPerNetwork: { action: 'feedback', max: 10, windowMs: hourMs },
  /** Beyond it events are no longer counted. */
  eventsPerNetwork: { action: 'events', max: 1000, windowMs: hourMs },
} as const satisfies Record<string, RateLimitRule>;

export type RateLimitRules = { readonly [name in keyof typeof rateLimitRules]: RateLimitRule };

/** Of what is counted in memory, by each process for itself: what must be refused for less than it costs. */
export interface RequestRates {
  /** Requests of any kind. */
  readonly perNetwork: Rate;
  /** Requests of an account, by whatever networks and keys. */
  readonly perAccount: Rate;
  /** Of an account, those that may read all it has. */
  readonly heavyReads: Rate;
  /** API keys that were not right lately. Per network. */
  readonly newApiKeys: Rate;
  /** Of everybody together. */
  readonly newAccounts: Rate;
  /**
   * So long the answer takes at least to one too many, whatever counted them, and to a wrong API key (tarpit): who asks on as
   * fast as he is answered asks rarely.
   */
  readonly refusalMs: number;
}

export const requestRates: RequestRates = {
  perNetwork: { perSecond: 50, burst: 500 },
  perAccount: { perSecond: 20, burst: 300 },
  heavyReads: { perSecond: 3, burst: 30 },
  newApiKeys: { perSecond: 1, burst: 20 },
  newAccounts: { perSecond: 5, burst: 50 },
  refusalMs: 500,
};
