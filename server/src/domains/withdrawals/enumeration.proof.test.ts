import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withRandomSeed } from '../../testing/random-seed.ts'
import { frame, startWithdrawalServer } from './withdrawals.testing.ts'

/** Public statements, half of which name an order and its customer. */
const STATEMENTS = 400
/** Requests that are not measured: connections are opened and code is compiled. */
const WARM_UP = 60

let t: Awaited<ReturnType<typeof startWithdrawalServer>>
beforeAll(async () => {
  // Nothing but the answers is measured: the limit of a network and the jobs after the answers are off.
  t = await startWithdrawalServer({ rateLimits: false }, false)
})
afterAll(() => t.close())

test(`NX-127 of ${STATEMENTS} public statements those that match take as long as those that do not`, async () => {
  const customer = await t.server.customer()
  const code = await t.placeOrder(customer, [frame()], '2026-11-20T11:24:00Z')
  const durations = { matching: [] as number[], other: [] as number[] }
  const shapes = new Set<string>()
  await withRandomSeed(async random => {
    const kinds = random.sample(
      Array.from({ length: STATEMENTS }, (_, index): keyof typeof durations =>
        index % 2 ? 'matching' : 'other',
      ),
      1,
    )
    const warmUp = kinds.slice(0, WARM_UP)
    for (const [index, kind] of [...warmUp, ...kinds].entries()) {
      const orderCode = kind === 'matching' ? code : `K-${randomUUID().toUpperCase()}`
      const email = kind === 'matching' ? customer.email : `${randomUUID()}@keepsake.test`
      const start = performance.now()
      const answer = await t.state({ orderCode, email })
      const body = await answer.text()
      if (index >= WARM_UP) durations[kind].push(performance.now() - start)
      shapes.add(`${answer.status} ${body.length - orderCode.length}`)
    }
  })
  const p = compareSamples(durations.matching, durations.other)
  const medians = Object.values(durations).map(each => each.toSorted((a, b) => a - b)[each.length / 2]!)
  process.stdout.write(
    `${JSON.stringify({ statements: STATEMENTS, medianMs: medians.map(each => +each.toFixed(2)), p: +p.toFixed(3) })}\n`,
  )
  expect([...shapes]).toHaveLength(1)
  // One run of twenty of equal samples has p < 0.05: the run fails only below what chance explains.
  expect(p).toBeGreaterThan(0.005)
})

/** Returns the two-sided p of the Mann-Whitney U test, in its normal approximation: of samples that do not differ it is not small. */
function compareSamples(a: readonly number[], b: readonly number[]): number {
  const ranked = [
    ...a.map(value => ({ value, isFirst: true })),
    ...b.map(value => ({ value, isFirst: false })),
  ]
    .toSorted((x, y) => x.value - y.value)
    .map(({ isFirst }, index) => ({ isFirst, rank: index + 1 }))
  const sum = ranked.reduce((total, { isFirst, rank }) => total + (isFirst ? rank : 0), 0)
  const u = sum - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * (1 - getNormalShare(Math.abs(u - mean) / deviation))
}

/** The share of a normal distribution below `z` ≥ 0 (Abramowitz and Stegun 26.2.17). */
function getNormalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}
