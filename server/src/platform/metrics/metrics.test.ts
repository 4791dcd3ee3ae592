import { expect, test } from 'vitest'
import { createRecordingLog } from '../log/recording-log.testing.ts'
import { defineCounter, defineGauge } from './definitions.ts'
import { createMetrics } from './metrics.ts'
import { DATABASE_FRESH_MS } from './sources.ts'

const waiting = defineGauge('waiting_things', 'Things', { labels: ['kind'] })
const room = defineGauge('room_bytes', 'Room')
const failures = defineCounter('failures_total', 'Failures', {
  labels: ['reason'],
  initial: [{ reason: 'full' }],
})

function createTestMetrics() {
  let now = 0
  const { log, output } = createRecordingLog()
  return { metrics: createMetrics(log, () => now), output, pass: (ms: number) => (now += ms) }
}

test('RV-708 a series with known labels begins at 0; each process counts for itself', async () => {
  const [first, second] = [createTestMetrics().metrics, createTestMetrics().metrics]
  first.get(failures).inc({ reason: 'full' })
  first.get(failures).inc({ reason: 'full' })
  second.get(failures)
  expect(await first.render()).toContain('keepsake_failures_total{reason="full"} 2')
  expect(await second.render()).toContain('keepsake_failures_total{reason="full"} 0')
})

test('RV-708 two metrics of one name are refused', () => {
  const { metrics } = createTestMetrics()
  metrics.get(failures)
  expect(() => metrics.get(defineCounter('failures_total', 'Others'))).toThrow(
    'two metrics keepsake_failures_total',
  )
})

test('RV-708 a source of the database is read once in 15 seconds, however often they are scraped', async () => {
  const { metrics, pass } = createTestMetrics()
  let reads = 0
  metrics.addSource({
    name: 'things',
    gauges: [waiting],
    freshMs: DATABASE_FRESH_MS,
    read: () => metrics.get(waiting).set({ kind: 'a' }, ++reads),
  })
  const [text] = await Promise.all([metrics.render(), metrics.render(), metrics.render()])
  expect(text).toContain('keepsake_waiting_things{kind="a"} 1')
  pass(14_999)
  expect(await metrics.render()).toContain('keepsake_waiting_things{kind="a"} 1')
  pass(1)
  expect(await metrics.render()).toContain('keepsake_waiting_things{kind="a"} 2')
})

test('RV-708 a source that fails has no values instead of old ones, and the others have theirs', async () => {
  const { metrics, output, pass } = createTestMetrics()
  let isAway = false
  const set = () => {
    if (isAway) throw new Error('the database is away')
    metrics.get(waiting).set({ kind: 'a' }, 7)
    metrics.get(room).set(9)
  }
  metrics.addSource({ name: 'things', gauges: [waiting, room], freshMs: 1000, read: set })
  metrics.addSource({ name: 'others', gauges: [], read: () => undefined })
  expect(await metrics.render()).toMatch(/keepsake_waiting_things\{kind="a"\} 7[\s\S]*keepsake_room_bytes 9/)
  isAway = true
  pass(1000)
  const text = await metrics.render()
  expect(text).not.toMatch(/^keepsake_(waiting_things|room_bytes)[ {]/m)
  expect(text).toContain('keepsake_metrics_source_up{source="things"} 0')
  expect(text).toContain('keepsake_metrics_source_up{source="others"} 1')
  expect(output()).toMatch(/the database is away.*metrics could not be read/)
  isAway = false
  expect(await metrics.render()).toContain('keepsake_room_bytes 9')
})

test('RV-708 a gauge without a value has none, not 0', async () => {
  const { metrics } = createTestMetrics()
  metrics.addSource({ name: 'room', gauges: [room], read: () => undefined })
  expect(await metrics.render()).not.toMatch(/^keepsake_room_bytes/m)
})
