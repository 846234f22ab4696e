/** An order of a file, in roubles. */
export interface Ordered {
  reference: string;
  amount: string;
  account: string;
  /** The bank gives the money back. */
  isReturned?: boolean;
}

/** What a bank reads in a file of orders. */
export function readOrders(xml: string): Ordered[] {
  const take = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
  return xml
    .split('<CdtTrfTxInf>')
    .slice(1)
    .map((text) => ({
      reference: take(text, /<EndToEndId>([^<]*)</),
      amount: take(text, /<InstdAmt Ccy="RUB">([^<]*)</),
      account: take(text, /<CdtrAcct>[^]*?<Id>\s*<Othr>\s*<Id>([^<]*)</),
    }));
}

const RETURNED = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';

/** A bank's statement (`camt.053`) of what it has paid from an account, and returned. */
export function writeStatement(account: string, orders: readonly Ordered[], number = 1): string {
  const entries = orders.map(
    ({ reference, amount, account: creditor, isReturned }, index) => `
  <Ntry><Amt Ccy="RUB">${amount}</Amt><CdtDbtInd>${isReturned ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-30</Dt></BookgDt>
   <AcctSvcrRef>bank-${index}</AcctSvcrRef><BkTxCd><Prtry><Cd>TRF</Cd></Prtry></BkTxCd>
   <NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
    ${isReturned ? RETURNED : `<RltdPties><CdtrAcct><Id><Othr><Id>${creditor}</Id></Othr></Id></CdtrAcct></RltdPties>`}</TxDtls></NtryDtls></Ntry>`,
  );
  const [credited, debited] = [true, false].map((isIn) =>
    sum(orders.filter((each) => (each.isReturned ?? false) === isIn)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
 <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-30T20:00:00Z</CreDtTm></GrpHdr>
 <Stmt><Id>S${number}</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>
  <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="RUB">${debited}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>
  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="RUB">${credited}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>${entries.join('')}
 </Stmt></BkToCstmrStmt></Document>`;
}

function sum(orders: readonly Ordered[]): string {
  const kopecks = orders.reduce((total, { amount }) => total + BigInt(amount.replace('.', '')), 0n);
  return `${kopecks / 100n}.${String(kopecks % 100n).padStart(2, '0')}`;
}
