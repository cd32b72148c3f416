import { openChromium } from '#support/extension/chromium.ts';
import { expectAccessible } from '../e2e/open-page.ts';
import { tellStory } from './extension-story.ts';

tellStory('For Chromium', (parts) => openChromium(parts, expectAccessible));
