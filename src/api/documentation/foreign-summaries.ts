type Entry = readonly [key: string, summary: string];

/** A family of calls of addy.io that put one thing into a state, and take it out of it. */
function states(thing: string, names: Readonly<Record<string, readonly [on: string, off: string]>>): Entry[] {
  return Object.entries(names).flatMap(([name, [on, off]]): Entry[] => [
    [`POST /api/v1/${name}-${thing}`, on],
    [`DELETE /api/v1/${name}-${thing}/{id}`, off],
  ]);
}

function bulk(deeds: Readonly<Record<string, string>>): Entry[] {
  return Object.entries(deeds).map(([deed, summary]): Entry => [`POST /api/v1/aliases/${deed}/bulk`, summary]);
}

function things(name: string, called: string): Entry[] {
  return [
    [`GET /api/v1/${name}`, `List ${called}s as addy.io tells them`],
    [`POST /api/v1/${name}`, `Add a ${called} as addy.io does`],
    [`GET /api/v1/${name}/{id}`, `Read a ${called} as addy.io tells it`],
    [`PATCH /api/v1/${name}/{id}`, `Change a ${called} as addy.io does`],
    [`DELETE /api/v1/${name}/{id}`, `Remove a ${called} as addy.io does`],
    [`PATCH /api/v1/${name}/{id}/default-recipient`, `Choose the inbox of new aliases on a ${called}`],
  ];
}

/** What the calls that clients of other services make do, in a line each. */
export const foreignSummaries: Readonly<Record<string, string>> = Object.fromEntries<string>([
  ...bulk({
    get: 'Read many aliases',
    activate: 'Activate many aliases',
    deactivate: 'Deactivate many aliases',
    pin: 'Pin many aliases',
    unpin: 'Unpin many aliases',
    delete: 'Delete many aliases',
    restore: 'Restore many aliases',
    forget: 'Forget many aliases',
  }),
  ...states('recipients', {
    allowed: ['Let an inbox answer', 'Let an inbox not answer'],
    encrypted: ['Encrypt to an inbox', 'Encrypt to an inbox no longer'],
    'inline-encrypted': ['Encrypt inline', 'Encrypt inline no longer'],
    'protected-headers': ['Encrypt the subject too', 'Encrypt the subject no longer'],
    'remove-pgp-keys': ['Take keys off what an inbox sends', 'Leave keys on what an inbox sends'],
    'remove-pgp-signatures': ['Take signatures off what an inbox sends', 'Leave signatures on what an inbox sends'],
  }),
  ...things('domains', 'domain'),
  ...things('usernames', 'sub-domain'),
  ...states('domains', {
    'catch-all': ['Make an alias of every name on a domain', 'Make no alias of other names on a domain'],
    active: ['Activate a domain', 'Deactivate a domain'],
  }),
  ...states('usernames', {
    'catch-all': ['Make an alias of every name on a sub-domain', 'Make no alias of other names on a sub-domain'],
    active: ['Activate a sub-domain', 'Deactivate a sub-domain'],
    loginable: ['Let a sub-domain sign in', 'Let a sub-domain not sign in'],
  }),
  ...things('rules', 'rule'),
  ...states('rules', { active: ['Activate a rule', 'Deactivate a rule'] }),
  ...things('blocklist', 'blocked sender'),
  ...Object.entries({
    'POST /api/auth/delete-account': 'Delete an account as addy.io does',
    'POST /api/v1/attached-recipients-only': 'Let only its inboxes write as an alias',
    'DELETE /api/v1/attached-recipients-only/{id}': 'Let others write as an alias: never',
    'POST /api/v1/recipients': 'Add an inbox as addy.io does',
    'PATCH /api/v1/recipients/{id}': 'Describe an inbox as addy.io does: never',
    'DELETE /api/v1/recipients/{id}': 'Remove an inbox as addy.io does',
    'PATCH /api/v1/recipient-keys/{id}': 'Give an inbox a key as addy.io does',
    'DELETE /api/v1/recipient-keys/{id}': 'Remove the key of an inbox as addy.io does',
    'POST /api/v1/reorder-rules': 'Order rules as addy.io does',
    'GET /api/v1/labels': 'List labels as addy.io tells them',
    'GET /api/v1/failed-deliveries': 'List failed deliveries: none',
    'POST /api/auth/forgot_password': 'Ask for a new password as SimpleLogin does',
    'POST /api/auth/activate': 'Confirm an account by a code: never',
    'POST /api/auth/reactivate': 'Ask for that code again: never',
    'GET /api/logout': 'Sign out as SimpleLogin does',
    'GET /api/user_info': 'Read the account as SimpleLogin tells it',
    'PATCH /api/user_info': 'Change the profile as SimpleLogin does: never',
    'GET /api/simplelogin/stats': 'Read totals as SimpleLogin tells them',
    'GET /api/setting': 'Read settings as SimpleLogin tells them',
    'PATCH /api/setting': 'Change settings as SimpleLogin does: never',
    'DELETE /api/setting/unlink_proton_account': 'Unlink an account of Proton: none is linked',
    'GET /api/v2/setting/domains': 'List domains as SimpleLogin tells them',
    'GET /api/notifications': 'List notifications of SimpleLogin: none',
    'POST /api/v2/alias/custom/new': 'Make an alias by prefix and ending',
    'POST /api/v3/alias/custom/new': 'Make an alias by prefix and ending, for some inboxes',
    'GET /api/v4/alias/options': 'Read what an alias may end with, as pairs',
    'GET /api/v5/alias/options': 'Read what an alias may end with',
    'GET /api/v2/aliases': 'List aliases, twenty at a time',
    'POST /api/v2/aliases': 'Search aliases, twenty at a time',
    'GET /api/simplelogin/aliases/{id}': 'Read an alias as SimpleLogin tells it',
    'PUT /api/simplelogin/aliases/{id}': 'Change an alias as SimpleLogin does',
    'PATCH /api/simplelogin/aliases/{id}': 'Change some of an alias as SimpleLogin does',
    'DELETE /api/simplelogin/aliases/{id}': 'Delete an alias as SimpleLogin does',
    'POST /api/simplelogin/aliases/{id}/toggle': 'Pause an alias, or resume it',
    'GET /api/simplelogin/aliases/{id}/activities': 'List activities of an alias: none',
    'GET /api/simplelogin/aliases/{id}/contacts': 'List correspondents of an alias: none',
    'POST /api/simplelogin/aliases/{id}/contacts': 'Make a reverse address as SimpleLogin does',
    'POST /api/contacts/{id}/toggle': 'Block a correspondent, or unblock it',
    'DELETE /api/contacts/{id}': 'Unblock a correspondent',
    'GET /api/mailboxes': 'List confirmed inboxes as SimpleLogin tells them',
    'GET /api/v2/mailboxes': 'List inboxes as SimpleLogin tells them',
    'POST /api/mailboxes': 'Add an inbox as SimpleLogin does',
    'PUT /api/mailboxes/{id}': 'Choose an inbox for new aliases as SimpleLogin does',
    'DELETE /api/mailboxes/{id}': 'Remove an inbox as SimpleLogin does',
    'GET /api/custom_domains': 'List own domains as SimpleLogin tells them',
    'PATCH /api/custom_domains/{id}': 'Change an own domain as SimpleLogin does',
    'GET /api/custom_domains/{id}/trash': 'List deleted aliases of an own domain',
    'GET /api/v1/account-notifications': 'List notifications of addy.io: none',
  }),
]);
