import { expect, it } from 'vitest';
import type { PortState } from '#cli/setup/find-holder.ts';
import { planPorts } from '#cli/setup/plan-ports.ts';

/** Postfix at the first address of a machine that has two. */
async function look(_port: number, address: string | null): Promise<PortState> {
  return address === '192.0.2.2' ? 'free' : { holder: 'postfix' };
}

it('takes the usual ports of a second address, whoever holds them at the first', async () => {
  const given = { MAIL_DOMAINS: 'mask.example', ACME_EMAIL: 'you@home.example', PUBLIC_URL: 'https://mask.example' };
  const beside = await planPorts(given, look);
  expect(beside.answers).toMatchObject({ MX_PORT: '2525', SUBMISSION_PORT: '2587' });
  expect(beside.notes.join('\n')).toContain('Postfix holds ports 25, 587, 465, 80, 443.');
  const { answers, notes } = await planPorts({ ...given, BIND_ADDRESS: '192.0.2.2' }, look);
  expect(answers).toMatchObject({ MX_PORT: '25', SUBMISSION_PORT: '587', HTTPS_PORT: '443' });
  expect(answers).not.toHaveProperty('SUBMISSION_PUBLIC_PORT');
  expect(notes).toEqual([]);
});
