import { openFirefox } from '#support/extension/firefox.ts';
import { tellStory } from './extension-story.ts';

tellStory('For Firefox', openFirefox);
