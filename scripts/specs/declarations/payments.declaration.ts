import { Controller, Get, Response, Route } from '@tsoa/runtime';
import type { DefaultLogicError, GeneralError } from '../../../api/v2/shared/error.types';

/** Lends the specification the bodies of the answers that every operation may give. Never served. */
@Route('declaration')
export class PaymentsDeclaration extends Controller {
  @Get()
  @Response<DefaultLogicError>(400)
  @Response<GeneralError>(404)
  declare(): void {}
}
