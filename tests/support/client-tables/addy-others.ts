import * as shown from '#support/client-tables/addy-objects.ts';
import { callsOf, type ClientCall, type ForeignClient } from '#support/client-tables/client-call.ts';
import * as reads from '#support/foreign-clients/answers.ts';
import { ownerPassword } from '#support/foreign-clients/foreign-call.ts';

/** Shared by all that list, pause and delete. */
function deeds(headers: ClientCall['headers'], answer: ClientCall['reads']): ClientCall[] {
  const { call } = callsOf('/api/v1', headers, reads.refusal);
  const gone = (does: string, path: string): ClientCall => call(does, ['DELETE', path], { status: 204, reads: null });
  return [
    call('describes it', ['PATCH', '/aliases/{alias}', { description: 'Boots' }], {
      status: 200,
      reads: answer,
      shows: { data: { description: 'Boots' } },
    }),
    call('pauses it', ['DELETE', '/active-aliases/{alias}'], {
      status: 204,
      reads: null,
      afterwards: { path: '/aliases/{alias}', shows: { data: { active: false } } },
    }),
    call('switches it on', ['POST', '/active-aliases', { id: '{alias}' }], {
      status: 200,
      reads: answer,
      shows: { data: { active: true } },
    }),
    gone('deletes it', '/aliases/{alias}'),
  ];
}

const json = { 'content-type': 'application/json' };
const asked = { ...json, 'x-requested-with': 'XMLHttpRequest' };

const extensionBase = {
  ...asked,
  'x-requested-from': 'browser-extension',
  origin: 'chrome-extension://iadbdpnoknmbdeolbapdackdcogdmjpe',
  'sec-fetch-site': 'cross-site',
};
const extensionHeaders = { ...extensionBase, authorization: 'Bearer {key}' };
const device = { device_name: 'Firefox browser extension' };

function madeBy(
  headers: ClientCall['headers'],
  body: object,
  answer: ClientCall['reads'] = reads.aliasAnswer,
): ClientCall {
  const format = 'format' in body ? String(body.format) : 'without a format';
  return callsOf('/api/v1', headers, reads.refusal).call(`makes an alias, ${format}`, ['POST', '/aliases', body], {
    status: 201,
    reads: answer,
    keep: { alias: 'data.id' },
  });
}

function extensionCalls(): ClientCall[] {
  const headers = { ...extensionBase, accept: 'application/json' };
  const { call: signs } = callsOf('/api/auth', headers, reads.refusal);
  const { call } = callsOf('/api/v1', extensionHeaders, reads.refusal);
  const password = ownerPassword;
  const list = (deleted: string, active: string, pinned: string, search: string): string =>
    `filter[deleted]=${deleted}&filter[active]=${active}&filter[pinned]=${pinned}&filter[search]=${search}` +
    '&sort=-created_at&page[number]=1&page[size]=10';
  const alias = shown.shownAliasAnswer;
  const made = (format: string, local: string): ClientCall =>
    madeBy(
      extensionHeaders,
      { domain: 'kauke.test', local_part: local, description: 'Shoes', format, recipient_ids: ['{recipient}'] },
      alias,
    );
  return [
    signs('signs in', ['POST', '/login', { username: '{email}', password, ...device }], {
      status: 200,
      reads: reads.keyAnswer,
    }),
    signs('is asked for a code', ['POST', '/login', { username: '{careful}', password, ...device }], {
      status: 422,
      reads: reads.mfaAnswer,
      keep: { ticket: 'mfa_key', csrf: 'csrf_token' },
    }),
    {
      ...signs('sends the code', ['POST', '/mfa', { mfa_key: '{ticket}', otp: '{code}', ...device }], {
        status: 200,
        reads: reads.keyAnswer,
      }),
      headers: { ...headers, 'x-csrf-token': '{csrf}' },
    },
    call('reads domains', ['GET', '/domain-options'], { status: 200, reads: reads.domainOptions }),
    call('lists inboxes', ['GET', '/recipients?filter[verified]=true&alias_count=false'], {
      status: 200,
      reads: shown.shownRecipients,
      keep: { recipient: 'data.0.id' },
    }),
    ...['random_characters', 'uuid', 'random_words', 'random_male_name', 'random_female_name', 'random_noun'].map(
      (format) => made(format, ''),
    ),
    made('custom', 'shoes-{ownName}'),
    ...[
      list('without', '', '', ''),
      list('with', '', '', 'shoes & boots+#1'),
      list('only', '', '', ''),
      list('without', 'true', '', ''),
      list('without', 'false', '', ''),
      list('without', '', 'true', ''),
    ].map((query) =>
      call(`lists aliases, ${query.slice(0, query.indexOf('&sort'))}`, ['GET', `/aliases?${query}`], {
        status: 200,
        reads: shown.shownAliasPage,
      }),
    ),
    call('pins it', ['POST', '/pinned-aliases', { id: '{alias}' }], { status: 200, reads: alias }),
    call('unpins it', ['DELETE', '/pinned-aliases/{alias}'], { status: 204, reads: null }),
    ...deeds(extensionHeaders, alias),
    call('restores it', ['PATCH', '/aliases/{alias}/restore'], { status: 200, reads: alias }),
    call('forgets it', ['DELETE', '/aliases/{alias}/forget'], { status: 204, reads: null }),
  ];
}

const raycast = { ...asked, accept: 'application/json', authorization: 'Bearer {key}' };
const byKey = { ...asked, authorization: 'Bearer {key}' };
const raycastCalls = callsOf('/api/v1', raycast, reads.refusal).call;
const managerCalls = callsOf('/api/v1', byKey, reads.refusal).call;

function thunderbird(headers: ClientCall['headers'], more: readonly ClientCall[]): ClientCall[] {
  const { call } = callsOf('/api/v1', headers, reads.refusal);
  return [
    call('reads domains', ['GET', '/domain-options'], { status: 200, reads: reads.domainOptions }),
    madeBy(headers, { domain: 'kauke.test', description: 'far.example', format: 'random_characters' }),
    call('looks for an alias', ['GET', '/aliases?filter%5Bactive%5D=true&filter%5Bsearch%5D=far.example'], {
      status: 200,
      reads: reads.aliasPage,
    }),
    ...more,
  ];
}

/** Programs for addy.io beside its apps. */
export const addyOthers: readonly ForeignClient[] = [
  { name: 'addy.io extension', version: '3.0.3', speaks: 'addy.io', calls: extensionCalls() },
  {
    name: 'addy for Raycast',
    version: null,
    speaks: 'addy.io',
    calls: [
      raycastCalls('reads domains', ['GET', '/domain-options'], { status: 200, reads: reads.domainOptions }),
      raycastCalls('lists inboxes', ['GET', '/recipients?filter[verified]=true'], {
        status: 200,
        reads: reads.recipientList,
        keep: { recipient: 'data.0.id' },
      }),
      madeBy(raycast, {
        domain: 'kauke.test',
        description: 'Raycast',
        format: 'custom',
        local_part: 'ray-{ownName}',
        recipients_ids: ['{recipient}'],
      }),
      raycastCalls('lists aliases', ['GET', '/aliases?page[number]=1&page[size]=100'], {
        status: 200,
        reads: reads.aliasPage,
      }),
      raycastCalls('lists aliases with inboxes', ['GET', '/aliases?page[number]=1&page[size]=100&with=recipients'], {
        status: 200,
        reads: reads.aliasPage,
      }),
      raycastCalls('opens an alias', ['GET', '/aliases/{alias}'], { status: 200, reads: reads.aliasAnswer }),
      ...deeds(raycast, reads.aliasAnswer),
    ],
  },
  {
    name: 'AddyManager',
    version: '3.1.0',
    speaks: 'addy.io',
    calls: [
      managerCalls('checks its key', ['GET', '/api-token-details'], { status: 200, reads: reads.tokenDetails }),
      managerCalls('lists aliases', ['GET', '/aliases?with=recipients'], { status: 200, reads: reads.aliasPage }),
      managerCalls('lists deleted ones', ['GET', '/aliases?with=recipients&filter[deleted]=only'], {
        status: 200,
        reads: reads.aliasPage,
      }),
      managerCalls('searches', ['GET', '/aliases?with=recipients&filter[search]=boots'], {
        status: 200,
        reads: reads.aliasPage,
      }),
      madeBy(byKey, { domain: 'kauke.test', description: 'Manager', format: 'random_words' }),
      ...deeds(byKey, reads.aliasAnswer),
    ],
  },
  {
    name: 'AnonAddyTB (Thunderbird)',
    version: '0.0.4',
    speaks: 'addy.io',
    calls: thunderbird({ ...json, authorization: 'Bearer {key}', accept: 'application/json' }, []),
  },
  {
    name: 'AddyTB (Thunderbird)',
    version: '0.0.7',
    speaks: 'addy.io',
    calls: thunderbird(byKey, [
      managerCalls('switches an alias off', ['PATCH', '/aliases/{alias}', { active: false }], {
        status: 200,
        reads: reads.aliasAnswer,
      }),
    ]),
  },
];
