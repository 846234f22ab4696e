import { Readable } from 'node:stream';
import type { Request as HttpRequest } from 'express';
import { Get, Path, Post, Queries, Query, Request, Route, SuccessResponse } from '@tsoa/runtime';
import {
  MAX_STATEMENT_BYTES,
  StatementRefused,
  receiveStatement,
} from '../../../operators/bank-files/receive-statement';
import { getBankFile, getBankFileContent, listBankFiles } from '../../../store/merchants/bank-file/bank-file.queries';
import {
  getBankStatement,
  listBankStatements,
  listLinePage,
  listPayoutLines,
} from '../../../store/merchants/bank-statement/bank-statement.queries';
import { getPayout } from '../../../store/merchants/settlement/settlement.queries';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { presentBankFile, presentBankLine, presentBankStatement } from './bank-file.presenter';
import type { BankFile, BankFilePage, BankLines, BankStatement, BankStatementPage } from './bank-file.types';
import type { OperatedSettlementFilter } from './operated-settlement.types';

@Route()
export class BankFilesController extends ApiController {
  /**
   * Получить файлы платёжных поручений, от новых к старым. Создают, подтверждают и отменяют их команды `createBankFile`, `confirmBankFile`
   * и `cancelBankFile`.
   * @summary Файлы для банка
   */
  @Get('bank-files')
  public async listBankFiles(@Queries() filter: OperatedSettlementFilter): Promise<BankFilePage> {
    const { limit = 50, continuationToken } = filter;
    const { rows, ...page } = await listBankFiles(this.api.store, { limit, continuationToken });
    return { result: rows.map(presentBankFile), ...page };
  }

  /**
   * Получить файл без содержимого.
   * @summary Файл для банка
   */
  @Get('bank-files/{fileID}')
  public async getBankFile(@Path() fileID: EntityID): Promise<BankFile> {
    return presentBankFile(await getBankFile(this.api.store.database, fileID));
  }

  /**
   * Скачать файл, чтобы передать его банку.
   * @summary Содержимое файла
   */
  @Get('bank-files/{fileID}/content')
  @SuccessResponse('200', 'Содержимое файла.', 'application/octet-stream')
  public async getBankFileContent(@Path() fileID: EntityID): Promise<Readable> {
    const { format } = await getBankFile(this.api.store.database, fileID);
    const content = await getBankFileContent(this.api.store.database, fileID);
    this.setHeader('Content-Type', 'application/octet-stream');
    const extension = format.startsWith('text') ? 'txt' : 'xml';
    this.setHeader('Content-Disposition', `attachment; filename="${fileID}.${extension}"`);
    return Readable.from([content]);
  }

  /**
   * Принять выписку банка: `camt.053.001.08` или `1CClientBankExchange`, до 16 МиБ. Файл, который изменён, обрезан или не в той кодировке, отклоняется
   * целиком с местом каждой ошибки. Выплаты не меняются, пока выписку не применит команда `applyBankStatement`; тот же файл — та же выписка.
   * @summary Принять выписку
   */
  @Post('bank-statements')
  public async receiveBankStatement(@Request() request: HttpRequest): Promise<BankStatement> {
    if (Number(request.header('Content-Length') ?? 0) > MAX_STATEMENT_BYTES) {
      const parameters = { maxBytes: MAX_STATEMENT_BYTES };
      throw new StatementRefused([{ kind: 'tooLarge', place: {}, parameters }]);
    }
    // A refused file breaks no connection: the client would lose the answer. The server drops the rest.
    const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    const { statement, isChanged } = await receiveStatement(this.api.store, body);
    return { ...presentBankStatement(statement), isChanged };
  }

  /**
   * Получить принятые выписки, от новых к старым.
   * @summary Выписки
   */
  @Get('bank-statements')
  public async listBankStatements(@Queries() filter: OperatedSettlementFilter): Promise<BankStatementPage> {
    const { limit = 50, continuationToken } = filter;
    const { rows, ...page } = await listBankStatements(this.api.store, { limit, continuationToken });
    return { result: rows.map(presentBankStatement), ...page };
  }

  /**
   * Получить движения из выписки: где они в файле и что значат для выплат.
   * @summary Движения из выписки
   * @param after Номер движения, после которого начинается страница.
   * @param findings Только те, которые требуют внимания.
   * @isInt after
   * @minimum after 0
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @param limit Сколько на странице.
   */
  @Get('bank-statements/{statementID}/lines')
  public async listBankStatementLines(
    @Path() statementID: EntityID,
    @Query() findings = false,
    @Query() after = 0,
    @Query() limit = 200,
  ): Promise<BankLines> {
    await getBankStatement(this.api.store.database, statementID);
    const page = { statementID, after, areFindings: findings, limit };
    const rows = await listLinePage(this.api.store.database, page);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { result: rows.map(presentBankLine), ...(last && { next: last.number }) };
  }

  /**
   * Получить движения из выписок банка, которые относятся к выплате.
   * @summary Выплата в выписках
   */
  @Get('payouts/{payoutID}/bank-lines')
  public async listPayoutBankLines(@Path() payoutID: EntityID): Promise<BankLines> {
    const { id } = await getPayout(this.api.store.database, payoutID);
    return { result: (await listPayoutLines(this.api.store.database, id)).map(presentBankLine) };
  }
}
