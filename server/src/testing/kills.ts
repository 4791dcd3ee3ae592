import { randomInt } from 'node:crypto'
import { type Random, seededRandom } from './random.ts'

/**
 * Does the work with chances that are others each time, or those of KILL_SEED; when it fails it says the seed, so that
 * the same can be done again.
 */
export async function withChances(work: (random: Random) => Promise<void>): Promise<void> {
  const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
  try {
    await work(seededRandom(seed))
  } catch (error) {
    throw new Error(`Failed with KILL_SEED=${seed}`, { cause: error })
  }
}
