import {
  createCipheriv,
  createHmac,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomUUID,
  sign,
  type KeyObject,
} from 'node:crypto';
import { toSignedBytes } from '../wallets/google-token';

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const toSpki = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');
const DAY_MS = 86_400_000;

interface Sealing {
  details?: object;
  content?: object;
  recipientID?: string;
  keyExpiresAt?: number;
  expiresAt?: number;
}

/** Makes tokens of Google Pay by the published scheme, with root keys of its own. */
export class GoogleSealer {
  readonly root = newKey();
  readonly recipient = newKey();
  private readonly intermediate = newKey();

  /** The content of the vault’s file of keys. */
  keysFile({ rootExpiresAt = Date.now() + DAY_MS, privateKeys = [this.recipient.privateKey] } = {}): object {
    const rootKey = {
      keyValue: toSpki(this.root.publicKey),
      protocolVersion: 'ECv2',
      keyExpiration: String(rootExpiresAt),
    };
    return {
      recipientID: 'gateway:holdfast',
      privateKeys: privateKeys.map((key) => key.export({ type: 'pkcs8', format: 'pem' }) as string),
      rootKeys: { keys: [rootKey] },
    };
  }

  seal(pan: string, { details, content, ...given }: Sealing = {}): string {
    const {
      recipientID = 'gateway:holdfast',
      keyExpiresAt = Date.now() + DAY_MS,
      expiresAt = Date.now() + DAY_MS,
    } = given;
    const plain = {
      messageId: randomUUID(),
      messageExpiration: String(expiresAt),
      gatewayMerchantId: 'shop-at-holdfast',
      paymentMethod: 'CARD',
      paymentMethodDetails: {
        ...{ pan, expirationMonth: 3, expirationYear: 2030, authMethod: 'CRYPTOGRAM_3DS' },
        ...{ cryptogram: 'AAAAAAABBBCCCDDDEEEFFFFFFFF=', eciIndicator: '05', ...details },
      },
      ...content,
    };
    const signedMessage = JSON.stringify(this.encrypt(JSON.stringify(plain)));
    const keyValue = toSpki(this.intermediate.publicKey);
    const signedKey = JSON.stringify({ keyValue, keyExpiration: String(keyExpiresAt) });
    const signature = signed(this.intermediate.privateKey, 'Google', recipientID, 'ECv2', signedMessage);
    const signatures = [signed(this.root.privateKey, 'Google', 'ECv2', signedKey)];
    return JSON.stringify({
      ...{ protocolVersion: 'ECv2', signature, intermediateSigningKey: { signedKey, signatures }, signedMessage },
    });
  }

  private encrypt(text: string): object {
    const ephemeral = newKey();
    const { x = '', y = '' } = ephemeral.publicKey.export({ format: 'jwk' });
    const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
    const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: this.recipient.publicKey });
    const derived = Buffer.from(hkdfSync('sha256', Buffer.concat([point, secret]), Buffer.alloc(32), 'Google', 64));
    const cipher = createCipheriv('aes-256-ctr', derived.subarray(0, 32), Buffer.alloc(16));
    const message = Buffer.concat([cipher.update(text), cipher.final()]);
    return {
      encryptedMessage: message.toString('base64'),
      ephemeralPublicKey: point.toString('base64'),
      tag: createHmac('sha256', derived.subarray(32)).update(message).digest('base64'),
    };
  }
}

const signed = (key: KeyObject, ...parts: string[]): string =>
  sign('sha256', toSignedBytes(...parts), key).toString('base64');
