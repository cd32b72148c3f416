import { z, type OpenAPIHono } from '@hono/zod-openapi';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { timeText } from '#api/foreign/addy/resources.ts';
import { browserLanguage, admitApiKey, presentedKey, clientAddress } from '#api/middleware/session.ts';
import { describeDevice } from '#api/middleware/describe-device.ts';
import { inputError } from '#api/render-error.ts';
import { route } from '#api/route.ts';
import { accountFaults, fitsPassword } from '#contract/account-faults.ts';
import type { CreateApiKeyInput, NewApiKey } from '#contract/account.ts';
import { errorTable } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { registerSchema } from '#contract/sign-in.ts';
import { revokeApiKey } from '#core/api-keys/api-keys.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { registerAccount } from '#core/sign-in/register-account.ts';
import { endSession } from '#core/sign-in/sessions.ts';
import { finishSignInForKey, signInForKey } from '#core/sign-in/sign-in-for-key.ts';
import { foreignFaults } from '#messages/faults.ts';

const loginPath = '/api/auth/login';
const mfaPath = '/api/auth/mfa';
const maxText = 1024;

/** How long the key lasts. */
const daysOf = { day: 1, week: 7, month: 30, year: 365 } as const;

const deviceFields = {
  device_name: z.string().max(maxText),
  expiration: z.enum(['day', 'week', 'month', 'year'], { error: foreignFaults.expiration }).nullish(),
};

const loginSchema = z.object({
  username: z.string().max(limits.emailMaxOctets),
  password: z
    .string({ error: accountFaults.passwordMissing })
    .min(1, accountFaults.passwordMissing)
    .refine(fitsPassword, accountFaults.passwordTooLong),
  ...deviceFields,
});

const mfaSchema = z.object({
  mfa_key: z.string().max(maxText),
  otp: z.string().trim().min(1).max(32),
  ...deviceFields,
});

const registerFormSchema = z.object({ email: registerSchema.shape.email, password: registerSchema.shape.password });

const keySchema = z.object({
  api_key: z.string(),
  name: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
});

const unnamed = 'Client of addy.io';

function readKeyInput({ device_name: name, expiration }: z.infer<typeof mfaSchema> | z.infer<typeof loginSchema>) {
  const cut = name.trim().slice(0, limits.apiKeyNameMax);
  // What those clients know to do.
  const input: CreateApiKeyInput = { name: cut.toWellFormed() || unnamed, scope: 'aliases' };
  return expiration ? { ...input, days: daysOf[expiration] } : input;
}

function keyAnswer({ key, name, createdAt, expiresAt }: NewApiKey): z.infer<typeof keySchema> {
  return {
    api_key: key,
    name,
    created_at: timeText(new Date(createdAt)),
    expires_at: expiresAt === null ? null : timeText(new Date(expiresAt)),
  };
}

/** Opening an account, sign-in for an API key, and the end of one. Mounted before our own routes of the same paths. */
export function addySignInRoutes(app: OpenAPIHono, core: AccountContext): void {
  app.post(loginPath, async (c, next) => {
    const asked = c.get('foreignSignIn');
    if (asked?.service !== 'addy') return next();
    const { data: input, error } = loginSchema.safeParse(asked.body);
    if (error) throw inputError('json', error);
    const credentials = { email: input.username, password: input.password, key: readKeyInput(input) };
    const signedIn = await signInForKey(core, credentials, clientAddress(c));
    if (signedIn.kind === 'key') return c.json(keyAnswer(signedIn.apiKey), 200);
    // Clients look for a token against forgery, too, and have no use for it.
    const { message } = errorTable.second_factor_required;
    return c.json({ message, mfa_key: signedIn.ticket, csrf_token: 'unused' }, 422);
  });

  // Confirmed by the link in its mail, and signed in to by its email: a username is nothing here. No cookie comes back.
  app.post('/api/auth/register', async (c, next) => {
    const asked = c.get('foreignSignIn');
    if (asked?.service !== 'addy') return next();
    const { data: input, error } = registerFormSchema.safeParse(asked.body);
    if (error) throw inputError('json', error);
    const device = describeDevice(c.req.header('User-Agent'));
    const origin = { ip: clientAddress(c), sessionToken: null, device, language: browserLanguage(c) };
    const { token } = await registerAccount(core, input, origin);
    await endSession(core, token);
    return c.body(null, 204);
  });

  app.post('/api/auth/logout', async (c, next) => {
    const key = presentedKey(c);
    if (key === null) return next();
    const { keyId, user } = await admitApiKey(c, core, key);
    await revokeApiKey(core, { keyId, userId: user.id });
    return c.body(null, 204);
  });
}

export const mfaRoutes = [
  route(
    `POST ${mfaPath}`,
    {
      ...foreign,
      access: 'public',
      input: mfaSchema,
      errors: [
        'malformed_json',
        'wrong_credentials',
        'wrong_code',
        'second_factor_locked',
        'too_many_api_keys',
        'rate_limited',
      ],
      answer: keySchema,
      description: 'An API key, the only time it is shown',
    },
    async ({ core, ip, input }) => {
      const proof = { ticket: input.mfa_key, code: input.otp, key: readKeyInput(input) };
      return keyAnswer(await finishSignInForKey(core, proof, ip));
    },
  ),
];
