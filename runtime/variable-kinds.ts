import { z } from 'zod';

const portError = { error: 'must be a port: 0 to 65535' };
export const port = (standard: number) =>
  z.coerce.number(portError).int(portError).min(0, portError).max(65_535, portError).default(standard);
export const url = (standard: string) =>
  z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).default(standard);
const key32 = z
  .base64({ error: 'must be base64' })
  .refine((text) => Buffer.from(text, 'base64').length === 32, { error: 'must be base64 of exactly 32 bytes' });
export const keys32 = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(key32).min(1))
  .transform((keys) => keys.join());
export const file = z.string().min(1).optional();
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0', ''], error: 'must be true or false' });
const network = z.union([z.cidrv4(), z.cidrv6()], { error: 'must be a list of CIDR networks separated by commas' });
export const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ''))
  .pipe(z.array(network));
