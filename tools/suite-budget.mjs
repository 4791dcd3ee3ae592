import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

/** Work of `npm test` on PostgreSQL. A change that needs more says so here, with its reason in docs/measurements.md. */
export const WORK_BUDGET = {
  'test servers': 300,
  databases: 310,
  processes: 95,
  'page loads': 300,
  'sign-ins': 80,
  'axe runs': 105,
}

/** Seconds of processor time of each stage on the machine of docs/measurements.md, of which CALIBRATION_MS is a measure. */
export const CPU_BUDGET = { check: 90, unit: 980, embedded: 115, browser: 170 }
/** Processor time of `calibrate` on that machine. */
const CALIBRATION_MS = 400
/** What a busy or different machine may add to processor time: caches and clock rates differ more than the calibration says. */
const MACHINE_TOLERANCE = 1.5
/** A budget is exceeded by more than a fifth. */
const TOLERANCE = 1.2

/** Counts the lines of the file that `countWork` writes. */
export function readWork(file) {
  const counts = Object.fromEntries(Object.keys(WORK_BUDGET).map(kind => [kind, 0]))
  if (!existsSync(file)) return counts
  for (const kind of readFileSync(file, 'utf8').split('\n')) if (kind in counts) counts[kind]++
  return counts
}

/** Names what exceeds its budget by more than a fifth; `speed` is the processor time of this machine for that of another. */
export function findExcess(work, cpu, speed) {
  return [
    ...Object.entries(work)
      .filter(([kind, count]) => count > WORK_BUDGET[kind] * TOLERANCE)
      .map(([kind, count]) => `${count} ${kind} of ${WORK_BUDGET[kind]}`),
    ...Object.entries(cpu)
      .filter(([stage, seconds]) => seconds > CPU_BUDGET[stage] * TOLERANCE * MACHINE_TOLERANCE * speed)
      .map(
        ([stage, seconds]) =>
          `${stage} took ${Math.round(seconds)} s of processor time of ${CPU_BUDGET[stage]}`,
      ),
  ]
}

/** Describes work and processor time beside their budgets. */
export function formatWork(work, cpu) {
  const counts = Object.entries(work).map(([kind, count]) => `${count} ${kind} (${WORK_BUDGET[kind]})`)
  const seconds = Object.entries(cpu).map(
    ([stage, s]) => `${stage} ${Math.round(s)} s (${CPU_BUDGET[stage]})`,
  )
  const total = Object.values(cpu).reduce((sum, each) => sum + each, 0)
  return [
    `Work (budget): ${counts.join(', ')}`,
    `Processor time (budget): ${seconds.join(', ')}; ${(total / 60).toFixed(1)} min`,
  ].join('\n')
}

/** Measures this machine with a fixed piece of work: 1 is the machine of the budget, 2 one that needs twice the time. */
export function calibrate() {
  const before = process.cpuUsage()
  const bytes = Buffer.alloc(1 << 20, 'keepsake')
  for (let i = 0; i < 300; i++) createHash('sha256').update(bytes).digest()
  const text = JSON.stringify(Array.from({ length: 1000 }, (_, id) => ({ id, name: `photo-${id}` })))
  for (let i = 0; i < 300; i++) JSON.parse(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / CALIBRATION_MS
}

/** Seconds of processor time of the processes that this one has started and that have ended, with theirs; 0 without /proc. */
export function readChildrenCpu() {
  if (!existsSync('/proc/self/stat')) return 0
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  // In ticks of 10 ms: cutime and cstime.
  return (Number(fields[13]) + Number(fields[14])) / 100
}
