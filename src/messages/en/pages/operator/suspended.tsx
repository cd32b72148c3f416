import type { ReactNode } from 'react';

/** On the dashboard of an account that the operator has suspended. */
export const suspendedMessages = {
  title: { sending: 'Sending is suspended', all: 'This account is suspended' },
  effect: {
    sending: 'Nothing is sent as your aliases. Mail to them still arrives.',
    all: 'No mail goes out or comes in, and nothing can be changed. Senders are asked to try again for seven days.',
  },
  waiting: 'Mail of yours that waits is held for four days and goes out when the suspension ends.',
  reason: (since: ReactNode) => <>The operator gave this reason on {since}:</>,
  /** Of an account that is being deleted. */
  noWayBack: (since: ReactNode) => <>The operator suspended it on {since}, so you cannot keep it. The reason given:</>,
};
