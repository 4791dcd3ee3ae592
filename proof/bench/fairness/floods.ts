import { type BenchOptions, type Outcome, verify } from '../harness/bench.ts'
import { createFigure, type Figure } from '../harness/figure.ts'
import { computeMedian } from '../harness/rounds.ts'
import { sampleMemory } from '../harness/sample-memory.ts'
import { measureOtherCustomer, type OtherCustomerTimes, watchHealth } from './other-customer.ts'
import { startFlood } from './start-flood.ts'
import { type StartedTarget, startTarget } from './start-target.ts'

const HEALTH_MAX_MS = 500
const GROWTH_MAX = 100
const STEPS = [
  { step: 'page', what: 'first page' },
  { step: 'upload', what: 'upload' },
  { step: 'jpeg', what: 'JPEG ready' },
] as const

/** Names as in flood-process.ts. */
const FLOODS = [
  { name: 'sftp', what: 'SFTP, 10 × 16,000 writes of a byte' },
  { name: 'merchandise', what: '32 merchandise queries near the limit of cost' },
  { name: 'zip-ranges', what: '32 ranges of a zip' },
  { name: 'pdf-ranges', what: '32 ranges of a deflated PDF' },
  { name: 'slow-bodies', what: '500 slow bodies' },
  { name: 'sign-ins', what: '100 sign-ins' },
]

/** A flood of one customer at a door delays another customer by a bounded time. Rate limits are off: they would end it. */
export async function measureFloods(options: BenchOptions): Promise<Outcome> {
  const { quick, log } = options
  const rounds = quick ? 2 : 5
  const started = await startTarget(options)
  log(`${rounds} rounds of another customer alone`)
  await measureOtherCustomer(started.otherClient)
  const alone = await measureRounds(started, rounds)
  const correct: string[] = []
  const figures: Figure[] = []
  for (const { name, what } of FLOODS) {
    log(`${rounds} rounds during ${what}`)
    const memory = sampleMemory(started.server)
    const flood = await startFlood(name, started.target, options.resources)
    const measured = await measureRounds(started, rounds)
    const answers = await flood.stop()
    verify(answers > 0, `${what} were answered`)
    correct.push(`${what}: ${answers} answers are right`)
    figures.push(...createFigures(what, measured, alone, memory.growth()))
  }
  return { correct, figures }
}

interface Measured {
  times: OtherCustomerTimes[]
  /** The longest answer of each round, in milliseconds. */
  health: number[]
}

async function measureRounds({ server, otherClient }: StartedTarget, rounds: number): Promise<Measured> {
  const measured: Measured = { times: [], health: [] }
  for (let round = 0; round < rounds; round++) {
    const health = watchHealth(server.origin)
    measured.times.push(await measureOtherCustomer(otherClient))
    measured.health.push(await health.stop())
  }
  return measured
}

function createFigures(what: string, measured: Measured, alone: Measured, growth: number): Figure[] {
  const formatSeconds = (values: number[]) => `${(computeMedian(values) / 1000).toFixed(2)} s`
  return [
    ...STEPS.map(({ step, what: action }) => {
      const [times, aloneTimes] = [measured, alone].map(each => each.times.map(time => time[step]))
      const limit = 2 * computeMedian(aloneTimes!) + 1000
      return createFigure(
        `${what}: ${action} against 2 × alone + 1 s`,
        times!.map(ms => ms / limit),
        { atMost: 1, note: `${formatSeconds(times!)}, alone ${formatSeconds(aloneTimes!)}` },
      )
    }),
    createFigure(`${what}: longest answer of health`, measured.health, {
      ...{ atMost: HEALTH_MAX_MS, unit: 'ms' },
      note: `alone ${computeMedian(alone.health).toFixed(0)} ms`,
    }),
    createFigure(`${what}: memory growth`, [growth], { atMost: GROWTH_MAX, unit: 'MiB' }),
  ]
}
