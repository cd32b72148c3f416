import { useMutation } from '@tanstack/react-query';
import type { Alias, GeneratedName } from '#contract/aliases.ts';
import { aliasFaultTexts } from '#messages/faults.ts';
import { aliasFormMessages, createLineMessages as texts } from '#messages/pages/aliases.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { showAliases } from '#web/lib/aliases/held-aliases.ts';
import { copyText, putOnClipboard } from '#web/lib/copy-text.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { request, RequestError } from '#web/lib/request.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface LineInput {
  /** Empty: it is made up. */
  alias: string;
  generate: GeneratedName;
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

/** The long list is loaded for whoever types a name; where it cannot be, the server says no. */
async function isReserved(alias: string): Promise<boolean> {
  if (alias === '') return false;
  try {
    return (await import('#contract/reserved-names/reserved-names.ts')).isReservedName(alias);
  } catch {
    return false;
  }
}

/** Copies the address and says so; where the browser refuses that, it is shown, with a button to try again. */
async function tell(alias: Alias): Promise<void> {
  const address = aliasAddress(alias);
  const action = { text: texts.copy, elsewhere: texts.copyElsewhere, run: () => void copyText(address) };
  showToast(
    (await putOnClipboard(address))
      ? { title: aliasFormMessages.created, description: texts.copied(address) }
      : { title: aliasFormMessages.created, description: texts.notCopied(address), action },
  );
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
  const { mutateAsync, isPending } = useCreate(userId);
  const create = useSingleRun(async (input: LineInput) => {
    if (await isReserved(input.alias)) {
      const message = aliasFaultTexts.aliasReserved(input.alias);
      onFault(message);
      showToast({ title: aliasFormMessages.notAllowed, description: message, tone: 'destructive' });
      return;
    }
    try {
      const { alias } = await mutateAsync(input);
      recordEvent({ name: 'alias_created', category: 'aliases' });
      onMade();
      await tell(alias);
    } catch (error) {
      const fault = input.alias === '' ? null : nameFault(error);
      if (fault !== null) onFault(fault);
      reportFailure(error, aliasFormMessages.notCreated, aliasFormMessages.createFailure);
    }
  });
  return { create, isPending };
}
