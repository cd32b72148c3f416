import { CircleCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Alias } from '#contract/aliases.ts';
import { firstStepsMessages as texts } from '#messages/pages/account/start.ts';
import { GuideLink } from '#web/components/guide-link.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import type { Step, StepName } from '#web/features/aliases/start/use-first-steps.ts';
import type { StepMark } from '#web/lib/aliases/first-steps.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { Link } from '#web/lib/router/link.tsx';
import { showToast } from '#web/lib/toast.ts';

interface StepListProps {
  /** What a test would go to. */
  newest: Alias | undefined;
  steps: readonly Step[];
  onMark: (mark: StepMark, isSet: boolean) => void;
  onGone: () => void;
}

/** The four first steps: open while there is no alias, then one line with the next of them. */
export function StepList({ newest, steps, onMark, onGone }: StepListProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? newest === undefined;
  const next = steps.find(({ done }) => !done);
  const end = (mark: StepMark): void => {
    flushSync(() => onMark(mark, true));
    onGone();
  };
  const tick = (name: Exclude<StepName, 'confirm'>, isSet: boolean): void => {
    if (!isSet || steps.some((step) => step.name !== name && !step.done)) return onMark(name, isSet);
    end(name);
    showToast({ title: texts.finished, description: texts.finishedText });
  };
  return (
    <div className="px-4 py-1 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="font-semibold">{texts.title}</h2>
        <p className="text-soft tabular-nums">{texts.done(steps.filter(({ done }) => done).length, steps.length)}</p>
        {!isOpen && next && <p className="min-w-0 text-soft">{texts.next(titles[next.name])}</p>}
        <div className="flex items-center gap-3 lg:ml-auto">
          <TextButton
            aria-expanded={isOpen}
            aria-label={isOpen ? texts.hideOf : texts.showOf}
            onClick={() => setChosen(!isOpen)}
          >
            {isOpen ? texts.hide : texts.show}
          </TextButton>
          <TextButton aria-label={texts.dismissOf} onClick={() => end('over')}>
            {texts.dismiss}
          </TextButton>
        </div>
      </div>
      {isOpen && (
        <ol className="grid gap-x-8 pb-2 lg:grid-cols-2">
          {steps.map((step) => (
            <StepItem key={step.name} step={step} onTick={tick}>
              <StepText name={step.name} alias={newest} />
            </StepItem>
          ))}
        </ol>
      )}
    </div>
  );
}

const titles: Record<StepName, string> = {
  confirm: texts.confirm,
  test: texts.test,
  reply: texts.reply,
  install: texts.install,
};

interface StepItemProps {
  step: Step;
  onTick: (name: Exclude<StepName, 'confirm'>, isSet: boolean) => void;
  children: ReactNode;
}

/** Ticked by itself where the program knows, else by hand. */
function StepItem({ step: { name, done, known }, onTick, children }: StepItemProps) {
  return (
    <li className="flex items-start gap-3 py-1">
      {name === 'confirm' || known ? (
        <>
          <span className="mt-1 grid size-4 shrink-0 place-items-center">
            {done ? (
              <CircleCheck role="img" aria-label={texts.isDone} className="size-4 text-on" />
            ) : (
              <span aria-hidden="true" className="size-3.5 rounded-full border-2 border-edge" />
            )}
          </span>
          <p className="min-w-0">
            <span className="font-medium">{titles[name]}</span> {!done && <span className="text-soft">{children}</span>}
          </p>
        </>
      ) : (
        <>
          <input
            id={`first-step-${name}`}
            type="checkbox"
            checked={done}
            onChange={({ target }) => onTick(name, target.checked)}
            className="mt-1 size-4 shrink-0 accent-amber"
          />
          <p className="min-w-0">
            <label htmlFor={`first-step-${name}`} className="font-medium">
              {titles[name]}
            </label>{' '}
            {!done && <span className="text-soft">{children}</span>}
          </p>
        </>
      )}
    </li>
  );
}

const linkClasses = 'rounded-mark font-semibold text-amber-deep underline underline-offset-2';

/** How it is done, with the way there. */
function StepText({ name, alias }: { name: StepName; alias: Alias | undefined }) {
  const config = useConfig();
  switch (name) {
    case 'confirm':
      return texts.confirmText;
    case 'reply':
      return config?.features.replies === false ? texts.replyElsewhere : texts.replyText;
    case 'install':
      return (
        <>
          {texts.installText} <GuideLink guide="clients" text={texts.guide} /> {texts.or}{' '}
          <Link to="/settings/api-keys" className={joinClasses(linkClasses, 'whitespace-nowrap')}>
            {texts.apiKey}
          </Link>
        </>
      );
    case 'test':
      if (alias === undefined) return texts.testNoAlias;
      if (config?.provider !== 'builtin') {
        return <bdi className="wrap-anywhere">{texts.testText(aliasAddress(alias))}</bdi>;
      }
      return (
        <Link
          to={config.preview ? `/inbox?write=${encodeURIComponent(aliasAddress(alias))}` : `/aliases/${alias.id}`}
          className={linkClasses}
        >
          {texts.testLink}
        </Link>
      );
  }
}
