/**
 * `searching`: rows of the person are being found. `found`: an operator decides. `confirmed`: a second search adds new rows.
 * `erasing`: rows are being erased; open payments and withdrawals wait for their end. `erased`, `cancelled`: final.
 */
export type ErasureState = 'searching' | 'found' | 'confirmed' | 'erasing' | 'erased' | 'cancelled';
