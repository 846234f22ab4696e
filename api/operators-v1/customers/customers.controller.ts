import { Get, Path, Route } from '@tsoa/runtime';
import type { Binding } from '../../../domain/payments/binding/binding';
import type { Customer } from '../../../domain/payments/customer/customer';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { showContacts } from '../../../domain/operators/search/personal-data';
import { findAnyCustomer, listAnyBindings } from '../../../store/payments/customer/customer.queries';
import { searchPayments } from '../../../store/operators/search/payments.search';
import { ApiController } from '../../http/dependencies';
import { presentTool, presentOperatedPayment } from '../payments/operated-payment.presenter';
import type { EntityID } from '../timelines/timeline.types';
import type { OperatedBinding, OperatedCustomerDetails } from './operated-customer.types';
import { paymentFailurePath } from '../../../domain/payments/payment/payment-failure';

const MAX_PAYMENTS = 50;
const DAY_MS = 86_400_000;

@Route()
export class OperatedCustomersController extends ApiController {
  /**
   * Получить покупателя любого участника с привязками и последними платежами, также удалённого.
   * @summary Покупатель
   */
  @Get('customers/{customerID}')
  public async getOperatedCustomer(@Path() customerID: EntityID): Promise<OperatedCustomerDetails> {
    const { store } = this.api;
    const customer = await findAnyCustomer(store.database, customerID);
    const bindings = await listAnyBindings(store.database, customerID);
    const { rows } = await searchPayments(store, {
      ...{ shopID: customer.shopID, from: customer.createdAt, to: new Date(Date.now() + DAY_MS) },
      ...{ conditions: { customerID }, limit: MAX_PAYMENTS },
    });
    const isMasked = this.masksContacts();
    return {
      ...presentCustomerFields(customer, isMasked),
      bindings: bindings.map((binding) => presentOperatedBinding(binding, customer)),
      payments: rows.map((payment) => presentOperatedPayment(payment, isMasked)),
    };
  }
}

type CustomerFields = Omit<OperatedCustomerDetails, 'bindings' | 'payments'>;

function presentCustomerFields(customer: Customer, isMasked: boolean): CustomerFields {
  const { id, partyID, shopID, externalID, createdAt, deletedAt, status } = customer;
  const { email, phoneNumber } = customer.contactInfo;
  return {
    ...{ customerID: id, partyID, shopID },
    ...(externalID === null ? {} : { externalID }),
    ...{ createdAt: rfc3339Text(createdAt), status: deletedAt === null ? status : 'deleted' },
    ...(deletedAt === null ? {} : { deletedAt: rfc3339Text(deletedAt) }),
    ...showContacts({ email, phone: phoneNumber }, isMasked),
  };
}

function presentOperatedBinding(binding: Binding, { activeBindingID }: Customer): OperatedBinding {
  const { id, createdAt, status, toolDetails, connector, failure } = binding;
  return {
    ...{ id, createdAt: rfc3339Text(createdAt), status, isActive: id === activeBindingID, connector },
    ...presentTool(toolDetails),
    ...(failure === null ? {} : { errorCode: paymentFailurePath(failure) }),
  };
}
