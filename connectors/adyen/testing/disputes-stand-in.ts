import { openDescription } from '../../testing/description';
import { StandInServer, type StandInRequest, type StandInResponse } from '../../testing/stand-in-server';
import type { AdyenFields } from './adyen-book';

interface DisputeAtAdyen {
  state: 'open' | 'defended' | 'accepted' | 'won';
  /** Contents by the type of the document, of which there is one each. */
  documents: Map<string, Buffer>;
  defenses: string[];
}

interface DefenseDocument {
  defenseDocumentTypeCode: string;
  contentType: string;
  content: string;
}

/** The levels of documents by reason and type. */
export type DefenseReasons = Readonly<Record<string, Readonly<Record<string, string>>>>;

const REASONS: DefenseReasons = {
  SupplyDefenseMaterial: { DefenseMaterial: 'Required' },
  GoodsProvided: { ProofOfDelivery: 'Required', Invoice: 'OneOrMore', Letter: 'OneOrMore', Photo: 'Optional' },
};

const CONTENT_TYPES: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/tiff']);
const READS = '/retrieveApplicableDefenseReasons';

/** A stateful stand-in of Adyen's Disputes API, checked as that of the Checkout API. */
export class DisputesStandIn extends StandInServer {
  readonly disputes = new Map<string, DisputeAtAdyen>();
  readonly problems: string[] = [];
  /** The paths of its calls. */
  readonly calls: string[] = [];
  reasons = REASONS;
  /** Whether an answer that it has may be repeated: Adyen does not say. */
  isRepeatable = true;
  private readonly check = openDescription('adyen-disputes-v30');

  constructor(private readonly merchantAccount: string) {
    super('/ca/services/DisputeService/v30');
  }

  open(reference: string): void {
    if (!this.disputes.has(reference)) {
      this.disputes.set(reference, { state: 'open', documents: new Map(), defenses: [] });
    }
  }

  /** The bank decides for the shop. */
  win(reference: string): void {
    Object.assign(this.disputes.get(reference) ?? {}, { state: 'won' });
  }

  protected override hasEffect(method: string, path: string): boolean {
    return method !== 'GET' && path !== READS;
  }

  protected override respond({ method, path, text }: StandInRequest): StandInResponse {
    const body = JSON.parse(text) as AdyenFields;
    this.calls.push(path);
    this.problems.push(...this.check({ method, path, body }));
    const { status, answer } = this.answer(path, body);
    this.problems.push(...this.check({ method, path, status, body: answer }));
    return { status, body: answer };
  }

  private answer(path: string, body: AdyenFields): { status: number; answer: AdyenFields } {
    const dispute = this.disputes.get(String(body['disputePspReference']));
    if (!dispute || body['merchantAccountCode'] !== this.merchantAccount) {
      const message = 'Invalid Merchant Account or dispute';
      return { status: 422, answer: { status: 422, errorCode: '901', message, errorType: 'validation' } };
    }
    const errorMessage = this.execute(path, dispute, body);
    const isSuccess = errorMessage === undefined;
    const disputeServiceResult = { success: isSuccess, ...(!isSuccess && { errorMessage }) };
    const defenseReasons = isSuccess && path === READS ? this.listReasons(dispute) : undefined;
    return { status: 200, answer: { disputeServiceResult, ...(defenseReasons && { defenseReasons }) } };
  }

  /** Returns why it is rejected. */
  private execute(path: string, dispute: DisputeAtAdyen, body: AdyenFields): string | undefined {
    const answered = path === '/acceptDispute' ? 'accepted' : 'defended';
    if (dispute.state !== 'open' && !(this.isRepeatable && dispute.state === answered)) {
      return `The dispute is ${dispute.state}`;
    }
    if (path === '/supplyDefenseDocument') return supply(dispute, body['defenseDocuments'] as DefenseDocument[]);
    if (path === READS || dispute.state !== 'open') return undefined;
    if (answered === 'defended') {
      const code = String(body['defenseReasonCode']);
      const types = Object.entries(this.reasons[code] ?? {});
      const isSupplied = ([type]: [string, string]) => dispute.documents.has(type);
      const ofLevel = (wanted: string) => types.filter(([, level]) => level === wanted);
      if (!ofLevel('AlternativeRequired').some(isSupplied) && !ofLevel('Required').every(isSupplied)) {
        return 'Required documents are missing';
      }
      dispute.defenses.push(code);
    }
    dispute.state = answered;
    return undefined;
  }

  private listReasons({ documents }: DisputeAtAdyen): AdyenFields[] {
    return Object.entries(this.reasons).map(([defenseReasonCode, types]) => {
      const defenseDocumentTypes = Object.entries(types).map(([defenseDocumentTypeCode, requirementLevel]) => {
        const available = documents.has(defenseDocumentTypeCode);
        return { defenseDocumentTypeCode, requirementLevel, available };
      });
      const needed = defenseDocumentTypes.filter(({ requirementLevel }) => requirementLevel === 'Required');
      return { defenseReasonCode, defenseDocumentTypes, satisfied: needed.every(({ available }) => available) };
    });
  }
}

function supply({ documents }: DisputeAtAdyen, given: DefenseDocument[]): string | undefined {
  const other = given.find(({ contentType }) => !CONTENT_TYPES.has(contentType));
  if (other) return `The content type ${other.contentType} is not accepted`;
  for (const { defenseDocumentTypeCode, content } of given) {
    documents.set(defenseDocumentTypeCode, Buffer.from(content, 'base64'));
  }
  return undefined;
}
