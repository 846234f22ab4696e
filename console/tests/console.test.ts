import { administration } from './administration';
import { configuration } from './configuration';
import { desk } from './desk';
import { everyday } from './everyday';
import { exportedLists } from './exported-lists';
import { jobs } from './jobs';
import { outages } from './outages';
import { onboarding } from './onboarding';
import { onboardingOutages } from './onboarding-outages';
import { own } from './own';
import { ownKeys } from './own-keys';
import { lists } from './lists';
import { startPeople, type People } from './people';
import { roles } from './roles';
import { safety } from './safety';
import { screens } from './screens';
import { settlement } from './settlement';
import { webhookRequests } from './webhook-requests';

/* The console in Chromium against a real platform, which all scenarios share. */
let people: People;

beforeAll(async () => {
  people = await startPeople();
});

afterAll(() => people?.stop());

describe('everyday', () => everyday(() => people));
describe('jobs', () => jobs(() => people));
describe('roles', () => roles(() => people));
describe('onboarding', () => onboarding(() => people));
describe('own', () => own(() => people));
describe('own keys', () => ownKeys(() => people));
describe('lists', () => lists(() => people));
describe('settlement', () => settlement(() => people));
describe('configuration', () => configuration(() => people));
describe('safety', () => safety(() => people));
describe('screens', () => screens(() => people));
describe('administration', () => administration(() => people));
describe('desk', () => desk(() => people));
describe('exported lists', () => exportedLists(() => people));
describe('requests of webhooks', () => webhookRequests(() => people));
describe('outages', () => outages(() => people));
describe('outages of the onboarding', () => onboardingOutages(() => people));
