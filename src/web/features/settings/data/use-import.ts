import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { importMessages } from '#messages/pages/account/import.ts';
import { LongRowError } from '#web/features/settings/data/cut-csv.ts';
import {
  isComplete,
  keepBroken,
  readFile,
  runForGood,
  takeParts,
  type ChosenFile,
  type ImportRun,
} from '#web/features/settings/data/import-run.ts';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { ownKey } from '#web/lib/session.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

function tellFailure(error: unknown): void {
  const fallback = error instanceof LongRowError ? importMessages.longRow(error.line) : importMessages.failure;
  reportFailure(error, importMessages.failed, fallback);
}

type Step = 'check' | 'import';

/** What is under way, for as long as what shows it is there. */
function useRun() {
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  const [busy, setBusy] = useState<Step | null>(null);
  const [isStopping, setStopping] = useState(false);
  const run = async (step: Step, begun: Promise<ImportRun>, onPart: (now: ImportRun, isShown: boolean) => void) => {
    const mine = new AbortController();
    control.current = mine;
    setBusy(step);
    setStopping(false);
    try {
      return await takeParts(await begun, mine.signal, (now) => onPart(now, control.current === mine));
    } catch (error) {
      if (control.current === mine) tellFailure(error);
      return null;
    } finally {
      if (control.current === mine) {
        control.current = null;
        setBusy(null);
      }
    }
  };
  const stop = (): void => {
    control.current?.abort();
    setStopping(true);
  };
  /** Gives up what is on its way: nobody hears of it any more. */
  const giveUp = (): void => {
    control.current?.abort();
    control.current = null;
    setBusy(null);
  };
  return { busy, isStopping, run, stop, giveUp };
}

/** The two steps, each part by part. Nothing is imported but what was checked. */
export function useImport(userId: string) {
  const client = useQueryClient();
  const [checked, setChecked] = useState<ImportRun | null>(null);
  const [imported, setImported] = useState<ImportRun | null>(null);
  const { run, giveUp, ...under } = useRun();

  const forget = (): void => {
    giveUp();
    setChecked(null);
    setImported(null);
  };
  const goOn = useSingleRun(async (from: ImportRun | null) => {
    if (from === null) return;
    const end = await run('import', Promise.resolve(from), (now) => {
      if (now.done > 0) keepBroken(userId, now);
      setImported(now);
    });
    tellOtherTabs('aliases');
    void client.invalidateQueries({ queryKey: [ownKey] });
    if (end !== null && isComplete(end))
      showToast({ title: importMessages.done, description: importMessages.doneDescription(end.report.created) });
  });
  return {
    ...under,
    checked,
    imported,
    forget,
    checkFile: (chosen: ChosenFile) => {
      forget();
      void run('check', readFile(chosen), (now, isShown) => {
        if (isShown) setChecked(now);
      });
    },
    importChecked: () => void goOn(checked && runForGood(checked)),
    goOn: () => void goOn(imported),
  };
}
