import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { BINDING_LIFETIME_MS } from '../../../domain/payments/binding/binding';
import { DEMO } from '../../../store/operators/demo/demo';
import { createBinding } from '../../../store/payments/binding/binding.create';
import { createCustomer } from '../../../store/payments/customer/customer.create';
import { getBinding } from '../../../store/payments/customer/customer.queries';
import { aVaultedCard } from '../../../tests/harness/vault';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());

/** Binds a card to a new customer at the server's current time. */
async function aBinding(cardNumber: string): Promise<{ customerID: string; bindingID: string; partyID: string }> {
  const { store } = harness;
  const customer = await createCustomer(store, { ...DEMO, contactInfo: {}, metadata: {} }, await harness.now());
  const binding = await createBinding(
    store,
    {
      customerID: customer.id,
      partyID: DEMO.partyID,
      tool: await aVaultedCard(harness, cardNumber),
      toolDetails: { type: 'bankCard', bin: '401288', lastDigits: '1881', paymentSystem: 'visa' },
      clientInfo: { fingerprint: 'browser-1' },
    },
    await harness.now(),
  );
  return { customerID: customer.id, bindingID: binding.id, partyID: DEMO.partyID };
}

test('an unconfirmed binding fails at its deadline and is voided', async () => {
  const ref = await aBinding('4012888888881881');
  const workflowID = workflowIDs.binding(ref.customerID, ref.bindingID);
  expect(await harness.readResult(workflowID)).toBe('failed');
  const { startTime, closeTime } = await harness.environment.client.workflow.getHandle(workflowID).describe();
  const lasted = (closeTime?.getTime() ?? NaN) - startTime.getTime();
  expect(lasted).toBeGreaterThanOrEqual(BINDING_LIFETIME_MS - 60_000);
  const binding = await getBinding(harness.store.database, ref);
  expect(binding).toMatchObject({
    status: 'failed',
    interaction: null,
    encryptedPaymentTool: null,
    failure: { code: 'authorization_failed', subError: { code: 'processing_deadline_reached' } },
  });
  const operation = encodeURIComponent(`binding/${ref.customerID}.${ref.bindingID}/verify`);
  const seen = await fetch(`${harness.sandboxUrl}/operations/${operation}`);
  expect(await seen.json()).toMatchObject({ status: 'declined', attempts: 1 });
});

test('a card without confirmation is bound immediately', async () => {
  const ref = await aBinding('4242424242424242');
  expect(await harness.readResult(workflowIDs.binding(ref.customerID, ref.bindingID))).toBe('succeeded');
  expect((await getBinding(harness.store.database, ref)).encryptedRecurrentToken).not.toBeNull();
});
