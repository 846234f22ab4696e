import { Controller, Get, Response, Route } from '@tsoa/runtime';
import type { OperatorError } from '../../../api/operators-v1/shared/error.types';

/** Declares the bodies of common error responses. Never served. */
@Route('declaration')
export class OperatorsDeclaration extends Controller {
  @Get()
  @Response<OperatorError>(400)
  declare(): void {}
}
