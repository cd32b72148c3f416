import type { z } from 'zod';
import * as reads from '#support/foreign-clients/answers.ts';
import { ownerPassword, type ForeignCall } from '#support/foreign-clients/foreign-call.ts';

const mobileBase = {
  'content-type': 'application/json',
  'x-requested-with': 'XMLHttpRequest',
  accept: 'application/json',
  'user-agent': 'addy.io for Android',
};
const mobile = { ...mobileBase, authorization: 'Bearer {key}' };

function asked(path: string, answer: z.ZodType): ForeignCall {
  return {
    title: `asks for ${path}`,
    method: 'GET',
    path: `/api/v1/${path}`,
    headers: mobile,
    status: 200,
    answer,
  };
}

function done(title: string, method: string, path: string, status: number, answer: z.ZodType | null, body?: unknown) {
  const call = { title, method, path: `/api/v1/${path}`, headers: mobile, status, answer };
  return body === undefined ? call : { ...call, body };
}

const many = { ids: ['{alias}'] };
const rule = {
  name: 'No rival',
  operator: 'AND',
  conditions: [{ type: 'sender', match: 'is exactly', values: ['rival@far.example'] }],
  actions: [{ type: 'block', value: true }],
};

/** What the app does with many aliases, inboxes, rules and senders, as it sends it. */
const mobileDeeds: readonly ForeignCall[] = [
  done('lists the paused ones', 'GET', 'aliases?filter%5Bactive%5D%3D=false', 200, reads.anyPage),
  done('lists what is deleted', 'GET', 'aliases?filter%5Bdeleted%5D%3D=only&sort=-deleted_at', 200, reads.anyPage),
  done('lists by the last use', 'GET', 'aliases?sort=-last_used&page%5Bsize%5D=25', 200, reads.aliasPage),
  done('lists by forwarded mail', 'GET', 'aliases?sort=emails_forwarded', 200, reads.aliasPage),
  done('reads many', 'POST', 'aliases/get/bulk', 200, reads.aliasList, many),
  ...['deactivate', 'activate', 'pin', 'unpin', 'delete', 'restore'].map((deed) =>
    done(`does to many: ${deed}`, 'POST', `aliases/${deed}/bulk`, 200, reads.bulkAnswer, many),
  ),
  done('reads one that was deleted and restored', 'GET', 'aliases/{alias}', 200, reads.aliasAnswer),
  done('gives a name to send with', 'PATCH', 'aliases/{alias}', 200, reads.aliasAnswer, { from_name: 'Ann' }),
  done('gives a name that is none', 'PATCH', 'aliases/{alias}', 422, reads.formRefusal, { from_name: 'a@b.example' }),
  done('takes that name away', 'PATCH', 'aliases/{alias}', 200, reads.aliasAnswer, { from_name: '' }),
  done('lets only its inboxes write', 'POST', 'attached-recipients-only', 200, reads.aliasAnswer, { id: '{alias}' }),
  done('lets others write', 'DELETE', 'attached-recipients-only/{alias}', 422, reads.refusal),
  {
    ...done('adds an inbox', 'POST', 'recipients', 201, reads.recipientAnswer, { email: 'second@home.example' }),
    keep: { second: 'data.id' },
  },
  done('asks it again', 'POST', 'recipients/email/resend', 200, reads.message, { recipient_id: '{second}' }),
  done('lets it answer', 'POST', 'allowed-recipients', 200, reads.recipientAnswer, { id: '{second}' }),
  done('forbids it to answer', 'DELETE', 'allowed-recipients/{second}', 204, null),
  done('encrypts without a key', 'POST', 'encrypted-recipients', 422, reads.refusal, { id: '{second}' }),
  done('does not encrypt', 'DELETE', 'encrypted-recipients/{second}', 204, null),
  done('removes an inbox', 'DELETE', 'recipients/{second}', 204, null),
  done('removes the only inbox of aliases', 'DELETE', 'recipients/{recipient}', 409, reads.refusal),
  { ...done('makes a rule', 'POST', 'rules', 201, reads.ruleAnswer, rule), keep: { rule: 'data.id' } },
  done('makes a rule that Kauke has not', 'POST', 'rules', 422, reads.refusal, {
    ...rule,
    actions: [{ type: 'subject', value: 'x' }],
  }),
  done('orders rules', 'POST', 'reorder-rules', 200, reads.ruleList, { ids: ['{rule}'] }),
  done('deletes a rule', 'DELETE', 'rules/{rule}', 204, null),
  {
    ...done('blocks a sender', 'POST', 'blocklist', 201, reads.blocklistEntry, {
      type: 'domain',
      value: 'far.example',
    }),
    keep: { entry: 'data.id' },
  },
  done(
    'lists the senders',
    'GET',
    'blocklist?filter[type]=domain&filter[search]=far&page[size]=100',
    200,
    reads.anyPage,
  ),
  done('unblocks a sender', 'DELETE', 'blocklist/{entry}', 204, null),
  done('takes an unproven domain', 'POST', 'domains', 404, reads.refusal, { domain: 'own.far.example' }),
  done('lists domains', 'GET', 'domains', 200, reads.anyPage),
  {
    ...done('ends the account by a wrong password', 'POST', 'x', 422, reads.refusal, { password: 'not this one' }),
    path: '/api/auth/delete-account',
  },
];

/** From the sign-in through every screen to the sign-out. */
export const mobileStart: readonly ForeignCall[] = [
  {
    title: 'signs in',
    method: 'POST',
    path: '/api/auth/login',
    headers: mobileBase,
    body: { username: 'ann@home.example', password: ownerPassword, device_name: 'addy.io for Android' },
    status: 200,
    answer: reads.keyAnswer,
    keep: { mobileKey: 'api_key' },
  },
  asked('app-version', reads.appVersion),
  { ...asked('account-details', reads.accountDetails), keep: { recipient: 'data.default_recipient_id' } },
  asked('recipients/{recipient}', reads.recipientAnswer),
  asked('recipients', reads.recipientList),
  asked('api-token-details', reads.tokenDetails),
  asked('domain-options', reads.domainOptions),
  {
    ...asked('aliases?filter[active]=true&page[size]=20&page[number]=1&sort=-created_at&with=labels', reads.aliasPage),
    keep: { alias: 'data.0.id' },
  },
  asked('aliases?recipient={recipient}&page[size]=20', reads.aliasPage),
  asked('aliases/{alias}', reads.aliasAnswer),
  asked('usernames', reads.emptyPage),
  asked('domains', reads.emptyPage),
  asked('rules', reads.emptyPage),
  asked('failed-deliveries', reads.emptyPage),
  asked('blocklist', reads.emptyPage),
  asked('labels', reads.emptyPage),
  asked('account-notifications', reads.emptyPage),
  asked('chart-data', reads.chartData),
  {
    title: 'gives an alias other recipients',
    method: 'POST',
    path: '/api/v1/alias-recipients',
    headers: mobile,
    body: { alias_id: '{alias}', recipient_ids: ['{recipient}'] },
    status: 200,
    answer: reads.aliasAnswer,
  },
  {
    title: 'gives an alias no recipients, which means the default one',
    method: 'POST',
    path: '/api/v1/alias-recipients',
    headers: mobile,
    body: { alias_id: '{alias}', recipient_ids: [] },
    status: 200,
    answer: reads.aliasAnswer,
  },
  {
    title: 'asks a recipient again that has agreed',
    method: 'POST',
    path: '/api/v1/recipients/email/resend',
    headers: mobile,
    body: { recipient_id: '{recipient}' },
    status: 409,
    answer: reads.refusal,
  },
  ...mobileDeeds,
  {
    title: 'signs out',
    method: 'POST',
    path: '/api/auth/logout',
    headers: { ...mobileBase, authorization: 'Bearer {mobileKey}' },
    status: 204,
    answer: null,
  },
  {
    title: 'is signed out',
    method: 'GET',
    path: '/api/v1/account-details',
    headers: { ...mobileBase, authorization: 'Bearer {mobileKey}' },
    status: 401,
    answer: reads.refusal,
  },
];
