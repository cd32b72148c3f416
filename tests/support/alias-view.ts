import type { Alias, AliasTarget } from '#contract/aliases.ts';
import { usualFields } from '#contract/aliases/own-fields.ts';

/** An inbox of an alias as its owner sees it, which takes mail. */
export function targetView(change: Partial<AliasTarget> = {}): AliasTarget {
  return { id: 't', kind: 'email', value: 'me@example.com', state: 'confirmed', failingSince: null, ...change };
}

/** An alias as its owner sees it, which is on and forwards to one inbox. */
export function aliasView(change: Partial<Alias> = {}): Alias {
  return {
    id: 'a',
    userId: 'u',
    alias: 'my-alias',
    domain: 'kauke.test',
    forwardTo: 'me@example.com',
    improvmxId: 'a',
    providerState: 'live',
    active: true,
    ...usualFields,
    labels: [],
    expiresAt: null,
    maxMessages: null,
    messagesLeft: null,
    idleDays: null,
    ended: null,
    lastForwardTo: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    targets: [targetView()],
    ...change,
  };
}
