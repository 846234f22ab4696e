import { CARD_FIELDS, type StoredCardField } from '../../domain/payments/payment/card-field';

/** Card data in the vault's memory. */
export interface CardContent {
  cardNumber: string;
  expDate?: string;
  cardHolder?: string;
  /** The number stands for that of a card: a cryptogram is stored in place of a CVV. */
  isNetworkToken?: true;
}

export interface DecryptedCard extends CardContent {
  cvv?: string;
}

/** Returns the value of a placeholder; undefined if the card does not have it. */
export function readCardField(card: DecryptedCard, field: StoredCardField): string | undefined {
  const [month, year] = card.expDate?.split('/') ?? [];
  const values: Record<StoredCardField, string | undefined> = {
    number: card.cardNumber,
    cvv: card.isNetworkToken ? undefined : card.cvv,
    cryptogram: card.isNetworkToken && card.cvv,
    holder: card.cardHolder,
    expMonth: month,
    expYear: year === undefined ? undefined : `20${year}`,
    expYearShort: year,
    expDate: card.expDate,
  };
  return values[field];
}

export function isCardField(text: string): text is StoredCardField {
  return (CARD_FIELDS as readonly string[]).includes(text);
}
