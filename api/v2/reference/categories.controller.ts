import { Get, Path, Route, SuccessResponse } from '@tsoa/runtime';
import { getCategory, listCategories } from '../../../store/merchants/reference-data/reference-data.queries';
import { ApiController } from '../../http/dependencies';
import { presentCategory } from './reference-data.presenter';
import type { Category, CategoryID } from './reference-data.types';

@Route('processing/categories')
export class CategoriesController extends ApiController {
  /**
   * Получить все категории товаров и услуг.
   * @summary Получить категории
   */
  @Get()
  @SuccessResponse('200', 'Категории.')
  public async getCategories(): Promise<Category[]> {
    return (await listCategories(this.api.store.database)).map(presentCategory);
  }

  /**
   * Получить категорию товаров и услуг.
   * @summary Получить категорию
   */
  @Get('{categoryID}')
  public async getCategoryByRef(@Path() categoryID: CategoryID): Promise<Category> {
    return presentCategory(await getCategory(this.api.store.database, categoryID));
  }
}
