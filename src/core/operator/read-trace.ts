import type { AliasTrace } from '#contract/held/alias-trace.ts';
import { AppError } from '#contract/errors.ts';
import { findTraceByCode } from '#core/alias-traces/alias-traces.ts';
import { recordAct } from '#core/operator-journal.ts';
import type { OperatorContext } from '#core/operator/operator-context.ts';

/**
 * What became of the mail of one alias, read by the code that its owner gave for it, and written down.
 * @throws AppError not_found where the code opens nothing, or no longer.
 */
export async function readTraceOf(
  context: OperatorContext,
  by: string,
  code: string,
): Promise<{ alias: string; trace: AliasTrace }> {
  const found = await findTraceByCode(context, code);
  if (found === null) throw new AppError('not_found');
  const { alias, trace, userId: account } = found;
  return recordAct(context, { by, act: 'trace_read', account }, async () => ({ alias, trace }));
}
