/** Codes for a wrong token or password, an unknown terminal and a blocked one. */
export const KEY_CODES: ReadonlySet<string> = new Set(['202', '204', '205', '501']);
/** Codes after which the request may have had its effect. */
export const UNCERTAIN_CODES: ReadonlySet<string> = new Set(['3', '21', '401', '402', '999', '1096', '9001', '9999']);
/** Codes for a payment or an order that the bank does not have. */
export const MISSING_CODES: ReadonlySet<string> = new Set(['255', '335']);

/** Tag 1055 of 54-FZ. */
export const TAXATIONS = ['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent'] as const;

/** Formats of fiscal documents; the bank takes 1.05 if none is stated. */
export const FORMATS = ['1.05', '1.2'] as const;
