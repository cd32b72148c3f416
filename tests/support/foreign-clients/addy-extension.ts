import { randomUUID } from 'node:crypto';
import * as reads from '#support/foreign-clients/answers.ts';
import { ownerPassword, withWrongKey, type ForeignCall } from '#support/foreign-clients/foreign-call.ts';

const extensionBase = {
  'content-type': 'application/json',
  'x-requested-with': 'XMLHttpRequest',
  'x-requested-from': 'browser-extension',
  origin: 'chrome-extension://iadbdpnoknmbdeolbapdackdcogdmjpe',
  'sec-fetch-site': 'cross-site',
};
const extension = { ...extensionBase, authorization: 'Bearer {key}' };
const device = { device_name: 'addy.io browser extension' };

/** Signing in, with and without a second factor. */
export const extensionSignIn: readonly ForeignCall[] = [
  {
    title: 'signs in',
    method: 'POST',
    path: '/api/auth/login',
    headers: extensionBase,
    body: { username: 'ann@home.example', password: ownerPassword, ...device, expiration: 'month' },
    status: 200,
    answer: reads.keyAnswer,
    keep: { signedIn: 'api_key' },
  },
  {
    title: 'opens the list with that key',
    method: 'GET',
    path: '/api/v1/domain-options',
    headers: { ...extensionBase, authorization: 'Bearer {signedIn}' },
    status: 200,
    answer: reads.domainOptions,
  },
  {
    title: 'signs in with a wrong password',
    method: 'POST',
    path: '/api/auth/login',
    headers: extensionBase,
    body: { username: 'ann@home.example', password: 'wrong', ...device },
    status: 401,
    answer: reads.refusal,
  },
  {
    title: 'signs in for a time that does not exist',
    method: 'POST',
    path: '/api/auth/login',
    headers: extensionBase,
    body: { username: 'ann@home.example', password: ownerPassword, ...device, expiration: 'century' },
    status: 422,
    answer: reads.formRefusal,
  },
  {
    title: 'is asked for the second factor',
    method: 'POST',
    path: '/api/auth/login',
    headers: extensionBase,
    body: { username: 'careful@home.example', password: ownerPassword, ...device, expiration: null },
    status: 422,
    answer: reads.mfaAnswer,
    keep: { ticket: 'mfa_key', csrf: 'csrf_token' },
  },
  {
    title: 'sends a wrong code',
    method: 'POST',
    path: '/api/auth/mfa',
    headers: { ...extensionBase, 'x-csrf-token': '{csrf}' },
    body: { mfa_key: '{ticket}', otp: '000000', ...device },
    status: 401,
    answer: reads.refusal,
  },
  {
    title: 'sends the code',
    method: 'POST',
    path: '/api/auth/mfa',
    headers: { ...extensionBase, 'x-csrf-token': '{csrf}' },
    body: { mfa_key: '{ticket}', otp: '{code}', ...device, expiration: 'year' },
    status: 200,
    answer: reads.keyAnswer,
  },
  {
    title: 'sends the code once more',
    method: 'POST',
    path: '/api/auth/mfa',
    headers: extensionBase,
    body: { mfa_key: '{ticket}', otp: '{code}', ...device },
    status: 401,
    answer: reads.refusal,
  },
  {
    title: 'sends a ticket that is none',
    method: 'POST',
    path: '/api/auth/mfa',
    headers: extensionBase,
    body: { mfa_key: 'nonsense', otp: '000000', ...device },
    status: 401,
    answer: reads.refusal,
  },
];

function created(format: string, more: object = {}): ForeignCall {
  return {
    title: `makes an alias, ${format}`,
    method: 'POST',
    path: '/api/v1/aliases',
    headers: extension,
    body: { domain: 'mask.test', local_part: '', description: 'Shoes', format, recipient_ids: [], ...more },
    status: 201,
    answer: reads.aliasAnswer,
    keep: { alias: 'data.id', email: 'data.email', recipient: 'data.recipients.0.id' },
  };
}

function listed(query: string, status = 200): ForeignCall {
  return {
    title: `lists ${query}`,
    method: 'GET',
    path: `/api/v1/aliases?${query}`,
    headers: extension,
    status,
    answer: status === 200 ? reads.aliasPage : reads.formRefusal,
  };
}

function onAlias(title: string, method: string, path: string, status: number, body?: unknown): ForeignCall {
  return {
    title,
    method,
    path,
    headers: extension,
    ...(body !== undefined && { body }),
    status,
    answer: status === 200 ? reads.aliasAnswer : status === 204 ? null : reads.refusal,
  };
}

/** All that it does with aliases. */
export const extensionAliases: readonly ForeignCall[] = [
  {
    title: 'checks its key',
    method: 'GET',
    path: '/api/v1/domain-options',
    headers: extension,
    status: 200,
    answer: reads.domainOptions,
  },
  {
    title: 'checks a wrong key',
    method: 'GET',
    path: '/api/v1/domain-options',
    headers: withWrongKey(extension),
    status: 401,
    answer: reads.refusal,
  },
  created('random_characters'),
  created('uuid'),
  created('random_words'),
  created('random_male_name'),
  created('custom', { local_part: 'Own.Name' }),
  created('custom', { local_part: 'own-name-2', recipient_ids: ['{recipient}'], label_ids: [], unheard_of: { of: 1 } }),
  {
    ...created('custom', { local_part: 'own.name' }),
    title: 'makes an alias that exists',
    status: 422,
    answer: reads.formRefusal,
    keep: {},
  },
  {
    ...created('custom', { local_part: 'not a name' }),
    title: 'makes an alias with a name that is none',
    status: 422,
    answer: reads.formRefusal,
    keep: {},
  },
  {
    ...created('custom', { local_part: 'own-3', recipient_ids: [randomUUID()] }),
    title: 'makes an alias for an inbox of nobody',
    status: 422,
    answer: reads.formRefusal,
    keep: {},
  },
  {
    ...created('smoke_signals'),
    title: 'asks for an unknown format',
    status: 422,
    answer: reads.formRefusal,
    keep: {},
  },
  listed('filter[deleted]=without&page[number]=1&page[size]=10&sort=-created_at'),
  listed('filter[deleted]=with&filter[active]=true&filter[pinned]=&filter[search]=own&sort=local_part'),
  listed('filter%5Bdeleted%5D=only&page%5Bsize%5D=10'),
  listed('filter[search]=%25%5C%27&sort=-emails_forwarded'),
  listed('page[number]=0', 422),
  listed('page[size]=10000', 422),
  listed('sort=shoe_size', 422),
  listed('filter[search]=%00', 422),
  listed('filter[deleted]=perhaps', 422),
  onAlias('changes the description', 'PATCH', '/api/v1/aliases/{alias}', 200, { description: 'Boots' }),
  onAlias('clears the description', 'PATCH', '/api/v1/aliases/{alias}', 200, { description: null }),
  onAlias('pauses', 'DELETE', '/api/v1/active-aliases/{alias}', 204),
  onAlias('switches on', 'POST', '/api/v1/active-aliases', 200, { id: '{alias}' }),
  onAlias('pins', 'POST', '/api/v1/pinned-aliases', 200, { id: '{alias}' }),
  onAlias('unpins', 'DELETE', '/api/v1/pinned-aliases/{alias}', 204),
  onAlias('pauses an alias of nobody', 'DELETE', `/api/v1/active-aliases/${randomUUID()}`, 404),
  onAlias('restores what is there', 'PATCH', '/api/v1/aliases/{alias}/restore', 200),
  onAlias('deletes', 'DELETE', '/api/v1/aliases/{alias}', 204),
  onAlias('deletes once more', 'DELETE', '/api/v1/aliases/{alias}', 404),
  {
    ...onAlias('restores', 'PATCH', '/api/v1/aliases/{alias}/restore', 200),
    keep: { restored: 'data.id', restoredEmail: 'data.email' },
  },
  onAlias('restores once more', 'PATCH', '/api/v1/aliases/{alias}/restore', 200),
  onAlias('forgets', 'DELETE', '/api/v1/aliases/{restored}/forget', 204),
  onAlias('restores what was forgotten', 'PATCH', '/api/v1/aliases/{restored}/restore', 404),
  onAlias('restores an alias of nobody', 'PATCH', `/api/v1/aliases/${randomUUID()}/restore`, 404),
  {
    title: 'lists recipients',
    method: 'GET',
    path: '/api/v1/recipients?filter[verified]=true&alias_count=false',
    headers: extension,
    status: 200,
    answer: reads.recipientList,
  },
];
