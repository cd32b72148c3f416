import { startPage } from '#extension/components/start-page.tsx';
import { SettingsPage } from '#extension/settings/settings-page.tsx';

startPage(({ extensionSettingsTexts }) => extensionSettingsTexts.title, <SettingsPage />);
