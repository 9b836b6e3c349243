import fc from 'fast-check';

/**
 * fast-check with one seed for a whole run of the suite, so that the same commit gives the same verdict everywhere. `FC_SEED=N npm test`
 * looks at other worlds, `FC_SEED=random` at new ones each time: what they find is a bug like any other.
 */
const asked = process.env.FC_SEED ?? '1';
fc.configureGlobal(asked === 'random' ? {} : { seed: Number(asked) });

export { fc };
