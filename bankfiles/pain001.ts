import XMLBuilder from 'fast-xml-builder';
import type { BankParty, BankPayout, PayoutBatch } from '../domain/merchants/bank-file/bank-file';
import { currencyExponent, isCurrency } from '../domain/platform/currency/currency';
import { isBic } from '../domain/wallets/destination/schemes/bic';
import { hasIbanCheckDigits } from '../domain/wallets/destination/schemes/iban';
import { isBik } from '../domain/wallets/destination/schemes/russia';
import { decimalText } from '../domain/platform/money/amount-text';
import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import { BatchChecks, payoutField, PRINTABLE } from './batch-checks';

/** `sepa` is the usage guideline of SEPA credit transfers (EPC132-08): euro, IBAN, Latin letters. */
export type PaymentGuideline = 'iso20022' | 'sepa';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const MAX_DIGITS = 18;
const MAX_SEPA_MINOR = 99_999_999_999n;

/** References are Latin everywhere: banks carry them along unchanged. A slash is neither first, last nor doubled. */
const REFERENCE = { max: 35, pattern: /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]*(?<!\/)$/ };
const LATIN = /^[\p{Script=Latin}\x20-\x7e]*$/u;

/**
 * Writes a batch of payouts as `pain.001.001.09` of ISO 20022, in UTF-8.
 * @throws BankFileRefused with all faults of the batch
 */
export function writePain001(batch: PayoutBatch, guideline: PaymentGuideline): string {
  check(batch, guideline === 'sepa');
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: { '@xmlns': NAMESPACE, CstmrCdtTrfInitn: buildInitiation(batch, guideline === 'sepa') },
  });
}

function buildInitiation(batch: PayoutBatch, isSepa: boolean): object {
  const { messageID, createdAt, executionDate, debtor, payouts } = batch;
  const totals = { NbOfTxs: String(payouts.length), CtrlSum: controlSum(payouts) };
  return {
    GrpHdr: { MsgId: messageID, CreDtTm: rfc3339Text(createdAt), ...totals, InitgPty: { Nm: debtor.name } },
    PmtInf: {
      ...{ PmtInfId: messageID, PmtMtd: 'TRF', ...totals },
      ...(isSepa ? { PmtTpInf: { SvcLvl: { Cd: 'SEPA' } } } : {}),
      ReqdExctnDt: { Dt: executionDate },
      Dbtr: { Nm: debtor.name },
      DbtrAcct: buildAccount(debtor),
      // The schema requires the debtor's bank.
      DbtrAgt: buildAgent(debtor) ?? { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
      ...(isSepa ? { ChrgBr: 'SLEV' } : {}),
      CdtTrfTxInf: payouts.map(buildTransfer),
    },
  };
}

function buildTransfer(payout: BankPayout): object {
  const agent = buildAgent(payout.creditor);
  return {
    PmtId: { EndToEndId: payout.reference },
    Amt: { InstdAmt: { '@Ccy': payout.currency, '#text': decimalText(payout) } },
    ...(agent ? { CdtrAgt: agent } : {}),
    Cdtr: { Nm: payout.creditor.name },
    CdtrAcct: buildAccount(payout.creditor),
    RmtInf: { Ustrd: payout.remittance },
  };
}

function buildAccount({ account }: BankParty): object {
  return { Id: 'iban' in account ? { IBAN: account.iban } : { Othr: { Id: account.number } } };
}

function buildAgent({ bic }: BankParty): object | undefined {
  if (bic === undefined) return undefined;
  // The clearing system of the Bank of Russia knows banks by nine digits.
  return { FinInstnId: isBik(bic) ? { ClrSysMmbId: { ClrSysId: { Cd: 'RUCBC' }, MmbId: bic } } : { BICFI: bic } };
}

/** The sum of all amounts, whatever their currencies (the definition of `CtrlSum`). */
function controlSum(payouts: readonly BankPayout[]): string {
  const decimals = Math.max(0, ...payouts.map(({ currency }) => currencyExponent(currency)));
  const sum = payouts.reduce(
    (total, { amountMinor, currency }) => total + amountMinor * 10n ** BigInt(decimals - currencyExponent(currency)),
    0n,
  );
  const digits = sum.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function getTextLimits(isSepa: boolean): { max: number; pattern: RegExp } {
  return isSepa ? { max: 70, pattern: LATIN } : { max: 140, pattern: PRINTABLE };
}

function check(batch: PayoutBatch, isSepa: boolean): void {
  const checks = new BatchChecks();
  checks.batch(batch);
  checks.text('messageID', batch.messageID, REFERENCE);
  checkParty(checks, 'debtor', batch.debtor, isSepa);
  for (const [index, payout] of batch.payouts.entries()) {
    const { reference, currency, amountMinor, creditor, remittance } = payout;
    checks.text(payoutField(index, 'reference'), reference, REFERENCE);
    checks.text(payoutField(index, 'remittance'), remittance, { ...getTextLimits(isSepa), max: 140 });
    checkParty(checks, payoutField(index, 'creditor'), creditor, isSepa);
    checks.require(isSepa ? currency === 'EUR' : isCurrency(currency), payoutField(index, 'currency'), currency);
    const isTooLarge = isSepa ? amountMinor > MAX_SEPA_MINOR : amountMinor.toString().length > MAX_DIGITS;
    if (isTooLarge) checks.add('tooLong', payoutField(index, 'amountMinor'));
  }
  if (controlSum(batch.payouts).replace('.', '').length > MAX_DIGITS) checks.add('tooLong', 'controlSum');
  checks.finish();
}

function checkParty(checks: BatchChecks, field: string, party: BankParty, isSepa: boolean): void {
  const { name, account, bic } = party;
  checks.text(`${field}.name`, name, getTextLimits(isSepa));
  if ('iban' in account) checks.require(hasIbanCheckDigits(account.iban), `${field}.account.iban`, account.iban);
  else if (isSepa) checks.add('missing', `${field}.account.iban`);
  else checks.text(`${field}.account.number`, account.number, { max: 34, pattern: PRINTABLE });
  if (bic !== undefined) checks.require(isBic(bic) || (!isSepa && isBik(bic)), `${field}.bic`, bic);
}
