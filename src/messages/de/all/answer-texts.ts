import * as faults from '#messages-de/faults.ts';
import * as keyFaults from '#messages-de/key-faults.ts';
import * as lifeFaults from '#messages-de/life-faults.ts';
import * as answers from '#messages-de/server/answers.ts';
import * as clients from '#messages-de/server/clients.ts';
import * as domains from '#messages-de/server/domains.ts';
import * as errors from '#messages-de/server/errors.ts';
import * as missingFeatures from '#messages-de/server/missing-features.ts';
import * as offers from '#messages-de/server/offers.ts';
import * as ruleTests from '#messages-de/server/rule-tests.ts';
import * as settingsFaults from '#messages-de/settings-faults.ts';

export const answerTexts = {
  faults,
  keyFaults,
  lifeFaults,
  settingsFaults,
  answers,
  clients,
  domains,
  errors,
  missingFeatures,
  offers,
  ruleTests,
};
