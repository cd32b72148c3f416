import { useId, type ReactNode, type Ref } from 'react';
import { Card } from '#web/components/ui/card.tsx';

interface SettingsSectionProps {
  title: string;
  /** The title has the focus once what had it is gone. */
  titleRef?: Ref<HTMLHeadingElement> | undefined;
  description: ReactNode;
  children: ReactNode;
}

/** One matter of the settings: what it is about, and beside it what can be done. */
export function SettingsSection({ title, titleRef, description, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="grid gap-x-12 gap-y-5 p-5 sm:p-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div>
        <h2 id={id} ref={titleRef} tabIndex={-1} className="text-lead font-semibold outline-none">
          {title}
        </h2>
        <p className="mt-1 text-small text-soft">{description}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
    </Card>
  );
}
