import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AliasFormat } from '#contract/account/formats.ts';
import { aliasFaultTexts } from '#messages/faults.ts';
import { aliasFormMessages } from '#messages/pages/aliases.tsx';
import { tellCreated } from '#web/features/aliases/alias-calls.ts';
import { isRefusedName } from '#web/features/aliases/reserved-name.ts';
import { showAliases } from '#web/lib/aliases/held-aliases.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { request, RequestError } from '#web/lib/request.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface LineInput {
  /** Empty: it is made up. */
  alias: string;
  generate: AliasFormat;
  domain: string;
  forwardTo: string;
}

function useCreate(userId: string) {
  return useMutation({
    mutationFn: ({ alias, generate, ...rest }: LineInput) =>
      alias === ''
        ? request('POST /api/aliases/{id}/generated', { params: { id: userId }, payload: { generate, ...rest } })
        : request('POST /api/aliases/{id}', { params: { id: userId }, payload: { alias, ...rest } }),
    onSuccess: ({ alias }, _input, _result, { client }) => showAliases(client, [alias]),
  });
}

/** What is wrong with the name that was typed, in the words of the server; null where it is something else. */
function nameFault(error: unknown): string | null {
  if (!(error instanceof RequestError)) return null;
  const { code, errors } = error.body;
  const isName = code === 'alias_unavailable' || code === 'alias_reserved';
  return errors?.['alias']?.[0] ?? (isName ? error.message : null);
}

interface Listeners {
  onFault: (fault: string) => void;
  onMade: () => void;
}

export function useCreateFromLine(userId: string, { onFault, onMade }: Listeners) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useCreate(userId);
  const create = useSingleRun(async (input: LineInput) => {
    if (await isRefusedName(client, input.alias, input.domain)) {
      const message = aliasFaultTexts.aliasReserved(input.alias);
      onFault(message);
      showToast({ title: aliasFormMessages.notAllowed, description: message, tone: 'destructive' });
      return;
    }
    try {
      const { alias } = await mutateAsync(input);
      recordEvent({ name: 'alias_created', category: 'aliases' });
      onMade();
      await tellCreated(alias);
    } catch (error) {
      const fault = input.alias === '' ? null : nameFault(error);
      if (fault !== null) onFault(fault);
      reportFailure(error, aliasFormMessages.notCreated, aliasFormMessages.createFailure);
    }
  });
  return { create, isPending };
}
