import * as faults from '#messages-lt/faults.ts';
import * as keyFaults from '#messages-lt/key-faults.ts';
import * as lifeFaults from '#messages-lt/life-faults.ts';
import * as answers from '#messages-lt/server/answers.ts';
import * as clients from '#messages-lt/server/clients.ts';
import * as domains from '#messages-lt/server/domains.ts';
import * as errors from '#messages-lt/server/errors.ts';
import * as missingFeatures from '#messages-lt/server/missing-features.ts';
import * as offers from '#messages-lt/server/offers.ts';
import * as ruleTests from '#messages-lt/server/rule-tests.ts';
import * as settingsFaults from '#messages-lt/settings-faults.ts';

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
