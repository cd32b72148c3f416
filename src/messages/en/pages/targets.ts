/** What is said of an inbox or webhook wherever it is shown. */
export const targetStateMessages = {
  refusesSince: (day: string) => `Refuses mail since ${day}`,
  failsSince: (day: string) => `Failing since ${day}`,
  notSent: 'Not Sent',
  sendFailure: 'The confirmation could not be sent',
  verified: 'Webhook verified',
  verifiedDescription: 'Mail is posted to it from now on.',
  notVerified: 'Not Verified',
  verifyFailure: 'The webhook could not be asked',
};
