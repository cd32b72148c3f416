import type { ReactNode } from 'react';

type Mark = (words: string) => ReactNode;

/** The page of a confirmation mail's link. */
export const confirmMessages = {
  tryAgain: 'Try again',
  notChecked: 'The link could not be checked',
  notCheckedDescription: 'The server did not answer. Your link stays valid.',
  unusable: 'This link no longer works',
  unusableDescription: (days: number) =>
    `It has expired, was already used, or was not copied whole. Links work once and for ${days} days. Whoever asked can send a new one.`,
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
  stopHere: 'Stop forwarding to this inbox',
  stopQuestion: 'Stop forwarding for good?',
  stopDescription: (address: string) =>
    `No account here will forward mail to ${address}, and none can ask it again. This cannot be undone.`,
  cancel: 'Cancel',
  stop: 'Stop forwarding',
  stopping: 'Stopping...',
  notStopped: 'Not Stopped',
};
