import { startPage } from '#extension/components/start-page.tsx';
import { PopupPage } from '#extension/popup/popup-page.tsx';

startPage(({ popupTexts }) => popupTexts.title, <PopupPage />);
