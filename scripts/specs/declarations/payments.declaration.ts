import { Controller, Get, Response, Route } from '@tsoa/runtime';
import type { DefaultLogicError, GeneralError } from '../../../api/v2/shared/error.types';

/** Declares the bodies of common error responses. Never served. */
@Route('declaration')
export class PaymentsDeclaration extends Controller {
  @Get()
  @Response<DefaultLogicError>(400)
  @Response<GeneralError>(404)
  declare(): void {}
}
