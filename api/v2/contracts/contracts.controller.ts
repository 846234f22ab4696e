import { Controller, Get, OperationId, Path, Request, Route, SuccessResponse } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { adjustmentOf, getContract, listContracts } from '../../../store/contract/contract.queries';
import { callerOf } from '../../http/context';
import type { ApiDependencies } from '../../http/dependencies';
import { presentAdjustment, presentContract } from './contract.presenter';
import type { Contract, ContractAdjustment } from './contract.types';
import { ownPartyOfPath } from '../shared/own-party';
import type { EntityID, PartyID } from '../shared/primitives.types';

@Route('processing/contracts')
export class ContractsController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

  /**
   * Получить все договоры вашего участника.
   * @summary Получить договоры
   */
  @Get()
  @OperationId('getContracts')
  @SuccessResponse('200', 'Договоры.')
  public async getContracts(@Request() request: HttpRequest): Promise<Contract[]> {
    return (await listContracts(this.api.store.database, callerOf(request).partyID)).map(presentContract);
  }

  /**
   * Получить договор вашего участника.
   * @summary Получить договор
   * @param contractID Идентификатор договора.
   */
  @Get('{contractID}')
  @OperationId('getContractByID')
  @SuccessResponse('200', 'Договор найден.')
  public async getContractByID(@Request() request: HttpRequest, @Path() contractID: EntityID): Promise<Contract> {
    const named = { contractID, partyID: callerOf(request).partyID };
    return presentContract(await getContract(this.api.store.database, named));
  }

  /**
   * Получить все поправки к договору вашего участника.
   * @summary Получить поправки к договору
   * @param contractID Идентификатор договора.
   */
  @Get('{contractID}/adjustments')
  @OperationId('getContractAdjustments')
  @SuccessResponse('200', 'Поправки к договору.')
  public async getContractAdjustments(
    @Request() request: HttpRequest,
    @Path() contractID: EntityID,
  ): Promise<ContractAdjustment[]> {
    const named = { contractID, partyID: callerOf(request).partyID };
    return (await getContract(this.api.store.database, named)).adjustments.map(presentAdjustment);
  }

  /**
   * Получить поправку к договору вашего участника.
   * @summary Получить поправку к договору
   * @param contractID Идентификатор договора.
   * @param adjustmentID Идентификатор поправки к договору.
   */
  @Get('{contractID}/adjustments/{adjustmentID}')
  @OperationId('getContractAdjustmentByID')
  @SuccessResponse('200', 'Поправка найдена.')
  public async getContractAdjustmentByID(
    @Request() request: HttpRequest,
    @Path() contractID: EntityID,
    @Path() adjustmentID: EntityID,
  ): Promise<ContractAdjustment> {
    const named = { contractID, partyID: callerOf(request).partyID };
    return presentAdjustment(adjustmentOf(await getContract(this.api.store.database, named), adjustmentID));
  }
}

@Route('processing/parties/{partyID}/contracts')
export class PartyContractsController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

  /**
   * Получить все договоры участника.
   * @summary Получить договоры участника
   * @param partyID Идентификатор участника.
   */
  @Get()
  @OperationId('getContractsForParty')
  @SuccessResponse('200', 'Договоры.')
  public async getContractsForParty(@Request() request: HttpRequest, @Path() partyID: PartyID): Promise<Contract[]> {
    return (await listContracts(this.api.store.database, ownPartyOfPath(request, partyID))).map(presentContract);
  }

  /**
   * Получить договор участника.
   * @summary Получить договор участника
   * @param partyID Идентификатор участника.
   * @param contractID Идентификатор договора.
   */
  @Get('{contractID}')
  @OperationId('getContractByIDForParty')
  @SuccessResponse('200', 'Договор найден.')
  public async getContractByIDForParty(
    @Request() request: HttpRequest,
    @Path() partyID: PartyID,
    @Path() contractID: EntityID,
  ): Promise<Contract> {
    const named = { contractID, partyID: ownPartyOfPath(request, partyID, 'Contract') };
    return presentContract(await getContract(this.api.store.database, named));
  }

  /**
   * Получить все поправки к договору участника.
   * @summary Получить поправки к договору участника
   * @param partyID Идентификатор участника.
   * @param contractID Идентификатор договора.
   */
  @Get('{contractID}/adjustments')
  @OperationId('getContractAdjustmentsForParty')
  @SuccessResponse('200', 'Поправки к договору.')
  public async getContractAdjustmentsForParty(
    @Request() request: HttpRequest,
    @Path() partyID: PartyID,
    @Path() contractID: EntityID,
  ): Promise<ContractAdjustment[]> {
    const named = { contractID, partyID: ownPartyOfPath(request, partyID, 'Contract') };
    return (await getContract(this.api.store.database, named)).adjustments.map(presentAdjustment);
  }

  /**
   * Получить поправку к договору участника.
   * @summary Получить поправку к договору участника
   * @param partyID Идентификатор участника.
   * @param contractID Идентификатор договора.
   * @param adjustmentID Идентификатор поправки к договору.
   */
  @Get('{contractID}/adjustments/{adjustmentID}')
  @OperationId('getContractAdjustmentByIDForParty')
  @SuccessResponse('200', 'Поправка найдена.')
  public async getContractAdjustmentByIDForParty(
    @Request() request: HttpRequest,
    @Path() partyID: PartyID,
    @Path() contractID: EntityID,
    @Path() adjustmentID: EntityID,
  ): Promise<ContractAdjustment> {
    const named = { contractID, partyID: ownPartyOfPath(request, partyID, 'Contract') };
    return presentAdjustment(adjustmentOf(await getContract(this.api.store.database, named), adjustmentID));
  }
}
