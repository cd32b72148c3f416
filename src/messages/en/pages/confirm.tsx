import type { ReactNode } from 'react';

type Mark = (words: string) => ReactNode;

/** The page of a confirmation mail's link. */
export const confirmMessages = {
  tryAgain: 'Try again',
  notChecked: 'The link could not be checked',
  notCheckedDescription: 'The server did not answer. Your link stays valid.',
  unusable: 'This link no longer works',
  unusableDescription: (days: number) =>
    `It has expired or was not copied whole. A confirmation link waits ${days} days for its answer. If you asked for it, send a new one from your dashboard.`,
  noAnswer: 'The server did not answer. Please try again.',
  stopped: 'Forwarding has stopped',
  stoppedDescription: (address: string, mark: Mark) => (
    <>Nothing is forwarded to {mark(address)}, and we will not ask this inbox again.</>
  ),
  question: 'Forward mail to this inbox?',
  inbox: 'Inbox',
  askedBy: 'Asked by',
  explanation:
    'If you confirm, mail to the aliases of this account can be forwarded to you. You can stop it at any time with the same link.',
  confirm: 'Confirm this inbox',
  confirming: 'Confirming...',
  notMe: 'This was not me',
  failed: 'Confirmation Failed',
  confirmed: 'Inbox confirmed',
  confirmedDescription: (account: string, address: string, mark: Mark) => (
    <>
      Mail to the aliases of {account} is now forwarded to {mark(address)}.
    </>
  ),
  toDashboard: 'Go to Dashboard',
  refusal: {
    question: 'Never forward to this inbox?',
    description: (address: string) =>
      `No account on Kauke will be able to forward mail to ${address}, or to ask again. This cannot be undone.`,
    stop: 'Block this inbox',
    stopping: 'Blocking...',
    notStopped: 'Not Blocked',
  },
  end: {
    question: 'Stop forwarding for good?',
    description: (address: string) =>
      `No account on Kauke will forward mail to ${address} any more, or be able to ask again. This cannot be undone.`,
    stop: 'Stop forwarding',
    stopping: 'Stopping...',
    notStopped: 'Not Stopped',
  },
  cancel: 'Cancel',
};
