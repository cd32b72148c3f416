import { callsOf, type ClientCall, type ForeignClient } from '#support/client-tables/client-call.ts';
import * as reads from '#support/client-tables/simplelogin-objects.ts';
import { ownerPassword } from '#support/foreign-clients/foreign-call.ts';

const json = { 'content-type': 'application/json' };
const written = { ...json, authentication: '{key}' };
const device = 'Chrome extension';

function extensionCalls(): ClientCall[] {
  const { call: signs } = callsOf('/api/auth', json, reads.reason);
  const { call: asks } = callsOf('/api', { authentication: '{key}' }, reads.reason);
  const { call, refused } = callsOf('/api', written, reads.reason);
  const password = ownerPassword;
  const all = { note: 'Boots', name: null, mailbox_ids: ['{mailbox}'], disable_pgp: false };
  return [
    {
      ...refused(
        'signs in by the session of the website',
        ['POST', '/api_key', { device }],
        403,
        'a page of the website never gives a key away; there are password and key',
      ),
      headers: { ...json, 'x-sl-allowcookies': 'true', origin: 'chrome-extension://dphilobhebphkdjbpfohgikllaljmgbn' },
    },
    signs('signs in', ['POST', '/login', { email: '{email}', password, device }], {
      status: 200,
      reads: reads.signedIn,
    }),
    signs('is asked for a code', ['POST', '/login', { email: '{careful}', password, device }], {
      status: 200,
      reads: reads.asksForCode,
      keep: { ticket: 'mfa_key' },
    }),
    signs('sends the code', ['POST', '/mfa', { mfa_token: '{code}', mfa_key: '{ticket}', device }], {
      status: 200,
      reads: reads.keyAfterCode,
    }),
    asks('reads the account', ['GET', '/user_info'], { status: 200, reads: reads.userInfo }),
    asks('lists mailboxes', ['GET', '/mailboxes'], {
      status: 200,
      reads: reads.mailboxList,
      keep: { mailbox: 'mailboxes.0.id' },
    }),
    asks('reads what an alias may end with', ['GET', '/v4/alias/options?hostname=shop.example'], {
      status: 200,
      reads: reads.options4,
      keep: { suffix: 'suffixes.0.1' },
    }),
    call(
      'makes an alias by prefix',
      [
        'POST',
        '/v2/alias/custom/new?hostname=shop.example',
        { alias_prefix: 'shop', signed_suffix: '{suffix}', note: '' },
      ],
      { status: 201, reads: reads.newAlias, keep: { alias: 'id' } },
    ),
    call('makes an alias at random', ['POST', '/alias/random/new?hostname=shop.example', { note: 'Shop' }], {
      status: 201,
      reads: reads.newAlias,
    }),
    call('makes an alias at random, of no site', ['POST', '/alias/random/new?hostname=', { note: null }], {
      status: 201,
      reads: reads.newAlias,
    }),
    call('lists aliases', ['POST', '/v2/aliases?page_id=0', { query: '' }], { status: 200, reads: reads.aliasList }),
    call('searches', ['POST', '/v2/aliases?page_id=0', { query: 'boots of nobody' }], {
      status: 200,
      reads: reads.aliasList,
      shows: { aliases: [] },
    }),
    call('lists the next page', ['POST', '/v2/aliases?page_id=1', { query: '' }], {
      status: 200,
      reads: reads.aliasList,
    }),
    call('pauses it', ['POST', '/aliases/{alias}/toggle', {}], {
      status: 200,
      reads: reads.enabled,
      shows: { enabled: false },
    }),
    call('switches it on', ['POST', '/aliases/{alias}/toggle', {}], {
      status: 200,
      reads: reads.enabled,
      shows: { enabled: true },
    }),
    call('changes it', ['PUT', '/aliases/{alias}', all], {
      status: 200,
      reads: reads.unread,
      afterwards: { path: '/aliases/{alias}', shows: { note: 'Boots', mailboxes: [{ id: '{mailbox}' }] } },
    }),
    call('switches encryption off', ['PUT', '/aliases/{alias}', { ...all, disable_pgp: true }], {
      status: 200,
      reads: reads.unread,
      afterwards: { path: '/aliases/{alias}', shows: { disable_pgp: true } },
    }),
    call('gives it a name to send with', ['PUT', '/aliases/{alias}', { ...all, name: 'Ann' }], {
      status: 200,
      reads: reads.unread,
      afterwards: { path: '/aliases/{alias}', shows: { name: 'Ann' } },
    }),
    call('makes a reverse address', ['POST', '/aliases/{alias}/contacts', { contact: 'carl@far.example' }], {
      status: 201,
      reads: reads.contact,
    }),
    call('makes it once more', ['POST', '/aliases/{alias}/contacts', { contact: 'carl@far.example' }], {
      status: 200,
      reads: reads.contact,
    }),
    asks('deletes it', ['DELETE', '/aliases/{alias}'], { status: 200, reads: reads.deleted }),
    asks('signs out', ['GET', '/logout'], { status: 200, reads: reads.unread }),
  ];
}

function raycastCalls(): ClientCall[] {
  const { call: asks } = callsOf('/api', { authentication: '{key}', 'content-type': 'text/json' }, reads.reason);
  const { call } = callsOf('/api', written, reads.reason);
  return [
    asks('lists mailboxes', ['GET', '/mailboxes'], {
      status: 200,
      reads: reads.mailboxList,
      keep: { mailbox: 'mailboxes.0.id' },
    }),
    asks('reads what an alias may end with', ['GET', '/v5/alias/options'], {
      status: 200,
      reads: reads.options5,
      keep: { suffix: 'suffixes.0.signed_suffix' },
    }),
    call(
      'makes an alias by prefix',
      [
        'POST',
        '/v3/alias/custom/new',
        { alias_prefix: 'ray', signed_suffix: '{suffix}', mailbox_ids: ['{mailbox}'], note: 'Ray' },
      ],
      { status: 201, reads: reads.newAlias, keep: { alias: 'id' } },
    ),
    call('makes an alias at random', ['POST', '/alias/random/new?mode=word', {}], {
      status: 201,
      reads: reads.newAlias,
    }),
    asks('lists aliases', ['GET', '/v2/aliases?page_id=0'], { status: 200, reads: reads.aliasList }),
    asks('lists the next page', ['GET', '/v2/aliases?page_id=1'], { status: 200, reads: reads.aliasList }),
    call('pauses it', ['POST', '/aliases/{alias}/toggle', { enabled: false }], {
      status: 200,
      reads: reads.enabled,
      shows: { enabled: false },
    }),
    call('changes it', ['PATCH', '/aliases/{alias}', { note: 'Boots' }], { status: 200, reads: reads.ok }),
    call('deletes it', ['DELETE', '/aliases/{alias}'], { status: 200, reads: reads.deleted }),
  ];
}

/** Programs for SimpleLogin beside its apps. */
export const simpleLoginOthers: readonly ForeignClient[] = [
  { name: 'SimpleLogin extension', version: '3.0.7', speaks: 'SimpleLogin', calls: extensionCalls() },
  { name: 'SimpleLogin for Raycast', version: null, speaks: 'SimpleLogin', calls: raycastCalls() },
];
