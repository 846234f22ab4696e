import { rfc3339Text } from '../../platform/rfc3339/rfc3339';

/** A form field; `template` is an RFC 6570 template. */
export interface UserInteractionFormField {
  key: string;
  template: string;
}

/**
 * A request of the payer's browser. `uriTemplate` and form templates are RFC 6570 with the variable `termination_uri`, the
 * page the payer returns to.
 */
export type BrowserRequest =
  | { requestType: 'BrowserGetRequest'; uriTemplate: string }
  | { requestType: 'BrowserPostRequest'; uriTemplate: string; form: UserInteractionFormField[] };

export interface Redirect {
  interactionType: 'Redirect';
  request: BrowserRequest;
}

/** What the payer must do before the connector decides. It holds no secrets: it is shown, published and stored. */
export type UserInteraction =
  | Redirect
  | { interactionType: 'QrCodeDisplayRequest'; qrCode: string }
  | {
      interactionType: 'CryptoCurrencyTransferRequest';
      cryptoAddress: string;
      symbolicCode: string;
      /** Decimal fraction with a point, e.g. `0.00125`. */
      cryptoAmount: string;
    }
  | {
      interactionType: 'PaymentTerminalReceipt';
      shortPaymentID: string;
      /** RFC 3339: when the receipt expires. */
      dueDate: string;
    }
  | { interactionType: 'ApiExtensionRequest'; apiType: string };

/** Limits the due date of a receipt to the payment's deadline. */
export function capDueDate(interaction: UserInteraction, deadline: Date): UserInteraction {
  if (interaction.interactionType !== 'PaymentTerminalReceipt') return interaction;
  const isWithinDeadline = Date.parse(interaction.dueDate) <= deadline.getTime();
  return isWithinDeadline ? interaction : { ...interaction, dueDate: rfc3339Text(deadline) };
}
