import { Controller, Get, Response, Route } from '@tsoa/runtime';
import type { OperatorError } from '../../../api/operators-v1/shared/error.types';

/** Lends the specification the bodies of the answers that every operation may give. Never served. */
@Route('declaration')
export class OperatorsDeclaration extends Controller {
  @Get()
  @Response<OperatorError>(400)
  declare(): void {}
}
