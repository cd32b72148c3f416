import { addyAppDomains } from '#support/client-tables/addy-app-domains.ts';
import { addyAppInboxes } from '#support/client-tables/addy-app-inboxes.ts';
import { callsOf, type ClientCall, type ForeignClient, type Sent } from '#support/client-tables/client-call.ts';
import * as reads from '#support/foreign-clients/answers.ts';
import { ownerPassword } from '#support/foreign-clients/foreign-call.ts';

/** What differs between the two apps of addy.io. */
interface AddyApp {
  readonly agent: string;
  readonly device: string;
  /** What stands for "never" in a sign-in. */
  readonly forever: object;
  /** Queries of the list of aliases, each as on the wire. */
  readonly lists: readonly string[];
  /** How a text is cleared. */
  readonly cleared: string | null;
}

function headersOf({ agent }: AddyApp) {
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'user-agent': agent,
  };
}

function signIn(app: AddyApp): ClientCall[] {
  const { call, never } = callsOf('/api', headersOf(app), reads.refusal);
  const device = { device_name: app.device, ...app.forever };
  const password = ownerPassword;
  return [
    call('signs in', ['POST', '/auth/login', { username: '{email}', password, ...device }], {
      status: 200,
      reads: reads.keyAnswer,
      keep: { appKey: 'api_key' },
    }),
    call('is asked for a code', ['POST', '/auth/login', { username: '{careful}', password, ...device }], {
      status: 422,
      reads: reads.mfaAnswer,
      keep: { ticket: 'mfa_key', csrf: 'csrf_token' },
    }),
    {
      ...call('sends the code', ['POST', '/auth/mfa', { mfa_key: '{ticket}', otp: '{code}', ...device }], {
        status: 200,
        reads: reads.keyAnswer,
      }),
      headers: { ...headersOf(app), 'x-csrf-token': '{csrf}' },
    },
    never(
      'opens the link of an account begun in it',
      ['POST', '/auth/verify?id=1'],
      'accounts are opened on the website, whose mails have links of their own',
    ),
  ];
}

function screens(headers: Readonly<Record<string, string>>): ClientCall[] {
  const { call, never } = callsOf('/api/v1', headers, reads.refusal);
  const asks = (
    path: string,
    schema: NonNullable<ClientCall['reads']>,
    keep: Record<string, string> = {},
  ): ClientCall => call(`reads ${path.split('?')[0]}`, ['GET', `/${path}`], { status: 200, reads: schema, keep });
  return [
    asks('app-version', reads.appVersion),
    asks('account-details', reads.accountDetails, { recipient: 'data.default_recipient_id' }),
    asks('recipients/{recipient}', reads.recipientAnswer),
    asks('api-token-details', reads.tokenDetails),
    asks('domain-options', reads.domainOptions),
    asks('chart-data', reads.chartData),
    { ...asks('account-notifications', reads.emptyPage), empty: true },
    { ...asks('failed-deliveries?page[size]=25&page[number]=1', reads.emptyPage), empty: true },
    ...['deletes', 'downloads', 'sends again'].map((deed, at) =>
      never(
        `${deed} a failed delivery`,
        [['DELETE', 'GET', 'POST'][at] ?? '', `/failed-deliveries/{id}${['', '/download', '/resend'][at] ?? ''}`],
        'Kauke keeps no failed deliveries, so there is none to choose',
      ),
    ),
  ];
}

const formats = ['random_characters', 'uuid', 'random_words', 'random_male_name', 'random_female_name', 'random_noun'];

function aliasesOf(app: AddyApp, headers: Readonly<Record<string, string>>): ClientCall[] {
  const { call, refused } = callsOf('/api/v1', headers, reads.refusal);
  const made = (format: string, local: string): ClientCall =>
    call(
      `makes an alias, ${format}`,
      ['POST', '/aliases', { domain: 'kauke.test', description: '', format, local_part: local, recipient_ids: [] }],
      { status: 201, reads: reads.aliasAnswer, keep: { alias: 'data.id' } },
    );
  const one = (does: string, [method, path, body]: Sent, shows: object = {}): ClientCall =>
    call(does, [method, path, body], { status: 200, reads: reads.aliasAnswer, shows: { data: shows } });
  const gone = (does: string, path: string, shows?: object): ClientCall => {
    const afterwards = shows === undefined ? {} : { afterwards: { path: '/aliases/{alias}', shows: { data: shows } } };
    return call(does, ['DELETE', path], { status: 204, reads: null, ...afterwards });
  };
  const many = { ids: ['{alias}'] };
  return [
    ...formats.map((format) => made(format, '')),
    made('custom', 'shoes-{ownName}'),
    ...app.lists.map((query) =>
      call(`lists aliases, ${decodeURIComponent(query)}`, ['GET', `/aliases?${query}`], {
        status: 200,
        reads: reads.aliasPage,
      }),
    ),
    one('opens an alias', ['GET', '/aliases/{alias}'], { id: '{alias}', active: true }),
    one('describes it', ['PATCH', '/aliases/{alias}', { description: 'Boots' }], { description: 'Boots' }),
    one('clears that', ['PATCH', '/aliases/{alias}', { description: app.cleared }], { description: null }),
    one('gives it a name to send with', ['PATCH', '/aliases/{alias}', { from_name: 'Ann' }], { from_name: 'Ann' }),
    one('clears that name', ['PATCH', '/aliases/{alias}', { from_name: app.cleared }], { from_name: null }),
    gone('pauses it', '/active-aliases/{alias}', { active: false }),
    one('switches it on', ['POST', '/active-aliases', { id: '{alias}' }], { active: true }),
    one('pins it', ['POST', '/pinned-aliases', { id: '{alias}' }], { pinned: true }),
    gone('unpins it', '/pinned-aliases/{alias}', { pinned: false }),
    one('lets only its inboxes write', ['POST', '/attached-recipients-only', { id: '{alias}' }], {
      attached_recipients_only: true,
    }),
    refused(
      'lets others write',
      ['DELETE', '/attached-recipients-only/{alias}'],
      422,
      'only its inboxes write as an alias',
    ),
    one('chooses its inboxes', ['POST', '/alias-recipients', { alias_id: '{alias}', recipient_ids: ['{recipient}'] }], {
      recipients: [{ id: '{recipient}' }],
    }),
    gone('deletes it', '/aliases/{alias}'),
    one('opens what it deleted', ['GET', '/aliases/{alias}'], { id: '{alias}' }),
    one('restores it', ['PATCH', '/aliases/{alias}/restore'], { id: '{alias}', deleted_at: null }),
    call('reads many', ['POST', '/aliases/get/bulk', many], { status: 200, reads: reads.aliasList }),
    ...['deactivate', 'activate', 'pin', 'unpin', 'delete', 'restore'].map((deed) =>
      call(`does to many: ${deed}`, ['POST', `/aliases/${deed}/bulk`, many], { status: 200, reads: reads.bulkAnswer }),
    ),
    call('does to many: forget', ['POST', '/aliases/forget/bulk', many], { status: 200, reads: reads.bulkAnswer }),
    made('custom', 'boots-{ownName}'),
    gone('forgets one', '/aliases/{alias}/forget'),
  ];
}

function callsOfApp(app: AddyApp, more: readonly ClientCall[] = []): ClientCall[] {
  const plain = headersOf(app);
  const headers = { ...plain, authorization: 'Bearer {key}' };
  const { call } = callsOf('/api', headers, reads.refusal);
  return [
    ...signIn(app),
    ...more,
    ...screens(headers),
    ...aliasesOf(app, headers),
    ...addyAppInboxes(headers),
    ...addyAppDomains(headers, app.cleared),
    {
      ...call('signs out', ['POST', '/auth/logout'], { status: 204, reads: null }),
      headers: { ...plain, authorization: 'Bearer {appKey}' },
    },
    call('ends the account', ['POST', '/auth/delete-account', { password: ownerPassword }], {
      status: 204,
      reads: null,
      afterwards: { path: '/v1/account-details', shows: { code: 'api_key_invalid' } },
    }),
  ];
}

const ios: AddyApp = {
  agent: 'io.addy.app (release) / 2.3.5 (38)',
  device: 'addy.io for iOS',
  forever: { expiration: null },
  cleared: null,
  lists: [
    'filter%5Bactive%5D=true&page%5Bsize%5D=20&page%5Bnumber%5D=1&sort=-created_at',
    'filter%5Bactive%5D=false&page%5Bsize%5D=20',
    'filter%5Bdeleted%5D=only&page%5Bsize%5D=20&sort=-deleted_at',
    'filter%5Bpinned%5D=true&page%5Bsize%5D=20',
    'filter%5Bdeleted%5D=with&page%5Bsize%5D=15&filter%5Bsearch%5D=shoes+boots&sort=-last_used',
    'filter%5Bdeleted%5D=with&recipient={recipient}',
    'filter%5Bdeleted%5D=with&sort=emails_forwarded',
  ],
};

const android: AddyApp = {
  agent: 'host.stjin.anonaddy (release) / 6.2.1 (621)',
  device: 'addy.io for Android',
  forever: {},
  cleared: '',
  lists: [
    'filter%5Bactive%5D%3D=true&page%5Bsize%5D=20&page%5Bnumber%5D=1&sort=-created_at',
    'filter%5Bactive%5D%3D=false',
    'filter%5Bdeleted%5D%3D=with',
    'filter%5Bdeleted%5D%3D=only&sort=-deleted_at',
    'filter%5Bpinned%5D%3D=true',
    'filter%5Bsearch%5D=shoes+boots&sort=last_used&page%5Bsize%5D=25',
    'recipient={recipient}&sort=-emails_forwarded',
  ],
};

const androidOnly = callsOf('/api', headersOf(android), reads.refusal);

export const addyApps: readonly ForeignClient[] = [
  {
    name: 'addy.io for iOS',
    version: '2.3.5',
    speaks: 'addy.io',
    calls: callsOfApp(ios),
  },
  {
    name: 'addy.io for Android',
    version: '6.2.1',
    speaks: 'addy.io',
    calls: callsOfApp(android, [
      androidOnly.call(
        'opens an account',
        [
          'POST',
          '/auth/register',
          { username: 'new', email: 'new-{email}', password: ownerPassword, device_name: android.device },
        ],
        { status: 204, reads: null },
      ),
    ]),
  },
];
