import { TestWorkflowEnvironment } from '@temporalio/testing';
import { service } from './services';

/** The SDK gives a server five seconds to start, which is little for a Java program on a loaded machine. */
const START_ATTEMPTS = 6;

/** A server of the test's own that skips the time nobody works in. The test tears it down (`teardown()`). */
export async function timeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const executable = await service('timeSkipping');
  for (let attempt = 1; ; attempt++) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
    } catch (error) {
      if (attempt === START_ATTEMPTS || !String(error).includes('did not start within')) throw error;
    }
  }
}
