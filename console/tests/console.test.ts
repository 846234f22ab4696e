import { administration } from './administration';
import { configuration } from './configuration';
import { desk } from './desk';
import { evidence } from './evidence';
import { everyday } from './everyday';
import { exportedLists } from './exported-lists';
import { jobs } from './jobs';
import { outages } from './outages';
import { onboarding } from './onboarding';
import { onboardingOutages } from './onboarding-outages';
import { own } from './own';
import { ownKeys } from './own-keys';
import { lists } from './lists';
import { people, startPeople } from './people';
import { roles } from './roles';
import { safety } from './safety';
import { screens } from './screens';
import { settlement } from './settlement';
import { shift } from './shift';
import { webhookRequests } from './webhook-requests';

/* The console in Chromium against a real platform, which all scenarios share. */
beforeAll(() => startPeople());

afterEach(() => Promise.all(people.browser.contexts().map((context) => context.close())));

afterAll(() => people?.stop());

describe('everyday', everyday);
describe('jobs', jobs);
describe('roles', roles);
describe('onboarding', onboarding);
describe('own', own);
describe('own keys', ownKeys);
describe('lists', lists);
describe('settlement', settlement);
describe('configuration', configuration);
describe('safety', safety);
describe('screens', screens);
describe('administration', administration);
describe('shift', shift);
describe('desk', desk);
describe('evidence', evidence);
describe('exported lists', exportedLists);
describe('requests of webhooks', webhookRequests);
describe('outages', outages);
describe('outages of the onboarding', onboardingOutages);
