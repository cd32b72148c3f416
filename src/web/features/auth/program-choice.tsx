import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import type { Program } from '#contract/account.ts';
import { programMessages as texts } from '#messages/pages/password-reset.ts';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { controlMessages } from '#messages/pages/controls.ts';
import { RequestError, request } from '#web/lib/request.ts';

type Programs = UseQueryResult<{ programs: Program[] }>;

/** What gets into the account of a mailed link without its password. */
export function usePrograms(token: string): Programs {
  return useQuery({
    queryKey: ['reset-programs', token],
    queryFn: ({ signal }) => request('POST /api/auth/password/programs', { payload: { token }, signal }),
    retry: false,
  });
}

interface ProgramChoiceProps {
  programs: Programs;
  /** Ids of those that stay. */
  keep: readonly string[];
  onKeep: (ids: readonly string[]) => void;
}

/** Asks program by program what stays after a new password; nothing does unless it is ticked. */
export function ProgramChoice({ programs: { data, error, isPending }, keep, onKeep }: ProgramChoiceProps) {
  // The reset itself tells of a link that is over.
  if (error instanceof RequestError && error.body.code === 'link_unusable') return null;
  if (isPending) return <Waiting text={controlMessages.loading} />;
  if (data === undefined) return <p className="text-small text-soft">{texts.notLoaded}</p>;
  if (data.programs.length === 0) return null;
  const turn = (id: string, kept: boolean): void => onKeep(kept ? [...keep, id] : keep.filter((other) => other !== id));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="font-medium">{texts.legend}</legend>
      <p className="text-small text-soft">{texts.hint}</p>
      <div className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto rounded-box border border-line">
        {data.programs.map((program) => (
          <ProgramRow
            key={program.id}
            program={program}
            kept={keep.includes(program.id)}
            onTurn={(kept) => turn(program.id, kept)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ProgramRowProps {
  program: Program;
  kept: boolean;
  onTurn: (kept: boolean) => void;
}

function ProgramRow({ program: { kind, name, createdAt }, kept, onTurn }: ProgramRowProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3 p-3">
      <input
        id={id}
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-amber"
        checked={kept}
        onChange={({ target }) => onTurn(target.checked)}
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block wrap-anywhere">
          {kind === 'api_key' ? texts.apiKey(name) : texts.smtp(name)}
        </label>
        <p className="text-small text-soft">{texts.madeOn(new Date(createdAt).toLocaleDateString(__LOCALE__))}</p>
      </div>
    </div>
  );
}
