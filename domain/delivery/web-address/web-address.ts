import { Refusal } from '../../platform/errors/refusal';

/** Whether a browser or a server may be sent to the address: http(s) with a host, and without a user name. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** @throws Refusal invalidRequest */
export function assertWebAddress(text: string | undefined, place: string): void {
  if (text === undefined || isWebAddress(text)) return;
  throw new Refusal('invalidRequest', `${place}: must be a full http(s) address without a user name`, { place });
}
