import { Get, Path, Route, SuccessResponse } from '@tsoa/runtime';
import { findAdjustment, getContract, listContracts } from '../../../store/merchants/contract/contract.queries';
import { ApiController } from '../../http/dependencies';
import { presentAdjustment, presentContract } from './contract.presenter';
import type { Contract, ContractAdjustment } from './contract.types';
import { ownPartyOfPath } from '../shared/own-party';
import type { EntityID, PartyID } from '../shared/primitives.types';

@Route('processing/contracts')
export class ContractsController extends ApiController {
  /**
   * Получить все договоры вашего участника.
   * @summary Получить договоры
   */
  @Get()
  @SuccessResponse('200', 'Договоры.')
  public async getContracts(): Promise<Contract[]> {
    return (await listContracts(this.api.store.database, this.caller.partyID)).map(presentContract);
  }

  /**
   * Получить договор вашего участника.
   * @summary Получить договор
   */
  @Get('{contractID}')
  public async getContractByID(@Path() contractID: EntityID): Promise<Contract> {
    const named = { contractID, partyID: this.caller.partyID };
    return presentContract(await getContract(this.api.store.database, named));
  }

  /**
   * Получить все поправки к договору вашего участника.
   * @summary Получить поправки к договору
   */
  @Get('{contractID}/adjustments')
  @SuccessResponse('200', 'Поправки к договору.')
  public async getContractAdjustments(@Path() contractID: EntityID): Promise<ContractAdjustment[]> {
    const named = { contractID, partyID: this.caller.partyID };
    return (await getContract(this.api.store.database, named)).adjustments.map(presentAdjustment);
  }

  /**
   * Получить поправку к договору вашего участника.
   * @summary Получить поправку к договору
   */
  @Get('{contractID}/adjustments/{adjustmentID}')
  public async getContractAdjustmentByID(
    @Path() contractID: EntityID,
    @Path() adjustmentID: EntityID,
  ): Promise<ContractAdjustment> {
    const named = { contractID, partyID: this.caller.partyID };
    return presentAdjustment(findAdjustment(await getContract(this.api.store.database, named), adjustmentID));
  }
}

@Route('processing/parties/{partyID}/contracts')
export class PartyContractsController extends ApiController {
  /**
   * Получить все договоры участника.
   * @summary Получить договоры участника
   */
  @Get()
  @SuccessResponse('200', 'Договоры.')
  public async getContractsForParty(@Path() partyID: PartyID): Promise<Contract[]> {
    return (await listContracts(this.api.store.database, ownPartyOfPath(this.caller, partyID))).map(presentContract);
  }

  /**
   * Получить договор участника.
   * @summary Получить договор участника
   */
  @Get('{contractID}')
  public async getContractByIDForParty(@Path() partyID: PartyID, @Path() contractID: EntityID): Promise<Contract> {
    const named = { contractID, partyID: ownPartyOfPath(this.caller, partyID, 'Contract') };
    return presentContract(await getContract(this.api.store.database, named));
  }

  /**
   * Получить все поправки к договору участника.
   * @summary Получить поправки к договору участника
   */
  @Get('{contractID}/adjustments')
  @SuccessResponse('200', 'Поправки к договору.')
  public async getContractAdjustmentsForParty(
    @Path() partyID: PartyID,
    @Path() contractID: EntityID,
  ): Promise<ContractAdjustment[]> {
    const named = { contractID, partyID: ownPartyOfPath(this.caller, partyID, 'Contract') };
    return (await getContract(this.api.store.database, named)).adjustments.map(presentAdjustment);
  }

  /**
   * Получить поправку к договору участника.
   * @summary Получить поправку к договору участника
   */
  @Get('{contractID}/adjustments/{adjustmentID}')
  public async getContractAdjustmentByIDForParty(
    @Path() partyID: PartyID,
    @Path() contractID: EntityID,
    @Path() adjustmentID: EntityID,
  ): Promise<ContractAdjustment> {
    const named = { contractID, partyID: ownPartyOfPath(this.caller, partyID, 'Contract') };
    return presentAdjustment(findAdjustment(await getContract(this.api.store.database, named), adjustmentID));
  }
}
