import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { BINDING_LIFETIME_MS, type Binding } from '../../../domain/payments/binding/binding';
import { bindingMachine } from '../../../domain/payments/binding/binding.machine';
import type { ClientInfo } from '../../../domain/payments/payment/payment';
import type { PaymentTool, PaymentToolDetails } from '../../../domain/payments/payment/payment-tool';
import type { AccountStates } from '../../../domain/payments/connector-account/order-accounts';
import type { PaymentRoute } from '../../../domain/payments/payment/routing';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import { selectList } from '../../postgres/columns';
import { lookup } from '../../postgres/database';
import { newId } from '../../id';
import { createOnce, type Existing } from '../../idempotency';
import { encryptPaymentTool, computeToolFingerprint } from '../payment-tool/payment-tool-token';
import type { StartCommand } from '../../change-log';
import { getOperableShop, type ShopRow } from '../../merchants/shop/shop.queries';
import { selectConnectors, listRoutes } from '../../merchants/shop/routes';
import { assertBindable, assertRecurrentPermitted } from '../../../domain/merchants/shop/shop-terms';
import type { Store } from '../../store';
import { BINDING_COLUMNS, insertBinding } from './binding.table';
import { changeCustomer, type CustomerChangeRecord } from '../customer/customer.change';
import { bindingWebhookMessages } from '../customer/customer.message';
import { workflowMemo, type MemoFacts } from '../../workflow-memo';

/** Input of a new binding. The payment tool is stored only encrypted. */
export interface NewBinding {
  customerID: string;
  partyID: string;
  externalID?: string;
  /** The scope of the payer's access token; missing for the merchant. */
  externalIDScope?: string;
  tool: PaymentTool;
  toolDetails: PaymentToolDetails;
  clientInfo: ClientInfo;
  /** The accounts that take the wallet’s token, if one is bound. */
  takers?: ReadonlySet<string>;
}

/** A request whose external id and compared fields are known before its tool token is checked. */
export interface BindingRequest extends Omit<NewBinding, 'tool' | 'toolDetails' | 'clientInfo'> {
  /** Missing if its token cannot be decrypted. */
  tool: PaymentTool | undefined;
  /** @throws Refusal if the token is invalid */
  draft: () => Promise<NewBinding>;
}

/**
 * Starts to bind a payment tool to a customer; its workflow has the connector verify it. Idempotent by external id for
 * the same tool.
 * @throws Refusal notFound, invalidPaymentResource, operationNotPermitted, invalidPartyStatus, invalidShopStatus,
 * externalIDConflict, temporarilyUnavailable
 */
export async function createBinding(
  store: Store,
  asked: NewBinding | BindingRequest,
  now = new Date(),
): Promise<Binding> {
  const { customerID, partyID, externalID, externalIDScope = '', tool } = asked;
  const request = {
    ...{ partyID, externalID, scope: externalIDScope },
    // The customer is compared too: the same card of another customer is another binding.
    compared: { customerID, tool: tool && (await computeToolFingerprint(tool, store)) },
    ...{ index: 'customer_bindings_external_id', findExisting: FIND_EXISTING },
  };
  return createOnce(store.database, request, async (hash) => {
    store.admission.admit('payer', partyID);
    const given = 'draft' in asked ? await asked.draft() : asked;
    const encryptedPaymentTool = await encryptPaymentTool(given.tool, store.encryptionKeys);
    const states = await store.accounts.readStates();
    let binding: Binding | undefined;
    await changeCustomer(store, given, async (customer, tx) => {
      const shop = await getOperableShop(store.database, customer, tx);
      assertRecurrentPermitted(shop);
      assertBindable(shop, given.toolDetails);
      const routes = await listRoutes(store.database, shop, tx);
      binding = draftBinding({ given, shop, routes, states, encryptedPaymentTool, now });
      await insertBinding(store.database, binding, { hash, externalIDScope }, tx);
      return started(customer, binding, shop.name);
    });
    if (!binding) throw new Error('the binding was not stored');
    return binding;
  });
}

const FIND_EXISTING = lookup<Binding & Existing>(
  'binding-find-existing',
  `SELECT ${selectList(BINDING_COLUMNS, 'b')}, b.parameters_hash AS "parametersHash"
   FROM customer_bindings b WHERE b.party_id = $1 AND b.external_id = $2 AND b.external_id_scope = $3`,
);

interface DraftInput {
  given: NewBinding;
  shop: ShopRow;
  routes: readonly PaymentRoute[];
  states: AccountStates;
  encryptedPaymentTool: string;
  now: Date;
}

function draftBinding({ given, shop, routes, states, encryptedPaymentTool, now }: DraftInput): Binding {
  const id = newId(now);
  const routed = { tool: given.toolDetails.type, currency: shop.currency, takers: given.takers, key: id };
  return {
    customerID: given.customerID,
    id,
    partyID: given.partyID,
    shopID: shop.id,
    connector: selectConnectors(routes, routed, states).connector,
    externalID: given.externalID ?? null,
    createdAt: now,
    deadline: new Date(now.getTime() + BINDING_LIFETIME_MS),
    clientInfo: given.clientInfo,
    toolDetails: given.toolDetails,
    encryptedPaymentTool,
    encryptedRecurrentToken: null,
    schemeTransactionID: null,
    status: bindingMachine.initial,
    statusChangedAt: now,
    interaction: null,
    failure: null,
  };
}

function started(customer: CustomerChangeRecord['customer'], binding: Binding, shop: string): CustomerChangeRecord {
  return {
    customer,
    changes: [{ changeType: 'CustomerBindingStarted', bindingID: binding.id }],
    messages: bindingWebhookMessages(bindingMachine.creation, { customer, binding }),
    commands: [bindingWorkflow({ ...binding, shop, method: binding.toolDetails.type })],
  };
}

export function bindingWorkflow({
  customerID,
  id,
  deadline,
  partyID,
  shopID,
  status,
  ...facts
}: Pick<Binding, 'customerID' | 'id' | 'deadline' | 'partyID' | 'shopID' | 'status'> & MemoFacts): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.binding(customerID, id),
    workflowType: workflowTypes.binding,
    args: [{ customerID, bindingID: id, deadline: rfc3339Text(deadline) }],
    searchAttributes: { PartyID: partyID, ShopID: shopID, EntityStatus: status },
    summary: `Binding of a payment tool to customer ${customerID}`,
    memo: workflowMemo({ shop: facts.shop, method: facts.method }),
  };
}
