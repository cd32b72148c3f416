import { OfflineSection } from '#web/features/settings/offline-section.tsx';
import { ChecklistSection } from '#web/features/settings/moving/checklist-section.tsx';
import { MoveInSection } from '#web/features/settings/moving/move-in-section.tsx';
import { MoveOutSection } from '#web/features/settings/moving/move-out-section.tsx';

/** Coming from another service, going to one, and what this browser keeps; loaded behind what stands above it. */
export function MovingSections() {
  return (
    <>
      <MoveInSection />
      <ChecklistSection />
      <MoveOutSection />
      <OfflineSection />
    </>
  );
}
