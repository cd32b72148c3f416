import { useId } from 'react';
import type { AliasSettings } from '#contract/aliases/alias-settings.ts';
import { unsubscribeWishes, type UnsubscribeWish } from '#contract/aliases/unsubscribe.ts';
import { handlingMessages as texts } from '#messages/pages/alias-mail.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { FromNameRow } from '#web/features/aliases/mail/from-name-row.tsx';
import { useAliasSettings, useChangeAliasSetting } from '#web/features/aliases/mail/mail-calls.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** The settings of an alias as switches; `on`: the value while the switch is on. All are off unless the owner wants otherwise. */
export const handlingSwitches = [
  { name: 'transparent', on: true },
  { name: 'cutThrough', on: false },
  { name: 'autoReplies', on: true },
  { name: 'identityParts', on: true },
  { name: 'encryptedReplies', on: true },
  { name: 'removeTrackers', on: true },
  { name: 'inClear', on: true },
] as const satisfies readonly { name: keyof AliasSettings; on: boolean }[];

/** What is done with the mail of an alias beyond the usual. */
export function HandlingPart({ aliasId }: { aliasId: string }) {
  const id = useId();
  const { data, isError, refetch } = useAliasSettings(aliasId);
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h3 id={id} className="text-body font-semibold">
        {texts.title}
      </h3>
      {!data && !isError && <Waiting text={texts.loading} />}
      {!data && isError && (
        <div role="alert" className="flex flex-wrap items-center gap-4 text-soft">
          {texts.notLoaded}
          <Button look="plain" onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {data && (
        <ul className="flex flex-col divide-y divide-line">
          {handlingSwitches.map((one) => (
            <HandlingRow key={one.name} aliasId={aliasId} settings={data.settings} {...one} />
          ))}
          <FromNameRow aliasId={aliasId} settings={data.settings} />
          <UnsubscribeRow aliasId={aliasId} settings={data.settings} />
        </ul>
      )}
    </section>
  );
}

/** What the unsubscribe button of its mail does. Saved at once, like its siblings. */
function UnsubscribeRow({ aliasId, settings }: Pick<HandlingRowProps, 'aliasId' | 'settings'>) {
  const name = useId();
  const { mutateAsync, isPending, variables } = useChangeAliasSetting(aliasId, 'unsubscribe');
  const { title, text, wishes } = texts.unsubscribe;
  const chosen = isPending ? variables : settings.unsubscribe;

  const change = useSingleRun(async (wish: UnsubscribeWish) => {
    try {
      await mutateAsync(wish);
    } catch (error) {
      reportFailure(error, texts.notSaved, texts.failure);
    }
  });

  return (
    <li className="py-3 text-small first:pt-0 last:pb-0">
      <fieldset aria-busy={isPending} aria-describedby={`${name}-text`}>
        <legend className="font-medium">{title}</legend>
        <p id={`${name}-text`} className="text-soft">
          {text}
        </p>
        <div className="mt-1 flex flex-col">
          {unsubscribeWishes.map((wish) => (
            <label key={wish} className="flex min-h-10 items-center gap-3">
              <input
                type="radio"
                name={name}
                className="size-4 shrink-0 accent-amber"
                checked={chosen === wish}
                onChange={() => void change(wish)}
              />
              {wishes[wish]}
            </label>
          ))}
        </div>
      </fieldset>
    </li>
  );
}

interface SwitchTexts {
  title: string;
  text: string;
  /** What it costs. */
  warning?: string;
}

interface HandlingRowProps {
  name: (typeof handlingSwitches)[number]['name'];
  on: boolean;
  aliasId: string;
  settings: AliasSettings;
}

function HandlingRow({ aliasId, settings, name, on }: HandlingRowProps) {
  const { mutateAsync, isPending, variables } = useChangeAliasSetting(aliasId, name);
  const { title, text, warning }: SwitchTexts = texts[name];
  const value = isPending ? variables : settings[name];

  const change = useSingleRun(async (checked: boolean) => {
    try {
      await mutateAsync(checked === on);
    } catch (error) {
      reportFailure(error, texts.notSaved, texts.failure);
    }
  });

  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <SwitchRow
        label={title}
        text={text}
        warning={warning}
        checked={value === on}
        busy={isPending}
        onChange={(checked) => void change(checked)}
      />
    </li>
  );
}
