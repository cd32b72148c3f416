/** From the command on port 25 to the recipient that the engine knows. */
const mayWeTake = [
  'MailTransactions.rcpt → SessionPolicy.recipient → createPolicies',
  'createPolicies → resolveRecipient → parseRecipient → parseAddress',
];

/** From the final dot to the engine. */
const message =
  'MailTransactions.data → MailTransactions.conclude → MailTransactions.handOver → SessionPolicy.message → createPolicies → receiveMessage';

/** From what is to be sent to RCPT at the mail host. */
const send = [
  'dispatchMessages → attemptMessage → recall → recipientKey',
  'attemptMessage → attemptNow → attemptOne → destinationHash → Transport.destinationOf',
  'attemptOne → firstRequestOf → requestOf → needsSmtpUtf8',
  'attemptOne → Transport.attempt → createTransport → isWebhookUrl',
  'createOutsideTransport → createMxTransport → startAttempt',
  'createMxTransport → findMxHosts',
  'createMxTransport → planHosts',
  'createMxTransport → sendPooled → sendOver → SmtpConnection.send',
];

/**
 * Ways that a maintainer follows from file to file, told by the names that are called. `npm run house` follows them and
 * counts the files.
 */
export const walks: Readonly<Record<string, readonly string[]>> = {
  'a recipient: RCPT → RCPT at its target': [
    ...mayWeTake,
    'resolveRecipient → resolveAlias → RecipientContext.findAlias → FindAlias → createFindAlias → database/batch.ts#inBatches',
    'createFindAlias → describeAlias → decryptRoute → targetValueContext',
    'createPolicies → refuseBlockListed',
    message,
    'receiveMessage → deliverToAliases → deliver-to-aliases.ts#decide → deliver-to-aliases.ts#send → prepareForward → forwardToAlias → forwardToInboxes → makeDeliveries → makeBounceAddress',
    'deliver-to-aliases.ts#send → dispatchMessages',
    ...send,
  ],
  'a reply: RCPT → RCPT at the correspondent': [
    ...mayWeTake,
    'resolveRecipient → resolveOwnKind → resolveReverse → reverseAddress',
    message,
    'receiveMessage → receiveReply → findOwnReply → findContacts',
    'findOwnReply → findReplyAlias',
    'findOwnReply → provesOwner',
    'receiveReply → sendOrExplain → sendReply → writeDraft → writeSafely → writeAsAlias',
    'sendReply → sendAsAlias → prepareSent → makeBounceAddress',
    'sendAsAlias → deliverThenCopy → dispatchMessage → dispatchMessages',
    ...send,
  ],
  'a bounce: RCPT → the report to the sender': [
    ...mayWeTake,
    'resolveRecipient → resolveOwnKind → resolveBounce → readBounceAddress',
    message,
    'receiveMessage → receiveBounces → readBounce',
    'receiveBounces → takeBounce → passOnAny → passOn → noteRefusal → countAgainstTarget → noteFailing → notify',
    'passOn → readReturnPathField',
    'passOn → queue/report-failure.ts#reportFailure → sendReport → spoolReport → composeReport',
    'spoolReport → spoolOwnMail → writeSpool',
  ],
};
