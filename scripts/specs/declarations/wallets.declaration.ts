import { Controller, Get, Response, Route } from '@tsoa/runtime';
import type { BadRequest } from '../../../api/wallet-v0/shared/error.types';

/** Lends the specifications the bodies of the answers that every operation may give. Never served. */
@Route('declaration')
export class WalletsDeclaration extends Controller {
  @Get()
  @Response<BadRequest>(400)
  declare(): void {}
}
