import { ExpressTemplateService, ValidationService, type TsoaRoute } from '@tsoa/runtime';

/** Checks requests as tsoa does, but counts characters as JSON Schema and PostgreSQL do: an emoji is one, not two. */
class CodePointValidation extends ValidationService {
  override validateString(
    ...[name, value, fieldErrors, validators, parent]: Parameters<ValidationService['validateString']>
  ): string | undefined {
    const maxLength = validators?.maxLength;
    if (
      typeof value !== 'string' ||
      !maxLength ||
      value.length <= maxLength.value ||
      [...value].length > maxLength.value
    ) {
      return super.validateString(name, value, fieldErrors, validators, parent);
    }
    return super.validateString(name, value, fieldErrors, { ...validators, maxLength: undefined }, parent);
  }
}

/** What the generated routes check requests with. */
export class CodePointTemplateService extends ExpressTemplateService {
  constructor(models: TsoaRoute.Models, config: ConstructorParameters<typeof ExpressTemplateService>[1]) {
    super(models, config);
    this.validationService = new CodePointValidation(models, config);
  }
}
