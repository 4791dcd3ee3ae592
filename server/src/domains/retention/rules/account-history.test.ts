import { expect, test } from 'vitest'
import { liveAccountHistory, type Outcomes } from './account-history.testing.ts'

/** `account-history.proof.test.ts` lives a hundred thousand. */
const HISTORIES = 400

test('RV-814 in random account histories no displayed or mailed date is later than what the worker does', () => {
  const outcomes: Outcomes = new Map()
  for (let seed = 0; seed < HISTORIES; seed++) live(seed, outcomes)
  for (const outcome of [
    'expired',
    'erased',
    'restored',
    'held',
    'postponed',
    'bounced',
    'late order',
    'delay',
  ])
    expect(outcomes.get(outcome) ?? 0, outcome).toBeGreaterThan(4)
})

function live(seed: number, outcomes: Outcomes): void {
  try {
    liveAccountHistory(seed, outcomes)
  } catch (error) {
    throw new Error(`history ${seed}: ${(error as Error).message}`, { cause: error })
  }
}
