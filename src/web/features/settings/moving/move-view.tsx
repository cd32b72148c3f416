import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Move } from '#contract/moves/moves.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { moveMessages as texts } from '#messages/pages/account/moves.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/input.tsx';
import { Progress } from '#web/components/ui/progress.tsx';
import { MoveEnd } from '#web/features/settings/moving/move-end.tsx';
import { MovePlan } from '#web/features/settings/moving/move-plan.tsx';
import { useMoveSteps, type MoveSteps } from '#web/features/settings/moving/moves.ts';

interface MoveViewProps {
  move: Move;
  /** The one that it was started with just now; null: none is in this tab. */
  apiKey: string | null;
  /** Has the focus once this move is forgotten. */
  sectionTitle: RefObject<HTMLElement | null>;
}

/** One move, as far as it is. */
export function MoveView({ move, apiKey, sectionTitle }: MoveViewProps) {
  const steps = useMoveSteps(move);
  const begun = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (apiKey === null || begun.current) return;
    begun.current = true;
    void steps.go('read', apiKey);
  });
  const title = texts.heading(texts.services[move.service], move.host);
  return (
    <section aria-label={title} className="flex flex-col gap-5 rounded-box border border-line p-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold wrap-anywhere outline-none">
        {title}
      </h3>
      {move.stage === 'reading' && <Reading move={move} steps={steps} apiKey={apiKey} />}
      {move.stage === 'running' && <Broken move={move} steps={steps} />}
      {move.stage === 'undoing' && <Undoing move={move} steps={steps} />}
      {move.stage === 'planned' && <MovePlan move={move} steps={steps} apiKey={apiKey} />}
      <MoveEnd move={move} steps={steps} returnFocus={() => heading.current ?? sectionTitle.current} />
    </section>
  );
}

interface StageProps {
  move: Move;
  steps: MoveSteps;
}

function troubleOf({ trouble, waitSeconds }: Move, isBusy: boolean): string | null {
  if (isBusy && (trouble === null || trouble === 'busy')) return waitSeconds >= 3 ? texts.waits(waitSeconds) : null;
  return trouble === null ? null : texts.troubles[trouble];
}

/** While a tab reads, how far it is; else the key that it takes to go on. */
function Reading({ move, steps, apiKey }: StageProps & { apiKey: string | null }) {
  const [typed, setTyped] = useState(apiKey ?? '');
  const isBusy = steps.busy === 'read';
  const trouble = troubleOf(move, isBusy);
  return (
    <>
      <p role="status" className="text-small">
        {texts.read(move.read)}
        {trouble !== null && <span className="block text-soft">{trouble}</span>}
      </p>
      {isBusy ? (
        <>
          <Progress label={texts.read(move.read)} />
          <Button look="plain" className="self-start" onClick={steps.stop}>
            {texts.stop}
          </Button>
        </>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== '') void steps.go('read', typed.trim());
          }}
        >
          <Field label={texts.key} hint={texts.keyAgain} error={steps.keyFault}>
            {(control) => (
              <PasswordInput
                what={texts.key}
                autoComplete="off"
                maxLength={moveLimits.apiKeyMax}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                {...control}
              />
            )}
          </Field>
          <Button type="submit" className="self-start" disabled={typed.trim() === ''}>
            {texts.readOn}
          </Button>
        </form>
      )}
    </>
  );
}

/** Aliases are being made, by this tab or by none. */
function Broken({ move, steps }: StageProps) {
  const { made, left } = move.counts;
  const isBusy = steps.busy === 'run';
  return (
    <>
      <Progress label={texts.progress(made, made + left)} value={made} max={made + left} />
      {isBusy ? (
        <Button look="plain" className="self-start" onClick={steps.stop}>
          {texts.stop}
        </Button>
      ) : (
        <>
          <p className="text-small text-soft">{texts.broken}</p>
          <Button className="self-start" onClick={() => void steps.go('run')}>
            {texts.goOn}
          </Button>
        </>
      )}
    </>
  );
}

function Undoing({ move, steps }: StageProps) {
  return (
    <>
      <p role="status" className="text-small">
        {texts.progress(move.counts.made, move.read)}
      </p>
      <Button look="plain" className="self-start" disabled={steps.busy !== null} onClick={() => void steps.go('undo')}>
        {steps.busy === null ? texts.goOn : texts.undoing}
      </Button>
    </>
  );
}
