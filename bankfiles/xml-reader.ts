import sax from 'sax';
import type { RefusedFileKind } from '../domain/merchants/bank-file/bank-file';
import { limitBytes, refuseFile, type FileSource } from './file-source';

/** An element of a subtree that is kept until its end. */
export interface XmlElement {
  name: string;
  line: number;
  /** The attribute `Ccy`, the only one that is read. */
  currency?: string;
  text: string;
  children: XmlElement[];
}

interface XmlOptions {
  namespace: string;
  maxBytes: number;
  /** Elements that are not kept within their parents once `onClose` has seen them, so that a file of any size fits. */
  released: ReadonlySet<string>;
  onOpen: (element: XmlElement) => void;
  onClose: (element: XmlElement) => void;
}

const MAX_DEPTH = 40;
/** Of a subtree; text that is read is far shorter. */
const MAX_ELEMENTS = 10_000;
const MAX_TEXT = 4_000;
const CONTROL = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Parses XML as it comes: UTF-8 only, without a document type, so that no entity is expanded and nothing is fetched.
 * @throws BankFileRefused
 */
export async function readXml(source: FileSource, options: XmlOptions): Promise<void> {
  const parser = createParser(options);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw refuseFile('wrongEncoding', { line: parser.line + 1 }, { declared: 'utf-8' });
    }
  };
  for await (const chunk of limitBytes(source, options.maxBytes)) parser.write(decode(chunk));
  parser.write(decode());
  // From here an error means that something is missing.
  parser.onerror = () => {
    throw refuseFile('truncated', { line: parser.line + 1 });
  };
  parser.close();
}

function createParser({ namespace, released, onOpen, onClose }: XmlOptions): sax.SAXParser {
  const parser = sax.parser(true, { xmlns: true, position: true });
  const stack: XmlElement[] = [];
  const attributeNames = new Set<string>();
  let elements = 0;
  let hasRoot = false;
  const refuse = (kind: RefusedFileKind, detail: string) => refuseFile(kind, { line: parser.line + 1 }, { detail });
  const addText = (text: string) => {
    if (CONTROL.test(text)) throw refuse('malformed', 'control character');
    const element = stack.at(-1);
    if (element && element.text.length < MAX_TEXT) element.text += text;
  };
  parser.onerror = ({ message }) => {
    throw refuse('malformed', message.split('\n')[0] ?? '');
  };
  parser.onend = () => {
    if (!hasRoot) throw refuse('truncated', '');
  };
  parser.ondoctype = () => {
    throw refuse('documentType', '');
  };
  parser.onprocessinginstruction = ({ name, body }) => {
    const [, encoding = 'utf-8'] = /encoding\s*=\s*["']([^"']*)/.exec(body) ?? [];
    if (name === 'xml' && !/^utf-?8$/i.test(encoding)) throw refuse('wrongEncoding', encoding);
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onopentagstart = () => attributeNames.clear();
  parser.onattribute = ({ name }) => {
    if (attributeNames.has(name)) throw refuse('malformed', 'Duplicate attribute');
    attributeNames.add(name);
  };
  parser.onopentag = (tag) => {
    const { local, uri, attributes } = tag as sax.QualifiedTag;
    if (stack.length === 0 && hasRoot) throw refuse('malformed', 'Second root element');
    if (stack.length === 0 && uri !== namespace) throw refuse('unknownFormat', uri);
    hasRoot = true;
    if (stack.length >= MAX_DEPTH || ++elements > MAX_ELEMENTS) throw refuse('malformed', 'Too many elements');
    const element: XmlElement = { name: local, line: parser.line + 1, text: '', children: [] };
    if (attributes['Ccy']) element.currency = attributes['Ccy'].value;
    stack.push(element);
    onOpen(element);
  };
  parser.onclosetag = () => {
    const element = stack.pop();
    if (!element) return;
    onClose(element);
    if (released.has(element.name)) elements = 0;
    else stack.at(-1)?.children.push(element);
  };
  return parser;
}

/** Finds the first element at a path such as `Refs/EndToEndId`. */
export function findElement(element: XmlElement, path: string): XmlElement | undefined {
  return path
    .split('/')
    .reduce<XmlElement | undefined>((at, name) => at?.children.find((each) => each.name === name), element);
}

/** Returns the text of the first element at a path; null if there is none. */
export function findText(element: XmlElement, path: string): string | null {
  return findElement(element, path)?.text.trim() || null;
}
