import { randomInt } from 'node:crypto'
import { createRandom, type Random } from './random.ts'

/** Runs the work with a random seed, or that of KILL_SEED; a failure names the seed so that it can be repeated. */
export async function withRandomSeed(work: (random: Random) => Promise<void>): Promise<void> {
  const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
  try {
    await work(createRandom(seed))
  } catch (error) {
    throw new Error(`Failed with KILL_SEED=${seed}: ${(error as Error).message}`, { cause: error })
  }
}
