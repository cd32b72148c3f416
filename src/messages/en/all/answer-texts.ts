import * as faults from '#messages/faults.ts';
import * as keyFaults from '#messages/key-faults.ts';
import * as lifeFaults from '#messages/life-faults.ts';
import * as answers from '#messages/server/answers.ts';
import * as clients from '#messages/server/clients.ts';
import * as domains from '#messages/server/domains.ts';
import * as errors from '#messages/server/errors.ts';
import * as missingFeatures from '#messages/server/missing-features.ts';
import * as offers from '#messages/server/offers.ts';
import * as ruleTests from '#messages/server/rule-tests.ts';
import * as settingsFaults from '#messages/settings-faults.ts';

/** What people read of the answers of the API. */
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
