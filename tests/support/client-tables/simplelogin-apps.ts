import { callsOf, type ClientCall, type ForeignClient } from '#support/client-tables/client-call.ts';
import * as reads from '#support/client-tables/simplelogin-objects.ts';
import { simpleLoginAppAccount } from '#support/client-tables/simplelogin-app-account.ts';
import { ownerPassword } from '#support/foreign-clients/foreign-call.ts';

/** What differs between the two apps of SimpleLogin. */
interface SimpleLoginApp {
  readonly device: string;
  readonly contentType: string;
  /** How an alias is changed. */
  readonly changes: 'PUT' | 'PATCH';
  readonly toggle: unknown;
  readonly random: readonly string[];
  readonly flags: readonly string[];
  readonly custom: string;
  readonly blocks: unknown;
}

function signIn({ device, contentType }: SimpleLoginApp): ClientCall[] {
  const { call } = callsOf('/api/auth', { 'content-type': contentType }, reads.reason);
  const password = ownerPassword;
  return [
    call('signs in', ['POST', '/login', { email: '{email}', password, device }], {
      status: 200,
      reads: reads.signedIn,
    }),
    call('is asked for a code', ['POST', '/login', { email: '{careful}', password, device }], {
      status: 200,
      reads: reads.asksForCode,
      keep: { ticket: 'mfa_key' },
    }),
    call('sends the code', ['POST', '/mfa', { mfa_token: '{code}', mfa_key: '{ticket}', device }], {
      status: 200,
      reads: reads.keyAfterCode,
    }),
    ...['{email}', 'nobody-{email}'].map((email) =>
      call(`has forgotten its password, ${email}`, ['POST', '/forgot_password', { email }], {
        status: 200,
        reads: reads.ok,
        shows: { ok: true },
      }),
    ),
    call('opens an account', ['POST', '/register', { email: 'new-{email}', password }], {
      status: 201,
      reads: reads.message,
      mailed: { to: 'new-{email}', keep: 'firstCode' },
    }),
    call('signs in to the account it opened', ['POST', '/login', { email: 'new-{email}', password, device }], {
      status: 200,
      reads: reads.signedIn,
      shows: { email: 'new-{email}' },
      keep: { newKey: 'api_key' },
    }),
    call('asks for the code again', ['POST', '/reactivate', { email: 'new-{email}' }], {
      status: 200,
      reads: reads.message,
      mailed: { to: 'new-{email}', keep: 'nextCode' },
    }),
    call('confirms an account by a code', ['POST', '/activate', { email: 'new-{email}', code: '{nextCode}' }], {
      status: 200,
      reads: reads.message,
      afterwards: {
        path: '/../v2/mailboxes',
        shows: { mailboxes: [{ email: 'new-{email}', verified: true }] },
        headers: { authentication: '{newKey}' },
      },
    }),
  ];
}

function aliasesOf(app: SimpleLoginApp, headers: ClientCall['headers']): ClientCall[] {
  const { call } = callsOf('/api', headers, reads.reason);
  const change = (does: string, body: object, shows: object = body): ClientCall =>
    call(does, [app.changes, '/aliases/{alias}', body], {
      status: 200,
      reads: reads.ok,
      afterwards: { path: '/aliases/{alias}', shows },
    });
  const custom = {
    alias_prefix: 'shoes',
    signed_suffix: '{suffix}',
    mailbox_ids: ['{mailbox}'],
    note: 'Red\\nshoes',
    name: null,
  };
  return [
    call('reads what an alias may end with', ['GET', '/v5/alias/options'], {
      status: 200,
      reads: reads.options5,
      keep: { suffix: 'suffixes.0.signed_suffix' },
    }),
    call('makes an alias by prefix', ['POST', app.custom, custom], {
      status: 201,
      reads: reads.newAlias,
      keep: { alias: 'id' },
    }),
    ...app.random.map((query) =>
      call(`makes an alias at random, ${query}`, ['POST', `/alias/random/new?${query}`, { note: null }], {
        status: 201,
        reads: reads.newAlias,
        keep: { alias: 'id' },
      }),
    ),
    call('lists aliases', ['GET', '/v2/aliases?page_id=0'], {
      status: 200,
      reads: reads.aliasList,
      shows: { aliases: [...app.random, app.custom].map(() => ({ enabled: true })) },
    }),
    call('lists the next page', ['GET', '/v2/aliases?page_id=1'], { status: 200, reads: reads.aliasList }),
    ...app.flags.map((flag) =>
      call(`lists aliases, ${flag}`, ['GET', `/v2/aliases?page_id=0&${flag}`], { status: 200, reads: reads.aliasList }),
    ),
    call('searches', ['POST', '/v2/aliases?page_id=0', { query: 'shoes' }], {
      status: 200,
      reads: reads.aliasList,
      shows: { aliases: [{ note: 'Red\\nshoes', enabled: true }] },
    }),
    call('opens an alias', ['GET', '/aliases/{alias}'], {
      status: 200,
      reads: reads.alias,
      shows: { id: '{alias}', enabled: true, pinned: false },
    }),
    call('pauses it', ['POST', '/aliases/{alias}/toggle', app.toggle], {
      status: 200,
      reads: reads.enabled,
      shows: { enabled: false },
      afterwards: { path: '/aliases/{alias}', shows: { enabled: false } },
    }),
    call('switches it on', ['POST', '/aliases/{alias}/toggle', app.toggle], {
      status: 200,
      reads: reads.enabled,
      shows: { enabled: true },
      afterwards: { path: '/aliases/{alias}', shows: { enabled: true } },
    }),
    change('writes a note', { note: 'Boots' }),
    change('pins it', { pinned: true }),
    change('unpins it', { pinned: false }),
    change('chooses its mailboxes', { mailbox_ids: ['{mailbox}'] }, { mailboxes: [{ id: '{mailbox}' }] }),
    change('gives it a name to send with', { name: 'Ann' }),
    change('clears that name', { name: null }),
    change('switches encryption off', { disable_pgp: true }),
    change('keeps encryption', { disable_pgp: false }),
    call('lists activities', ['GET', '/aliases/{alias}/activities?page_id=0'], {
      status: 200,
      reads: reads.noActivities,
    }),
    call('lists contacts', ['GET', '/aliases/{alias}/contacts?page_id=0'], {
      status: 200,
      reads: reads.noContacts,
      empty: true,
    }),
    call('makes a reverse address', ['POST', '/aliases/{alias}/contacts', { contact: 'Carl <carl@far.example>' }], {
      status: 201,
      reads: reads.contact,
      keep: { contact: 'id' },
    }),
    call('makes it once more', ['POST', '/aliases/{alias}/contacts', { contact: 'carl@far.example' }], {
      status: 200,
      reads: reads.contact,
      shows: { id: '{contact}', existed: true, block_forward: false },
    }),
    call('blocks a contact', ['POST', '/contacts/{contact}/toggle', app.blocks], {
      status: 200,
      reads: reads.blocked,
      shows: { block_forward: true },
    }),
    call('unblocks a contact', ['POST', '/contacts/{contact}/toggle', app.blocks], {
      status: 200,
      reads: reads.blocked,
      shows: { block_forward: false },
    }),
    call('deletes a contact', ['DELETE', '/contacts/{contact}'], {
      status: 200,
      reads: reads.deleted,
      shows: { deleted: true },
    }),
    call('deletes an alias', ['DELETE', '/aliases/{alias}'], {
      status: 200,
      reads: reads.deleted,
      shows: { deleted: true },
    }),
  ];
}

function callsOfApp(app: SimpleLoginApp, domains: boolean): ClientCall[] {
  const headers = { authentication: '{key}', 'content-type': app.contentType };
  return [...signIn(app), ...simpleLoginAppAccount(headers, domains), ...aliasesOf(app, headers)];
}

export const simpleLoginApps: readonly ForeignClient[] = [
  {
    name: 'SimpleLogin for Android',
    version: '1.22.0',
    speaks: 'SimpleLogin',
    calls: callsOfApp(
      {
        device: 'Pixel 8',
        contentType: 'application/json; charset=utf-8',
        changes: 'PUT',
        toggle: undefined,
        random: ['mode=uuid', 'mode=word'],
        flags: [],
        custom: '/v3/alias/custom/new',
        blocks: { dummy: 1 },
      },
      false,
    ),
  },
  {
    name: 'SimpleLogin for iOS',
    version: '2.4.1',
    speaks: 'SimpleLogin',
    calls: callsOfApp(
      {
        device: 'iPhone',
        contentType: 'application/json',
        changes: 'PATCH',
        toggle: undefined,
        random: ['mode=word&hostname', 'hostname&mode=uuid'],
        flags: ['pinned', 'enabled', 'disabled'],
        custom: '/v3/alias/custom/new?hostname',
        blocks: undefined,
      },
      true,
    ),
  },
];
