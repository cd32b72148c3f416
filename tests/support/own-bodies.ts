import { randomUUID } from 'node:crypto';
import { foreignSamples } from '#support/foreign-samples.ts';
import type { KeyOwner } from '#support/key-owner.ts';

/** Of what clients of other services call. */
const foreignBodies = Object.entries(foreignSamples).map(([name, sample]) => {
  const body = ({ aliasId, targetId }: KeyOwner): unknown =>
    sample((kind) => ({ alias: aliasId, target: targetId })[String(kind)] ?? randomUUID()).body;
  return [name, body] as const;
});

/** Bodies that are accepted where the ids are one's own, by method and path. */
export const bodiesOfOwn: Readonly<Record<string, (person: KeyOwner) => unknown>> = {
  ...Object.fromEntries(foreignBodies),
  'POST /api/aliases/{id}': () => ({ alias: 'planted', domain: 'kauke.test', forwardTo: 'evil@thief.example' }),
  'POST /api/aliases/{id}/generated': () => ({
    generate: 'words',
    domain: 'kauke.test',
    forwardTo: 'evil@thief.example',
  }),
  'PUT /api/aliases/{id}': () => ({ forwardTo: 'evil@thief.example', notes: 'taken' }),
  'PATCH /api/aliases/{id}/toggle': () => ({ active: false }),
  'PATCH /api/aliases/{id}/settings': () => ({ cutThrough: false }),
  'POST /api/aliases/{id}/contacts': () => ({ address: 'bob@example.org' }),
  'PATCH /api/aliases/{id}/contacts': () => ({ address: 'bob@example.org', blocked: true }),
  'POST /api/sites/aliases': () => ({ host: 'shop.example' }),
  'POST /api/sites/new-alias': () => ({ host: 'shop.example' }),
  'PATCH /api/aliases/{id}/sites': () => ({ host: 'shop.example', used: true }),
  'PATCH /api/targets/{id}': () => ({ spfReplies: true }),
  'PUT /api/targets/{id}/key': () => ({ publicKey: 'planted' }),
  'PUT /api/targets/{id}/address': () => ({ address: 'other@elsewhere.example' }),
  'POST /api/smtp-credentials': ({ aliasId }) => ({ aliasId }),
  'POST /api/mcp': ({ aliasId }) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'pause_alias', arguments: { id: aliasId } },
  }),
  'POST /api/v1/aliases': () => ({ domain: 'kauke.test' }),
  'PATCH /api/v1/aliases/{id}': () => ({ description: 'taken' }),
  'POST /api/v1/active-aliases': ({ aliasId }) => ({ id: aliasId }),
  'POST /api/v1/pinned-aliases': ({ aliasId }) => ({ id: aliasId }),
  'POST /api/v1/alias-recipients': ({ aliasId, targetId }) => ({ alias_id: aliasId, recipient_ids: [targetId] }),
  'POST /api/v1/recipients/email/resend': ({ targetId }) => ({ recipient_id: targetId }),
  'POST /api/alias/random/new': () => ({}),
  'PATCH /api/aliases': ({ aliasId }) => ({ ids: [aliasId], change: { active: false } }),
  'POST /api/moves': () => ({ service: 'addy' }),
  'POST /api/moves/{id}/read': () => ({ apiKey: 'planted' }),
  'POST /api/moves/{id}/plan': () => ({ domain: 'kauke.test', forwardTo: 'evil@thief.example', replaceInboxes: true }),
  'POST /api/moves/{id}/contacts': () => ({ apiKey: 'planted' }),
  'PATCH /api/checklist/{id}': () => ({ done: true }),
  'POST /api/labels': () => ({ name: 'planted' }),
  'PATCH /api/labels/{id}': () => ({ name: 'taken' }),
  'POST /api/undo': () => ({ undo: 'never given' }),
};
