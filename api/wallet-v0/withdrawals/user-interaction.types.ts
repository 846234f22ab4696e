/** Поле формы, которую отправляет браузер. */
export interface UserInteractionFormField {
  /** Название поля. */
  key: string;
  /** Шаблон значения поля по RFC 6570. */
  template: string;
}

/** Запрос, который браузер отправляет методом GET. */
export interface BrowserGetRequest {
  /** Вид запроса. */
  requestType: 'BrowserGetRequest';
  /** Шаблон адреса по RFC 6570. Переменная `termination_uri` — адрес, на который вернётся пользователь. */
  uriTemplate: string;
}

/** Форма, которую браузер отправляет методом POST. */
export interface BrowserPostRequest {
  /** Вид запроса. */
  requestType: 'BrowserPostRequest';
  /** Шаблон адреса по RFC 6570. Переменная `termination_uri` — адрес, на который вернётся пользователь. */
  uriTemplate: string;
  /** Поля формы. */
  form: UserInteractionFormField[];
}

/** Запрос браузера. Вид запроса задаёт поле `requestType`. */
export type BrowserRequest = BrowserGetRequest | BrowserPostRequest;

/** Перенаправление пользователя на другую страницу. */
export interface Redirect {
  /** Вид взаимодействия. */
  interactionType: 'Redirect';
  /** Запрос, который должен выполнить браузер. */
  request: BrowserRequest;
}

/** Взаимодействие с пользователем. Вид взаимодействия задаёт поле `interactionType`. */
export type UserInteraction = Redirect;

/** Запрошено взаимодействие с пользователем. */
export interface UserInteractionCreated {
  /** Вид изменения. */
  changeType: 'UserInteractionCreated';
  /** Запрошенное взаимодействие. */
  userInteraction: UserInteraction;
}

/** Взаимодействие с пользователем завершено. */
export interface UserInteractionFinished {
  /** Вид изменения. */
  changeType: 'UserInteractionFinished';
}

/** Изменение взаимодействия с пользователем. Вид изменения задаёт поле `changeType`. */
export type UserInteractionChange = UserInteractionCreated | UserInteractionFinished;
