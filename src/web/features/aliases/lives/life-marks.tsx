import { useQueryClient } from '@tanstack/react-query';
import type { Alias } from '#contract/aliases.ts';
import { lifeMessages as texts } from '#messages/pages/lives/lives.ts';
import { undoAction } from '#web/lib/aliases/undo.ts';
import { Chip } from '#web/components/ui/chip.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { useUpdateAlias } from '#web/features/aliases/alias-calls.ts';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { nameControl } from '#web/lib/name-control.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** The labels of an alias, and when it ends or by what it did. */
export function LifeMarks({ alias }: { alias: Alias }) {
  return (
    <div className="mt-1 flex flex-col gap-1">
      <LifeEnd alias={alias} />
      <LabelChips names={alias.labels} of={aliasAddress(alias)} />
    </div>
  );
}

/** When it ends or by what it did; nothing for one without an end. */
export function LifeEnd({ alias }: { alias: Alias }) {
  return alias.ended === null ? <Ends alias={alias} /> : <Ended alias={alias} />;
}

export function LabelChips({ names, of }: { names: readonly string[]; of: string }) {
  return (
    names.length > 0 && (
      <ul aria-label={texts.labelsOf(of)} className="flex flex-wrap gap-1">
        {names.map((name) => (
          <li
            key={name}
            className="rounded-mark bg-well px-2 text-note leading-6 font-medium wrap-anywhere forced-colors:border"
          >
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    )
  );
}

function Ends({ alias: { expiresAt, messagesLeft, idleDays } }: { alias: Alias }) {
  const words = [
    ...(expiresAt === null ? [] : [texts.endsOn(new Date(expiresAt).toLocaleDateString(__LOCALE__))]),
    ...(messagesLeft === null ? [] : [texts.messagesLeft(messagesLeft)]),
    ...(idleDays === null ? [] : [texts.idle(idleDays)]),
  ];
  return words.map((text) => (
    <p key={text} className="text-note font-normal text-soft">
      {text}
    </p>
  ));
}

const fieldOf = { date: 'expiresAt', count: 'maxMessages', idle: 'idleDays' } as const;

/** One click takes away the end that it came to. */
function useGoOn(alias: Alias) {
  const client = useQueryClient();
  const { ended, notes } = alias;
  const { mutateAsync, isPending } = useUpdateAlias(alias);
  const goOn = useSingleRun(async () => {
    try {
      const change = { ...(ended !== null && { [fieldOf[ended]]: null }), ...(notes !== null && { notes }) };
      const { undo } = await mutateAsync(change);
      const description = texts.wentOnDescription(aliasAddress(alias));
      showToast({ title: texts.wentOn, description, ...undoAction(client, undo) });
    } catch (error) {
      reportFailure(error, texts.notChanged, texts.failure);
    }
  });
  return { goOn, isPending };
}

function Ended({ alias }: { alias: Alias }) {
  const { goOn, isPending } = useGoOn(alias);
  if (alias.ended === null) return null;
  return (
    <div className="text-note font-normal">
      <Chip tone="off">{texts.ended[alias.ended]}</Chip>
      <p className="text-soft">{texts.endedMeans}</p>
      <TextButton
        aria-label={nameControl(texts.goOn, aliasAddress(alias))}
        disabled={isPending}
        onClick={() => void goOn()}
      >
        {isPending ? texts.going : texts.goOn}
      </TextButton>
    </div>
  );
}
