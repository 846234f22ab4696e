import { jobs } from './jobs';
import { lists } from './lists';
import { startPeople, type People } from './people';
import { safety } from './safety';
import { screens } from './screens';

/* The console in Chromium against a real platform, which all scenarios share. */
let people: People;

beforeAll(async () => {
  people = await startPeople();
});

afterAll(() => people?.stop());

describe('jobs', () => jobs(() => people));
describe('lists', () => lists(() => people));
describe('safety', () => safety(() => people));
describe('screens', () => screens(() => people));
