import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { offlineMessages as texts } from '#messages/pages/account/offline.ts';
import { Section } from '#web/components/section.tsx';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { eraseOffline, setOfflineOwner, useOfflineOwner } from '#web/lib/offline/offline-owner.ts';
import { useSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { isFrame } from '#web/lib/page-facts.ts';

/** By http from elsewhere browsers have neither. */
const isAble = !isFrame && window.isSecureContext && 'serviceWorker' in navigator;

/** Whether this browser keeps the list; the bar above every page keeps it, and says so once it has. */
export function OfflineSection() {
  const { user } = useSession();
  const owner = useOfflineOwner();
  const [unable, setUnable] = useState(!isAble);
  const change = async (on: boolean): Promise<void> => {
    if (on) setUnable(user === null || !setOfflineOwner(user.id));
    else {
      await eraseOffline();
      showToast({ title: texts.erased });
    }
  };
  return (
    <Section title={texts.section} description={texts.description}>
      {unable ? (
        <p className="text-small text-soft">{texts.unable}</p>
      ) : (
        <SwitchRow
          label={texts.label}
          text={texts.text(limits.offlineAliasesMax, limits.offlineDays)}
          warning={texts.shared}
          checked={user !== null && owner === user.id}
          busy={false}
          onChange={(on) => void change(on)}
        />
      )}
    </Section>
  );
}
