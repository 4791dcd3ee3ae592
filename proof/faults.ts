import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Context } from '#server/context.ts'
import { withContext } from '#server/serve.ts'
import { canMountDisk } from '#server/testing/small-disk.ts'
import { type Deployment, METRICS_TOKEN, startDeployment } from './faults/deployment.ts'
import { FAULTS, type Fault } from './faults/faults.ts'
import { hasPrometheus, type Prometheus, startPrometheus } from './faults/prometheus.ts'
import { isInstalled } from './fleet/balancer.ts'

/*
 * Triggers each fault of docs/monitoring on real processes beside a real Prometheus, and shows which alerts fire.
 * Needs TEST_DATABASE_URL, Debian's packages prometheus, haproxy and openssl, and the right to mount a disk. --write puts the table into
 * docs/monitoring/README.md.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean', default: false } },
})
const README = new URL('../docs/monitoring/README.md', import.meta.url)
const FIRES_WITHIN_MS = 240_000
/** Alerts on the rise within an hour fire for six minutes. */
const QUIET_WITHIN_MS = 420_000
/** After the expected alerts: others that would fire. */
const OBSERVE_AFTER_MS = 20_000
const POLL_MS = 1_000

if (!hasPrometheus()) stop('Prometheus is not installed (Debian: prometheus): nothing was tried.')
if (!isInstalled('haproxy')) stop('HAProxy is not installed (Debian: haproxy): nothing was tried.')
if (!process.env.TEST_DATABASE_URL) stop('Set TEST_DATABASE_URL to a PostgreSQL server: nothing was tried.')
if (!canMountDisk()) stop('This system does not allow to mount a disk: nothing was tried.')

const faults = FAULTS.filter(({ name }) => !values.only || name.startsWith(values.only))
const results: Result[] = []
{
  await using opened = new AsyncDisposableStack()
  const deployment = await startDeployment(opened)
  const prometheus = await startPrometheus(deployment.folder, deployment.targets, METRICS_TOKEN)
  opened.defer(() => prometheus.close())
  await withContext(deployment.env, async ctx => {
    // The rules need earlier values to see a rise.
    await wait(20_000)
    for (const fault of faults) {
      await waitForQuiet(prometheus, fault)
      console.log(`${fault.name} …`)
      const result = await tryFault(fault, deployment, ctx, prometheus)
      console.log(
        `  ${result.fired.join(', ') || 'nothing'} after ${result.seconds} s${formatVerdict(result)}`,
      )
      results.push(result)
    }
    return 0
  })
}
const table = formatTable(results)
console.log(`\n${table}`)
if (values.write) await writeTable(table)
process.exit(results.every(isAsExpected) ? 0 : 1)

interface Result {
  fault: Fault
  fired: string[]
  /** Seconds until the last expected alert fired. */
  seconds: number
}

async function tryFault(
  fault: Fault,
  deployment: Deployment,
  ctx: Context,
  prometheus: Prometheus,
): Promise<Result> {
  const started = performance.now()
  const firedAlerts = new Set<string>()
  const watch = async () => {
    for (const alert of await prometheus.listFiringAlerts()) firedAlerts.add(alert)
    await wait(POLL_MS)
  }
  await fault.cause(deployment, ctx)
  try {
    while (
      !fault.expected.every(alert => firedAlerts.has(alert)) &&
      performance.now() - started < FIRES_WITHIN_MS
    )
      await watch()
    const seconds = Math.round((performance.now() - started) / 1000)
    const until = performance.now() + OBSERVE_AFTER_MS
    while (performance.now() < until) await watch()
    return { fault, fired: [...firedAlerts].sort(), seconds }
  } finally {
    await fault.end(deployment, ctx)
  }
}

async function waitForQuiet(prometheus: Prometheus, next: Fault): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS
  while (!(await prometheus.isQuiet())) {
    if (performance.now() > until)
      throw new Error(`Before '${next.name}' still: ${(await prometheus.listFiringAlerts()).join(', ')}`)
    await wait(POLL_MS)
  }
}

function listUnexpectedAlerts({ fault, fired }: Result): string[] {
  const expectedAlerts = new Set([...fault.expected, ...(fault.allowed ?? [])])
  return fired.filter(alert => !expectedAlerts.has(alert))
}

function isAsExpected(result: Result): boolean {
  return (
    result.fault.expected.every(alert => result.fired.includes(alert)) &&
    listUnexpectedAlerts(result).length === 0
  )
}

function formatVerdict(result: Result): string {
  if (isAsExpected(result)) return ''
  return ` — expected ${result.fault.expected.join(', ')} and no others`
}

function formatTable(rows: readonly Result[]): string {
  return [
    '| fault | alerts that fired | seconds, with all times of the rules divided by ten |',
    '|---|---|---|',
    ...rows.map(
      ({ fault, fired, seconds }) =>
        `| ${fault.name} | ${fired.map(alert => `\`${alert}\``).join(', ') || 'none'} | ${seconds} |`,
    ),
  ].join('\n')
}

/** Replaces the table of the page. */
async function writeTable(text: string): Promise<void> {
  const page = await readFile(README, 'utf8')
  await writeFile(README, page.replace(/\| fault \| alerts that fired[\s\S]*?(?=\n\n)|FAULT_TABLE/, text))
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(2)
}
