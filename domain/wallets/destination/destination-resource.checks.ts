import { Refusal } from '../../platform/errors/refusal';
import type { DestinationResource } from './destination-resource';
import type { BankTransferARG, BankTransferPIX } from './destination-resource-america';
import type { BankTransferIND, BankTransferPHP } from './destination-resource-asia';
import type { BankTransferRUB, FastPaymentSystemTransfer } from './destination-resource-eurasia';
import type { BankTransferSEPA } from './destination-resource-europe';
import type { BankSWIFT, BankTransferSWIFT } from './destination-resource-swift';
import { isAlias, isArgentineTaxID, isCbu, isCvu } from './schemes/argentina';
import { getBicCountry, isBic } from './schemes/bic';
import { isPixKey } from './schemes/brazil';
import { hasIbanCheckDigits, type IbanRegistry } from './schemes/iban';
import { hasNubanCheckDigit } from './schemes/nigeria';
import { hasAccountKey, hasCorrespondentAccountKey, isBik, isInn, isRoubleAccount } from './schemes/russia';
import { isAbaRoutingNumber } from './schemes/united-states';

/** A violation of a scheme's rule; `field` is a dotted path within the resource. */
export interface ResourceFault {
  field: string;
  rule: string;
}

const NUBAN_RULE = 'must end with the check digit of a NUBAN of this bank';
const KZ_PHONE = /^\+7(70\d|747|771|77[5-8])\d{7}$/;
const KZ_PHONE_RULE = 'must be a mobile number of Kazakhstan';
const RU_PHONE = /^\+79\d{9}$/;
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/**
 * Lists violations of the scheme's rules that the published schema does not state: check digits, and fields that must agree
 * with each other.
 */
export function resourceFaults(resource: DestinationResource, registry: IbanRegistry): ResourceFault[] {
  switch (resource.type) {
    case 'BankCardDestinationResource':
    case 'CryptoWalletDestinationResource':
    case 'DigitalWalletDestinationResource':
    case 'BankTransferJPY':
    case 'BankTransferKRW':
    case 'BankTransferUK':
      // These schemes have no check digits.
      return [];
    case 'BankTransferIND':
      return indiaFaults(resource);
    case 'BankTransferARG':
      return argentinaFaults(resource);
    case 'BankTransferSEPA':
      return sepaFaults(resource, registry);
    case 'BankTransferPIX':
      return pixFaults(resource);
    case 'BankTransferTRY':
      return ibanFaults({ iban: resource.iban, country: 'TR' }, registry);
    case 'BankTransferPHP':
      return philippinesFaults(resource);
    case 'BankTransferPKR':
      return ibanFaults({ iban: resource.iban, country: 'PK' }, registry);
    case 'BankTransferNGN':
      return faultUnless(hasNubanCheckDigit(resource), 'accountNumber', NUBAN_RULE);
    case 'BankTransferSWIFT':
      return swiftFaults(resource, registry);
    case 'BankTransferRUB':
      return russiaFaults(resource);
    case 'MobileTransferKZ':
      return faultUnless(KZ_PHONE.test(resource.phoneNumber), 'phoneNumber', KZ_PHONE_RULE);
    case 'FastPaymentSystemTransfer':
      return fastPaymentFaults(resource);
  }
}

/** @throws Refusal invalidRequest for the first invalid field, without its value */
export function assertValidResource(resource: DestinationResource, registry: IbanRegistry): void {
  const [fault] = resourceFaults(resource, registry);
  if (fault) throw new Refusal('invalidRequest', `${fault.field} ${fault.rule}`, { place: `resource.${fault.field}` });
}

function faultUnless(holds: boolean, field: string, rule: string): ResourceFault[] {
  return holds ? [] : [{ field, rule }];
}

function ibanFaults({ iban, country }: { iban: string; country?: string }, registry: IbanRegistry): ResourceFault[] {
  if (country && !iban.startsWith(country))
    return [{ field: 'iban', rule: `must be an IBAN of the country ${country}` }];
  if (!hasIbanCheckDigits(iban)) return [{ field: 'iban', rule: 'must be an IBAN whose check digits hold' }];
  return faultUnless(registry.isKnown(iban), 'iban', 'must have the length and form of its country');
}

function sepaFaults({ iban, bic }: BankTransferSEPA, registry: IbanRegistry): ResourceFault[] {
  return [
    ...ibanFaults({ iban }, registry),
    ...faultUnless(registry.isSepaCountry(iban.slice(0, 2)), 'iban', 'must belong to a country of SEPA'),
    ...faultUnless(bic === undefined || isBic(bic), 'bic', 'must be a BIC of 8 or 11 characters'),
  ];
}

function indiaFaults({ bank }: BankTransferIND): ResourceFault[] {
  return faultUnless(IFSC.test(bank.branchCode), 'bank.branchCode', 'must be an IFSC');
}

function philippinesFaults({ bank }: BankTransferPHP): ResourceFault[] {
  const isLocal = isBic(bank.bic) && getBicCountry(bank.bic) === 'PH';
  return faultUnless(isLocal, 'bank.bic', 'must be a BIC of the Philippines');
}

function argentinaFaults({ accountNumberType, accountNumber, taxID }: BankTransferARG): ResourceFault[] {
  const isValid = { CBU: isCbu, CVU: isCvu, Alias: isAlias }[accountNumberType];
  return [
    ...faultUnless(isValid(accountNumber), 'accountNumber', `must be a valid ${accountNumberType}`),
    ...faultUnless(
      taxID === undefined || isArgentineTaxID(taxID),
      'taxID',
      'must be a CUIT, CUIL or CDI whose check digit holds',
    ),
  ];
}

function pixFaults({ pixKeyType, pixKey }: BankTransferPIX): ResourceFault[] {
  return faultUnless(
    isPixKey({ type: pixKeyType, key: pixKey }),
    'pixKey',
    `must be a valid key of the kind ${pixKeyType}`,
  );
}

function swiftFaults(resource: BankTransferSWIFT, registry: IbanRegistry): ResourceFault[] {
  const { iban, accountNumber, bank, correspondentBank } = resource;
  const hasOneAccount = (iban === undefined) !== (accountNumber === undefined);
  const hasBankWhereNeeded = accountNumber === undefined || bank !== undefined;
  return [
    ...faultUnless(hasOneAccount, 'iban', 'or accountNumber must be given, and not both'),
    ...faultUnless(hasBankWhereNeeded, 'bank', 'must be given with accountNumber'),
    ...(iban === undefined ? [] : ibanFaults({ iban }, registry)),
    ...(bank ? swiftBankFaults(bank, 'bank') : []),
    ...(correspondentBank ? swiftBankFaults(correspondentBank, 'correspondentBank') : []),
  ];
}

function swiftBankFaults({ bic, aba, countryCode }: BankSWIFT, field: string): ResourceFault[] {
  const isSameCountry = countryCode === undefined || countryCode === getBicCountry(bic);
  return [
    ...faultUnless(isBic(bic), `${field}.bic`, 'must be a BIC of 8 or 11 characters'),
    ...faultUnless(isSameCountry, `${field}.countryCode`, 'must be the country of the BIC'),
    ...faultUnless(
      aba === undefined || isAbaRoutingNumber(aba),
      `${field}.aba`,
      'must be an ABA number whose check digit holds',
    ),
  ];
}

function russiaFaults({ account, bankBik, bankPostAccount, inn }: BankTransferRUB): ResourceFault[] {
  const hasPostKey = bankPostAccount === undefined || hasCorrespondentAccountKey({ account: bankPostAccount, bankBik });
  return [
    ...faultUnless(isBik(bankBik), 'bankBik', 'must be a BIK'),
    ...faultUnless(isRoubleAccount(account), 'account', 'must be kept in roubles (digits 6 to 8 are 810 or 643)'),
    ...faultUnless(hasAccountKey({ account, bankBik }), 'account', 'must have the control key of its bank'),
    ...faultUnless(hasPostKey, 'bankPostAccount', 'must be the correspondent account of the bank with this BIK'),
    ...faultUnless(inn === undefined || isInn(inn), 'inn', 'must be an INN whose check digits hold'),
  ];
}

function fastPaymentFaults({ phoneNumber, bankBik }: FastPaymentSystemTransfer): ResourceFault[] {
  return [
    ...faultUnless(RU_PHONE.test(phoneNumber), 'phoneNumber', 'must be a mobile number of Russia'),
    ...faultUnless(isBik(bankBik), 'bankBik', 'must be a BIK'),
  ];
}
