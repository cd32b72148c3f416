import { callsOf, type ClientCall } from '#support/client-tables/client-call.ts';
import * as reads from '#support/client-tables/simplelogin-objects.ts';
import { makePicture } from '#support/pictures.ts';

const newsletter = 'Kauke sends no newsletter';

function domainCalls(headers: ClientCall['headers']): ClientCall[] {
  const { call } = callsOf('/api', headers, reads.reason);
  const change = (does: string, body: object, shows: object): ClientCall =>
    call(does, ['PATCH', '/custom_domains/{domain}', body], {
      status: 200,
      reads: reads.changedDomain,
      shows: { custom_domain: shows },
      afterwards: { path: '/custom_domains', shows: { custom_domains: [shows] } },
    });
  return [
    call('lists domains', ['GET', '/custom_domains'], {
      status: 200,
      reads: reads.customDomains,
      keep: { domain: 'custom_domains.0.id' },
    }),
    change('catches all of a domain', { catch_all: true }, { catch_all: true }),
    change('chooses the mailboxes of a domain', { mailbox_ids: ['{mailbox}'] }, { mailboxes: [{ id: '{mailbox}' }] }),
    {
      ...change('names no mailboxes of a domain', { mailbox_ids: [] }, { mailboxes: [{ id: '{mailbox}' }] }),
      asThere: true,
    },
    change('names a domain', { name: 'Ann' }, { name: 'Ann' }),
    change('puts random letters before names', { random_prefix_generation: true }, { random_prefix_generation: true }),
    call('lists what a domain has deleted', ['GET', '/custom_domains/{domain}/trash'], {
      status: 200,
      reads: reads.trash,
    }),
  ];
}

/** What the apps of SimpleLogin do with the account, its mailboxes, domains and settings. */
export function simpleLoginAppAccount(headers: ClientCall['headers'], ios: boolean): ClientCall[] {
  const { call, refused } = callsOf('/api', headers, reads.reason);
  const asks = (path: string, schema: ClientCall['reads'], keep: Record<string, string> = {}): ClientCall =>
    call(`reads ${path}`, ['GET', `/${path}`], { status: 200, reads: schema, keep });
  const sets = (name: string, value: unknown): ClientCall =>
    call(`sets ${name}, ${String(value)}`, ['PATCH', '/setting', { [name]: value }], {
      status: 200,
      reads: reads.setting,
      shows: { [name]: value },
      afterwards: { path: '/setting', shows: { [name]: value } },
    });
  return [
    asks('user_info', reads.userInfo),
    call('changes its name', ['PATCH', '/user_info', { name: 'Ann of Home' }], {
      status: 200,
      reads: reads.userInfo,
      shows: { name: 'Ann of Home' },
      afterwards: { path: '/user_info', shows: { name: 'Ann of Home' } },
    }),
    call('clears its name', ['PATCH', '/user_info', { name: null }], {
      status: 200,
      reads: reads.userInfo,
      afterwards: { path: '/user_info', shows: { name: '{email}' } },
    }),
    call('sets a picture', ['PATCH', '/user_info', { profile_picture: makePicture().toString('base64') }], {
      status: 200,
      reads: reads.userInfo,
      loads: 'profile_picture_url',
      keep: { picture: 'profile_picture_url' },
      afterwards: { path: '/user_info', shows: { profile_picture_url: '{picture}' } },
    }),
    call('removes its picture', ['PATCH', '/user_info', { profile_picture: null }], {
      status: 200,
      reads: reads.userInfo,
      shows: { profile_picture_url: null },
      afterwards: { path: '/user_info', shows: { profile_picture_url: null } },
    }),
    asks('v2/mailboxes', reads.mailboxList, { mailbox: 'mailboxes.0.id', confirmed: 'mailboxes.1.id' }),
    call('adds a mailbox', ['POST', '/mailboxes', { email: 'second-{email}' }], {
      status: 201,
      reads: reads.mailbox,
      keep: { second: 'id' },
    }),
    {
      ...call('makes a mailbox the default that has not agreed', ['PUT', '/mailboxes/{second}', { default: true }], {
        status: 400,
        reads: reads.reason,
        afterwards: { path: '/v2/mailboxes', shows: { mailboxes: [{ default: true }, {}, { default: false }] } },
      }),
      asThere: true,
    },
    call('makes another mailbox the default', ['PUT', '/mailboxes/{confirmed}', { default: true }], {
      status: 200,
      reads: reads.updated,
      afterwards: {
        path: '/v2/mailboxes',
        shows: {
          mailboxes: [
            { id: '{mailbox}', default: false },
            { id: '{confirmed}', default: true },
            { id: '{second}', default: false },
          ],
        },
      },
    }),
    call('makes the first mailbox the default', ['PUT', '/mailboxes/{mailbox}', { default: true }], {
      status: 200,
      reads: reads.updated,
      afterwards: {
        path: '/mailboxes',
        shows: {
          mailboxes: [
            { id: '{mailbox}', default: true },
            { id: '{confirmed}', default: false },
          ],
        },
      },
    }),
    call('changes the address of a mailbox', ['PUT', '/mailboxes/{confirmed}', { email: 'third-{email}' }], {
      status: 200,
      reads: reads.updated,
      agrees: 'third-{email}',
      afterwards: {
        path: '/v2/mailboxes',
        shows: { mailboxes: [{ id: '{mailbox}' }, { id: '{second}' }, { id: '{confirmed}', email: 'third-{email}' }] },
      },
    }),
    call('begins to change it', ['PUT', '/mailboxes/{second}', { email: 'fourth-{email}' }], {
      status: 200,
      reads: reads.updated,
    }),
    call('takes that back', ['PUT', '/mailboxes/{second}', { cancel_email_change: true }], {
      status: 200,
      reads: reads.updated,
      agrees: 'fourth-{email}',
      afterwards: {
        path: '/v2/mailboxes',
        shows: {
          mailboxes: [{}, { id: '{second}', email: 'second-{email}' }, {}, { email: 'fourth-{email}' }],
        },
      },
    }),
    call('removes a mailbox', ['DELETE', '/mailboxes/{second}'], { status: 200, reads: reads.deleted }),
    asks('setting', reads.setting),
    sets('alias_generator', 'word'),
    sets('alias_generator', 'uuid'),
    refused('asks for the newsletter', ['PATCH', '/setting', { notification: true }], 400, newsletter),
    sets('notification', false),
    sets('sender_format', 'A'),
    sets('random_alias_suffix', 'random_string'),
    sets('random_alias_default_domain', 'kauke.test'),
    sets('random_alias_default_domain', '{ownName}.own.example'),
    asks('v2/setting/domains', reads.settingDomains),
    call('unlinks Proton', ['DELETE', '/setting/unlink_proton_account'], { status: 200, reads: reads.ok }),
    refused('links Proton', ['GET', '/user/cookie_token'], 404, 'Kauke is linked with no account of Proton'),
    ...(ios ? [asks('stats', reads.stats), ...domainCalls(headers)] : []),
  ];
}
