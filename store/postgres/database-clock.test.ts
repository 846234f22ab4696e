import { freshDatabase } from '../../tests/harness/database';
import { Database } from './database';
import { databaseClock } from './database-clock';

let database: Database;
beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 1 });
});
afterAll(() => database?.close());

test('the clock tells the database’s time, whatever the time of the process, and asks once in ten seconds', async () => {
  const clock = databaseClock(database);
  jest.useFakeTimers({ now: new Date('2100-01-01T00:00:00Z'), doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  const [run, elapsed] = [jest.spyOn(database, 'run'), jest.spyOn(performance, 'now')];
  try {
    const [first] = [await clock()];
    const [row] = await database.search<{ now: Date }>('SELECT clock_timestamp() AS now', []);
    expect(Math.abs(Number(row?.now) - first.getTime())).toBeLessThan(1_000);
    run.mockClear();
    await clock();
    expect(run).not.toHaveBeenCalled();
    elapsed.mockReturnValue(performance.now() + 10_001);
    await clock();
    expect(run).toHaveBeenCalledTimes(1);
  } finally {
    jest.useRealTimers();
    jest.restoreAllMocks();
  }
});
