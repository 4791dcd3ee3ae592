import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { liveAccountHistory, type Outcomes } from './account-history.testing.ts'

/** A hundred thousand histories, in blocks of about half a minute. */
const BLOCK = 10_000
const BLOCKS = Array.from({ length: 10 }, (_, block) => block)

test.each(BLOCKS)(
  'RV-814 100,000 random account histories, block %i: nothing happens before a displayed date',
  async block => {
    const outcomes: Outcomes = new Map()
    const failures: string[] = []
    for (let seed = block * BLOCK; seed < (block + 1) * BLOCK; seed++) {
      // Half a minute without a turn would end what other files of the worker have under way.
      if (seed % 100 === 0) await setImmediate()
      try {
        liveAccountHistory(seed, outcomes)
      } catch (error) {
        failures.push(`history ${seed}: ${(error as Error).message}`)
      }
    }
    expect(failures).toEqual([])
    expect(outcomes.get('expired')).toBeGreaterThan(BLOCK / 20)
  },
)
