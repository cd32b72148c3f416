import { accountPassword } from '#support/full-account.ts';
import type { IdKind } from '#support/full-account.ts';

/** What a call of a route is made of, beside its method. */
export interface RouteSample {
  /** Values of the names in its path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Gives the id of a kind; whose it is, is the caller's matter. */
export type PickId = (kind: IdKind) => string;

const alias = { alias: 'planted', domain: 'kauke.test', forwardTo: 'evil@thief.example' };
const token = 'A'.repeat(43);
const wallet = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
const walletProof = { walletAddress: wallet, signedMessage: 'AAAA', signature: 'AAAA' };

const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const assertion = { ...passkey, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } };
const attestation = { ...passkey, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };

const nothing = (): RouteSample => ({});
const body = (content: unknown) => (): RouteSample => ({ body: content });
const id =
  (kind: IdKind, content?: unknown) =>
  (pick: PickId): RouteSample => ({ path: { id: pick(kind) }, ...(content !== undefined && { body: content }) });
const credential = (pick: PickId): RouteSample => ({
  path: { credentialId: pick('credential'), aliasId: pick('alias') },
});

/**
 * One call of each route that its schema takes, with every id of the account in it asked from `pick`: in path, query and
 * body. A route without ids says what else it is called with.
 */
export const routeSamples: Readonly<Record<string, (pick: PickId) => RouteSample>> = {
  'POST /api/operator/account': body({ who: 'bob@home.example' }),
  'POST /api/operator/accounts/{id}/suspension': id('user', { scope: 'all', reason: 'planted' }),
  'DELETE /api/operator/accounts/{id}/suspension': id('user'),
  'POST /api/operator/accounts/{id}/deletion': id('user', { reason: 'planted' }),
  'POST /api/operator/accounts/{id}/recovery-link': id('user'),
  'GET /api/operator/queue': nothing,
  'POST /api/operator/queue': body({ destination: 'smarthost', act: 'drop' }),
  'GET /api/operator/log': nothing,
  'PUT /api/operator/accounts/{id}/quota': id('user', { aliases: 0 }),
  'DELETE /api/operator/accounts/{id}/lock': id('user'),
  'GET /api/operator/reports': nothing,
  'GET /api/operator/waiting': nothing,
  'POST /api/operator/trace': body({ code: token }),
  'POST /api/operator/accounts/{id}/decision': id('user', { decision: 'refused' }),
  'GET /api/operator/blocks': nothing,
  'POST /api/operator/blocks': body({ sender: 'planted.example', act: 'add' }),
  'GET /api/operator/volume': nothing,
  'GET /api/operator/health': nothing,
  'GET /api/auth/session': nothing,
  'POST /api/auth/register': body({ email: 'somebody.new@thief.example', password: accountPassword }),
  'POST /api/auth/login': body({ email: 'bob@home.example', password: 'a wrong one, of course' }),
  'POST /api/auth/mfa': body({ mfa_key: token, otp: '123456', device_name: 'x' }),
  'POST /api/auth/logout': nothing,
  'POST /api/auth/password/forgot': body({ email: 'nobody@thief.example' }),
  'POST /api/auth/password/reset': (pick) => ({
    body: { token, password: accountPassword, keep: [pick('credential'), pick('key')] },
  }),
  'POST /api/auth/password/change': body({ currentPassword: accountPassword, newPassword: 'another, and a good one' }),
  'POST /api/auth/second-factor': body({ email: 'bob@home.example', password: 'a wrong one, of course' }),
  'POST /api/auth/second-factor/link': body({ token }),
  'POST /api/auth/lock/link': body({ token }),
  'POST /api/auth/lock': body({ token }),
  'POST /api/auth/password/programs': body({ token }),
  'POST /api/auth/second-factor/off': body({ token }),
  'POST /api/auth/second-factor/keep': body({ token }),
  'POST /api/auth/wallet/challenge': body({ walletAddress: wallet }),
  'POST /api/auth/wallet': body(walletProof),
  'POST /api/auth/passkey/options': body({ purpose: 'confirm' }),
  'POST /api/auth/passkey/verify': body({ credential: assertion }),
  'POST /api/auth/passkey/register': body({ credential: attestation, name: 'planted' }),
  'POST /api/auth/passkey/recover': body({ code: 'aaaa-aaaa-aaaa-aaaa-aaaa' }),
  'POST /api/auth/invitation': body({ invitation: token }),
  'GET /api/auth/google': nothing,
  'POST /api/auth/google': body({ invitation: token }),
  'GET /api/auth/google/callback': nothing,
  'POST /api/auth/confirm': body({ password: accountPassword }),
  'POST /api/account/methods/email': body({ email: 'bob@home.example', password: accountPassword }),
  'POST /api/account/methods/wallet': body(walletProof),
  'DELETE /api/account/methods/{method}': () => ({ path: { method: 'wallet' } }),
  'GET /api/account/passkeys': nothing,
  'POST /api/account/passkeys/options': nothing,
  'POST /api/account/passkeys': body({ credential: attestation, name: 'planted' }),
  'PATCH /api/account/passkeys/{id}': id('passkey', { name: 'taken' }),
  'DELETE /api/account/passkeys/{id}': id('passkey'),
  'PUT /api/account/second-factor/passkey': body({ required: true }),
  'PUT /api/account/profile': body({ firstName: 'Eve', lastName: null, profileImageUrl: null }),
  'POST /api/account/second-factor': nothing,
  'POST /api/account/second-factor/enable': body({ code: '123456' }),
  'POST /api/account/second-factor/disable': body({ code: '123456' }),
  'POST /api/account/second-factor/recovery-codes': nothing,
  'GET /api/account/security': nothing,
  'POST /api/account/lock': nothing,
  'POST /api/account/unlock': nothing,
  'GET /api/account/sessions': nothing,
  'DELETE /api/account/sessions': nothing,
  'DELETE /api/account/sessions/{id}': id('session'),
  'GET /api/account/domains': nothing,
  'POST /api/account/domains': body({ name: 'planted.example' }),
  'POST /api/account/domains/{id}/verify': id('domain'),
  'PATCH /api/account/domains/{id}': id('domain', { catchAll: 'all', defaultForwardTo: 'evil@thief.example' }),
  'DELETE /api/account/domains/{id}': id('domain'),
  'GET /api/account/domains/{id}/rules': id('domain'),
  'PUT /api/account/domains/{id}/rules': id('domain', {
    rules: [{ pattern: 'planted', kind: 'glob', action: 'make' }],
  }),
  'POST /api/account/domains/{id}/rules/test': id('domain', { address: 'planted' }),
  'GET /api/account/domains/{id}/members': id('domain'),
  'GET /api/account/domains/{id}/aliases': id('domain'),
  'POST /api/account/domains/{id}/invitations': id('domain', { name: 'planted', role: 'admin' }),
  'POST /api/account/domains/join': body({ token }),
  'GET /api/account/domains/{id}/offer': id('domain'),
  'POST /api/account/domains/{id}/offer': id('domain', { withAliases: true }),
  'DELETE /api/account/domains/{id}/offer': id('domain'),
  'GET /api/aliases/{id}/offer': id('alias'),
  'POST /api/aliases/{id}/offer': id('alias'),
  'DELETE /api/aliases/{id}/offer': id('alias'),
  'POST /api/offers/read': body({ token }),
  'POST /api/offers/take': body({ token, name: 'planted@kauke.test', forwardTo: 'evil@thief.example' }),
  'DELETE /api/account/domains/{id}/members/{memberId}': (pick) => ({
    path: { id: pick('domain'), memberId: pick('session') },
  }),
  'GET /api/account': nothing,
  'DELETE /api/account': nothing,
  'PATCH /api/account': body({ binDays: 0 }),
  'POST /api/account/restore': nothing,
  'PUT /api/account/default-target': (pick) => ({ body: { targetId: pick('target') } }),
  'GET /api/account/export': () => ({ query: { format: 'json' } }),
  'POST /api/account/import': body({
    csv: 'alias,domain,forward_to\nx,kauke.test,',
    domain: 'kauke.test',
    dryRun: false,
  }),
  'GET /api/account-stats': nothing,
  'GET /api/api-keys': nothing,
  'POST /api/api-keys': body({ name: 'planted' }),
  'DELETE /api/api-keys/{id}': id('key'),
  'GET /api/domains': nothing,
  'GET /api/aliases/{id}': id('user'),
  'POST /api/aliases/{id}': id('user', alias),
  'POST /api/aliases/{id}/generated': id('user', {
    generate: 'words',
    domain: 'kauke.test',
    forwardTo: 'evil@thief.example',
  }),
  'PATCH /api/aliases': (pick) => ({
    body: { ids: [pick('alias')], change: { active: false, forwardTo: 'evil@thief.example' } },
  }),
  'GET /api/aliases/{id}/counts': id('alias'),
  'GET /api/labels': nothing,
  'POST /api/labels': body({ name: 'planted' }),
  'PATCH /api/labels/{id}': id('label', { name: 'taken' }),
  'DELETE /api/labels/{id}': id('label'),
  'PUT /api/aliases/{id}': id('alias', { alias: 'stolen', forwardTo: 'evil@thief.example', notes: 'taken' }),
  'DELETE /api/aliases/{id}': id('alias'),
  'POST /api/aliases/{id}/restore': id('binnedAlias'),
  'DELETE /api/aliases/{id}/forget': id('binnedAlias'),
  'GET /api/undo': nothing,
  'POST /api/undo': (pick) => ({ body: { undo: pick('undo') } }),
  'PATCH /api/aliases/{id}/toggle': id('alias', { active: false }),
  'GET /api/aliases/{id}/deliveries': id('alias'),
  'GET /api/aliases/{id}/settings': id('alias'),
  'POST /api/aliases/{id}/expected-sender': id('alias'),
  'PATCH /api/aliases/{id}/settings': id('alias', { transparent: true }),
  'POST /api/aliases/{id}/contacts': id('alias', { address: 'friend@thief.example' }),
  'PATCH /api/aliases/{id}/contacts': id('alias', { address: 'friend@thief.example', blocked: true }),
  'GET /api/targets': nothing,
  'PATCH /api/targets/{id}': id('target', { spfReplies: true }),
  'DELETE /api/targets/{id}': id('target'),
  'POST /api/targets/{id}/confirmation': id('target'),
  'POST /api/targets/{id}/verification': id('webhook'),
  'POST /api/targets/{id}/test': id('webhook'),
  'GET /api/targets/{id}/secret': id('webhook'),
  'POST /api/targets/{id}/secret': id('webhook'),
  'POST /api/targets/{id}/replay': id('webhook'),
  'POST /api/targets/{id}/activation': id('webhook'),
  'POST /api/targets/link': body({ token }),
  'POST /api/targets/confirm': body({ token }),
  'POST /api/targets/stop': body({ token }),
  'GET /api/deliveries': nothing,
  'GET /api/held': nothing,
  'POST /api/held/{id}/release': id('held', { allow: true }),
  'DELETE /api/held/{id}': id('held'),
  'GET /api/sender-rules': nothing,
  'POST /api/sender-rules': (pick) => ({
    body: { scope: { aliasId: pick('alias') }, match: 'friend@thief.example', action: 'block' },
  }),
  'DELETE /api/sender-rules/{id}': id('senderRule'),
  'GET /api/aliases/{id}/trace': id('alias'),
  'POST /api/aliases/{id}/trace': id('alias'),
  'DELETE /api/aliases/{id}/trace': id('alias'),
  'GET /api/smtp-credentials/alias/{aliasId}': (pick) => ({ path: { aliasId: pick('alias') } }),
  'POST /api/smtp-credentials': (pick) => ({ body: { aliasId: pick('otherAlias') } }),
  'PATCH /api/smtp-credentials/{credentialId}/alias/{aliasId}/regenerate': credential,
  'DELETE /api/smtp-credentials/{credentialId}/alias/{aliasId}': credential,
  'GET /api/stats': nothing,
  'GET /api/config': nothing,
  'POST /api/events': body({ name: 'page_view', path: '/dashboard' }),
  'POST /api/feedback': body({ message: 'Hello' }),

  // What clients of addy.io and SimpleLogin call.
  'GET /api/v1/app-version': nothing,
  'GET /api/v1/api-token-details': nothing,
  'GET /api/v1/account-details': nothing,
  'GET /api/v1/domain-options': nothing,
  'GET /api/v1/chart-data': nothing,
  'GET /api/v1/aliases': (pick) => ({ query: { recipient: pick('target') } }),
  'POST /api/v1/aliases': (pick) => ({ body: { domain: 'kauke.test', recipient_ids: [pick('target')] } }),
  'GET /api/v1/aliases/{id}': id('alias'),
  'PATCH /api/v1/aliases/{id}': id('alias', { description: 'taken' }),
  'DELETE /api/v1/aliases/{id}': id('alias'),
  'DELETE /api/v1/aliases/{id}/forget': id('alias'),
  'PATCH /api/v1/aliases/{id}/restore': id('alias'),
  'POST /api/v1/active-aliases': (pick) => ({ body: { id: pick('alias') } }),
  'DELETE /api/v1/active-aliases/{id}': id('alias'),
  'POST /api/v1/pinned-aliases': (pick) => ({ body: { id: pick('alias') } }),
  'DELETE /api/v1/pinned-aliases/{id}': id('alias'),
  'POST /api/v1/alias-recipients': (pick) => ({
    body: { alias_id: pick('alias'), recipient_ids: [pick('target')] },
  }),
  'GET /api/v1/recipients': nothing,
  'GET /api/v1/recipients/{id}': id('target'),
  'POST /api/v1/recipients/email/resend': (pick) => ({ body: { recipient_id: pick('target') } }),
  'GET /api/v1/usernames': nothing,
  'GET /api/v1/domains': nothing,
  'GET /api/v1/rules': nothing,
  'GET /api/v1/failed-deliveries': nothing,
  'GET /api/v1/blocklist': nothing,
  'GET /api/v1/labels': nothing,
  'GET /api/v1/account-notifications': nothing,
  'POST /api/alias/random/new': body({}),
};
