import { z } from 'zod';

const portError = { error: 'must be a port: 0 to 65535' };
export const port = (standard: number) =>
  z.coerce.number(portError).int(portError).min(0, portError).max(65_535, portError).default(standard);
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });
export const url = (standard: string) => httpUrl.default(standard);
export const text = z.string().min(1);
/** A whole number from 1. */
export const whole = (standard: number, max: number) => {
  const error = { error: `must be a whole number from 1 to ${max}` };
  return z.coerce.number(error).int(error).min(1, error).max(max, error).default(standard);
};
const key32 = z
  .base64({ error: 'must be base64' })
  .refine((text) => Buffer.from(text, 'base64').length === 32, { error: 'must be base64 of exactly 32 bytes' });
export const keys32 = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(key32).min(1))
  .transform((keys) => keys.join());
export const file = text.optional();
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0', ''], error: 'must be true or false' });
const network = z.union([z.cidrv4(), z.cidrv6()], { error: 'must be a list of CIDR networks separated by commas' });
/** Texts separated by commas. */
export const list = z.string().transform((given) =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
export const networks = list.pipe(z.array(network));
