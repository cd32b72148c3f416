/** Before a page whose reader's session has ended. */
export const sessionEndedMessages = {
  title: 'Authentication Required',
  connectWallet: 'Please connect your wallet to access the dashboard.',
  description: 'Your session has ended. Sign in again, in whichever way you use, and this page is as you left it.',
  signInAgain: 'Sign in again',
};
