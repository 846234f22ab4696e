// Property tests draw the same values in each run, so that a change fails for what it changes: PROPERTY_SEED draws others.
const fc = require('../../../node_modules/fast-check/lib/cjs/fast-check.js');

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_128) });
module.exports = fc;
