import { rfc3339Text } from '../rfc3339/rfc3339';

/** One field of a form that the payer's browser posts; `template` is an RFC 6570 template. */
export interface UserInteractionFormField {
  key: string;
  template: string;
}

/**
 * Where the payer's browser goes. `uriTemplate` and form templates are RFC 6570 with one variable, `termination_uri`:
 * the page the payer returns to.
 */
export type BrowserRequest =
  | { requestType: 'BrowserGetRequest'; uriTemplate: string }
  | { requestType: 'BrowserPostRequest'; uriTemplate: string; form: UserInteractionFormField[] };

/** The browser goes to another page and comes back. */
export interface Redirect {
  interactionType: 'Redirect';
  request: BrowserRequest;
}

/** What the payer must do before the connector decides. Holds nothing secret: it is shown, published and recorded. */
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
      /** RFC 3339: the receipt can be paid until then. */
      dueDate: string;
    }
  | { interactionType: 'ApiExtensionRequest'; apiType: string };

/** An interaction that promises the payer no later moment than the payment itself waits for. */
export function promisedUntil(interaction: UserInteraction, deadline: Date): UserInteraction {
  if (interaction.interactionType !== 'PaymentTerminalReceipt') return interaction;
  const isKept = Date.parse(interaction.dueDate) <= deadline.getTime();
  return isKept ? interaction : { ...interaction, dueDate: rfc3339Text(deadline) };
}

/** The kinds of interaction. */
export type UserInteractionType = UserInteraction['interactionType'];
