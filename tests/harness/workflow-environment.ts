import { TestWorkflowEnvironment } from '@temporalio/testing';
import { service } from './services';

/** The SDK's start timeout of five seconds is short for a Java program on a loaded machine. */
const START_ATTEMPTS = 6;

/** A time-skipping server, which the test tears down. */
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
