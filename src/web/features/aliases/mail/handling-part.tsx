import { useId } from 'react';
import type { AliasSettings } from '#contract/aliases.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { SwitchRow } from '#web/components/ui/switch-row.tsx';
import { useAliasSettings, useChangeAliasSetting } from '#web/features/aliases/mail/alias-settings.ts';
import { handlingSwitches, type HandlingSwitch } from '#web/features/aliases/mail/handling-switches.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** What is done with the mail of an alias beyond the usual. */
export function HandlingPart({ aliasId }: { aliasId: string }) {
  const id = useId();
  const { data, isError, refetch } = useAliasSettings(aliasId);
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h3 id={id} className="text-body font-semibold">
        How mail is handled
      </h3>
      {!data && !isError && <Waiting text="Loading settings..." />}
      {!data && isError && (
        <div role="alert" className="flex flex-wrap items-center gap-4 text-soft">
          The settings could not be loaded.
          <Button look="plain" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data && (
        <ul className="flex flex-col divide-y divide-line">
          {handlingSwitches.map((one) => (
            <HandlingRow key={one.name} aliasId={aliasId} settings={data.settings} {...one} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface HandlingRowProps extends HandlingSwitch {
  aliasId: string;
  settings: AliasSettings;
}

function HandlingRow({ aliasId, settings, name, on, title, text, warning }: HandlingRowProps) {
  const { mutateAsync, isPending, variables } = useChangeAliasSetting(aliasId, name);
  const value = isPending ? variables : settings[name];

  const change = useSingleRun(async (checked: boolean) => {
    try {
      await mutateAsync(checked === on);
    } catch (error) {
      reportFailure(error, 'Not Saved', 'The setting could not be saved');
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
