/** The seed of all random choices. Fixed, so that failures are reproducible; `npm run proof` uses a new one in each run. */
export const testSeed = () => Number(process.env.SEED ?? 239223)
