/** Limits that browser and server share. Sizes in characters unless the name says otherwise. */
export const limits = {
  aliasMaxOctets: 64,
  /** A mailed link to set a new password works this long, once. */
  resetLinkHours: 1,
  /** Deleted aliases lie in the bin for so long, or shorter. */
  binDaysMax: 30,
  /** An account whose email was never confirmed ends after so long. */
  unconfirmedAccountDays: 30,
  /** Whoever deleted an account can come back for so long. */
  leavingDays: 7,
  /** A deleted name that never carried mail is free again after so long. */
  unusedNameDays: 90,
  /** No backup that the program made by itself stays longer. */
  backupDays: 30,
  /** A mailed link that turns a second factor off works only after so long. */
  secondFactorWaitHours: 72,
  /** How long an operator's link to recover an account waits, so that its owner can say no. */
  recoveryWaitHours: 72,
  recoveryLinkDays: 7,
  /** A mailed link that asks an inbox works this long. */
  confirmationLinkDays: 7,
  /** A mailed link that locks an account works this long. */
  lockLinkDays: 7,
  /** What happened to an account is kept for its owner this long. */
  securityEventDays: 90,
  /** API keys and SMTP credentials that one reset of a password can name. */
  keptProgramsMax: 10_000,
  /** The inbox of an instance in preview keeps as many, the newest. */
  previewMessages: 200,
  previewReplyMaxLength: 20_000,
  notesMax: 128,
  /** Characters of a name to send with. */
  fromNameMax: 64,
  domainDescriptionMax: 200,
  notesShown: 30,
  passwordMin: 8,
  feedbackMax: 4_000,
  passwordMaxBytes: 256,
  /** Of a second factor: six digits, or a recovery code. */
  secondFactorCodeMax: 32,
  /** Who proved who they are is not asked again for so long. */
  identityProofMinutes: 10,
  /** A session ends so long after its last use, and so long after its sign-in whatever its use. */
  sessionIdleDays: 30,
  sessionDays: 180,
  /** A new SMTP password is on the screen this long, once. */
  smtpPasswordShownMs: 30_000,
  emailMaxOctets: 254,
  emailLocalMaxOctets: 64,
  targetsPerAlias: 20,
  passkeysPerAccount: 20,
  passkeyNameMax: 64,
  profileNameMax: 64,
  profileImageUrlMax: 2_048,
  /** Of a picture of an account, without what is taken out of it. */
  pictureMaxBytes: 512 * 1024,
  /** Pixels. */
  pictureSideMax: 4_096,
  domainsPerAccount: 20,
  membersPerDomain: 100,
  domainInvitationDays: 7,
  /** Of a domain, on one page for its admins. */
  domainAliasesPerPage: 100,
  /** Of a link that passes an alias or a domain on. */
  offerDays: 7,
  /** Whoever takes a domain may publish its own proof for so long. */
  proofDays: 7,
  apiKeyNameMax: 64,
  apiKeyDaysMax: 3_650,
  webhookUrlMax: 2_048,
  /** The whole forward-to text: room for 20 web addresses. */
  forwardToMax: 42_000,
  /** A rotated secret of a webhook signs beside the new one for so long. */
  secretOverlapHours: 24,
  /** Mail whose destination does not answer waits this long at most. */
  queuedMailDays: 4,
  requestBodyMaxBytes: 1024 * 1024,
  /** Of the list that a browser keeps for when there is no connection, where its owner wants that. */
  offlineAliasesMax: 10_000,
  offlineDays: 7,
} as const;
