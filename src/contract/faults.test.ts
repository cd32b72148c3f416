import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  findCodeFault,
  findCurrentPasswordFault,
  findEmailFault,
  findPasswordFault,
  findApiKeyNameFault,
} from '#contract/account-faults.ts';
import { loginSchema, registerSchema, secondFactorCodeSchema } from '#contract/sign-in.ts';
import { createApiKeySchema } from '#contract/account.ts';

const samples = [
  '',
  ' ',
  'a',
  ' a ',
  'ann@example.com',
  '123456',
  'x'.repeat(7),
  'x'.repeat(33),
  'ą'.repeat(200),
  'x'.repeat(257),
];

const pairs: readonly (readonly [string, z.ZodType, (text: string) => string | null])[] = [
  ['email', registerSchema.shape.email, findEmailFault],
  ['new password', registerSchema.shape.password, findPasswordFault],
  ['current password', loginSchema.shape.password, findCurrentPasswordFault],
  ['code of the second factor', secondFactorCodeSchema, findCodeFault],
  ['name of an API key', createApiKeySchema.shape.name, findApiKeyNameFault],
];

describe('what forms and server say of the same text', () => {
  it.each(pairs)('is the same for the %s', (_name, schema, findFault) => {
    const bySchema = samples.map((text) => schema.safeParse(text).error?.issues[0]?.message ?? null);
    expect(samples.map(findFault)).toEqual(bySchema);
    expect(new Set(bySchema).size).toBeGreaterThan(1);
  });
});
