import { Controller, Get, Response, Route } from '@tsoa/runtime';
import type { BadRequest } from '../../../api/wallet-v0/shared/error.types';

/** Declares the bodies of common error responses. Never served. */
@Route('declaration')
export class WalletsDeclaration extends Controller {
  @Get()
  @Response<BadRequest>(400)
  declare(): void {}
}
