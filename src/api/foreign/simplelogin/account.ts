import { z } from '@hono/zod-openapi';
import { simpleLogin } from '#api/foreign/foreign-errors.ts';
import { refuseUnless } from '#api/foreign/simplelogin/refuse-setting.ts';
import { route } from '#api/route.ts';
import type { AccountChoices } from '#contract/account/choices.ts';
import type { SenderFormat } from '#contract/account/formats.ts';
import { limits } from '#contract/limits.ts';
import { providerFeatures } from '#contract/provider.ts';
import type { User } from '#contract/sign-in.ts';
import { preferredDomain, readAccountChoices, saveAccountChoices } from '#core/domains/account-choices.ts';
import { readPicturePath, removePicture, savePicture } from '#core/accounts/pictures/account-picture.ts';
import { readFullName, saveFullName } from '#core/accounts/profile.ts';
import { countAliases } from '#core/alias-rows/read-rows.ts';
import { listProvenNames } from '#core/domains/usable-domain.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { readAccountDays } from '#core/stats/alias-counts.ts';
import { clientTexts } from '#messages/server/clients.ts';

/** An account, in the words of SimpleLogin. */
const userSchema = z.object({
  name: z.string(),
  email: z.string(),
  /** Nothing here costs more. */
  is_premium: z.literal(true),
  in_trial: z.literal(false),
  max_alias_free_plan: z.int(),
  profile_picture_url: z.string().nullable(),
  connected_proton_address: z.null(),
  can_create_reverse_alias: z.boolean(),
});

const aliasMax = 0x7fff_ffff;

/** How an account is called: these clients take no null. */
export function nameOf({ email, walletAddress, id }: Pick<User, 'email' | 'walletAddress' | 'id'>): string {
  return email ?? walletAddress ?? id;
}

async function showUser(core: AccountContext, user: User): Promise<z.infer<typeof userSchema>> {
  const { provider, settings } = core;
  const picturePath = await readPicturePath(core, user);
  return {
    name: (await readFullName(core, user.id)) ?? nameOf(user),
    email: nameOf(user),
    is_premium: true,
    in_trial: false,
    max_alias_free_plan: settings.quotas.aliases ?? aliasMax,
    profile_picture_url: picturePath && `${settings.publicUrl}${picturePath}`,
    connected_proton_address: null,
    can_create_reverse_alias: providerFeatures[provider.name].replies,
  };
}

const settingSchema = z.object({
  alias_generator: z.enum(['word', 'uuid']),
  notification: z.literal(false),
  random_alias_default_domain: z.string(),
  sender_format: z.enum(['AT', 'A', 'NAME_ONLY', 'AT_ONLY', 'NO_NAME']),
  random_alias_suffix: z.enum(['word', 'random_string']),
});
type Setting = z.infer<typeof settingSchema>;

/** Their words for how whoever writes is shown. */
const senderFormats = {
  at: 'AT',
  bracket: 'A',
  name: 'NAME_ONLY',
  address: 'AT_ONLY',
  none: 'NO_NAME',
} as const satisfies Readonly<Record<SenderFormat, Setting['sender_format']>>;

function showSetting(core: AccountContext, choices: AccountChoices): Setting {
  return {
    alias_generator: (choices.aliasFormat ?? 'words') === 'words' ? 'word' : 'uuid',
    notification: false,
    random_alias_default_domain: preferredDomain(core, choices),
    sender_format: senderFormats[choices.senderFormat],
    random_alias_suffix: choices.endingFormat === 'words' ? 'word' : 'random_string',
  };
}

const changeSchema = z.object({
  alias_generator: settingSchema.shape.alias_generator.nullish(),
  notification: z.boolean().nullish(),
  random_alias_default_domain: z.string().max(limits.emailMaxOctets).nullish(),
  sender_format: settingSchema.shape.sender_format.nullish(),
  random_alias_suffix: settingSchema.shape.random_alias_suffix.nullish(),
});

/** What differs from what is shown, in our words: random characters, which are shown as `uuid`, stay. */
function readChange(shown: Setting, asked: z.infer<typeof changeSchema>): Partial<AccountChoices> {
  const { alias_generator: generator, random_alias_default_domain: domain, random_alias_suffix: suffix } = asked;
  const format = Object.entries(senderFormats).find(([, word]) => word === asked.sender_format)?.[0];
  return {
    ...(generator && generator !== shown.alias_generator && { aliasFormat: generator === 'word' ? 'words' : 'uuid' }),
    ...(domain && domain !== shown.random_alias_default_domain && { defaultDomain: domain }),
    ...(format !== undefined && { senderFormat: format as SenderFormat }),
    ...(suffix && { endingFormat: suffix === 'word' ? 'words' : 'characters' }),
  };
}

const ofAccount = { ...simpleLogin, access: 'key-only', scope: 'aliases' } as const;

/** The account of the key, for clients of SimpleLogin. */
export const accountRoutes = [
  route(
    'GET /api/user_info',
    { ...ofAccount, answer: userSchema, description: 'The account of the key' },
    ({ core, user }) => showUser(core, user),
  ),

  route(
    'PATCH /api/user_info',
    {
      ...ofAccount,
      input: z.object({ name: z.string().nullish(), profile_picture: z.string().nullish() }),
      errors: ['malformed_json'],
      answer: userSchema,
      description:
        'The account, with its name and its picture (base64 of a JPEG or PNG; null: none) as they are from now on',
    },
    async ({ core, user, input: { name, profile_picture: picture } }) => {
      if (picture) await savePicture(core, user.id, picture);
      else if (picture !== undefined) await removePicture(core, user.id);
      // As it is shown where there is none: nothing to keep.
      if (name !== undefined && name !== nameOf(user)) await saveFullName(core, user.id, name);
      return showUser(core, user);
    },
  ),

  route(
    'GET /api/simplelogin/stats',
    {
      ...ofAccount,
      answer: z.object({ nb_alias: z.int(), nb_block: z.int(), nb_forward: z.int(), nb_reply: z.int() }),
      description:
        'Totals of the account, also at `/api/stats` by the header `Authentication`; zeros where no mail is counted',
    },
    async ({ core, user }) => {
      const { all } = await countAliases(core.database.db, { userId: user.id });
      const counted = await readAccountDays(core, user.id);
      const sum = (kind: 'forwarded' | 'dropped' | 'replied'): number =>
        counted.reduce((total, day) => total + day[kind], 0);
      return { nb_alias: all, nb_block: sum('dropped'), nb_forward: sum('forwarded'), nb_reply: sum('replied') };
    },
  ),

  route(
    'GET /api/setting',
    { ...ofAccount, answer: settingSchema, description: 'How aliases are made up, and how whoever writes is shown' },
    async ({ core, user }) => showSetting(core, await readAccountChoices(core, user.id)),
  ),

  route(
    'PATCH /api/setting',
    {
      ...ofAccount,
      input: changeSchema,
      errors: ['malformed_json'],
      answer: settingSchema,
      description: 'As it is now; what is left out stays. `notification` is always false: Kauke sends no newsletter',
    },
    async ({ core, user, input }) => {
      refuseUnless(input.notification !== true, clientTexts.noNewsletter);
      const shown = showSetting(core, await readAccountChoices(core, user.id));
      await saveAccountChoices(core, user.id, readChange(shown, input));
      return showSetting(core, await readAccountChoices(core, user.id));
    },
  ),

  route(
    'DELETE /api/setting/unlink_proton_account',
    { ...ofAccount, answer: z.object({ ok: z.literal(true) }), description: 'Nothing is linked' },
    () => ({ ok: true as const }),
  ),

  route(
    'GET /api/v2/setting/domains',
    {
      ...ofAccount,
      answer: z.array(z.object({ domain: z.string(), is_custom: z.boolean() })),
      description: 'Domains for new aliases',
    },
    async ({ core, user }) => {
      const own = await listProvenNames(core.database.db, user.id);
      return [
        ...core.domains.names().map((domain) => ({ domain, is_custom: false })),
        ...own.map((domain) => ({ domain, is_custom: true })),
      ];
    },
  ),

  route(
    'GET /api/notifications',
    {
      ...ofAccount,
      answer: z.object({ more: z.literal(false), notifications: z.array(z.object({})) }),
      description: 'Always empty: Kauke writes to its owners by mail',
    },
    () => ({ more: false as const, notifications: [] }),
  ),
];
