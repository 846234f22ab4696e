/** Где созданный объект. */
export interface LocationHeader {
  /** Адрес созданного объекта. */
  Location: string;
}
