import { parseEmailAddress, type EmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { findTargetFault } from '#core/targets/find-target-fault.ts';
import { accountFaultTexts } from '#messages/faults.ts';

function fieldError(text: string): AppError {
  return new AppError('invalid_input', { errors: { email: [text] } });
}

/** The email somebody gives for an account. @throws AppError invalid_input when no mail can be sent to it. */
export function readAccountEmail(context: Pick<TargetContext, 'domains' | 'settings'>, text: string): EmailAddress {
  const email = parseEmailAddress(text);
  if (email === null) throw fieldError(accountFaultTexts.email);
  const fault = findTargetFault(context, email);
  if (fault !== null) throw fieldError(fault);
  return email;
}
