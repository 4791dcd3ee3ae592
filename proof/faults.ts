import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Context } from '#server/context.ts'
import { withContext } from '#server/serve.ts'
import { canMountDisk } from '#server/testing/small-disk.ts'
import { type Deployment, METRICS_TOKEN, startDeployment } from './faults/deployment.ts'
import { hasBlackboxExporter } from './faults/edge.ts'
import { FAULTS, type Fault } from './faults/faults.ts'
import { hasPrometheus, type Prometheus, startPrometheus } from './faults/prometheus.ts'
import { isInstalled } from './fleet/balancer.ts'

/*
 * Triggers each fault of docs/monitoring on real processes beside a real Prometheus, and shows which alerts fire.
 * Needs TEST_DATABASE_URL, Debian's packages prometheus, prometheus-blackbox-exporter, haproxy and openssl, and the right to
 * mount a disk. --only (repeatable): faults whose names begin so. --write puts the rows of these faults into the table of
 * docs/monitoring/README.md.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
})
const README = new URL('../docs/monitoring/README.md', import.meta.url)
const FIRES_WITHIN_MS = 240_000
const QUIET_WITHIN_MS = 420_000
/** After the expected alerts: others that would fire. */
const OBSERVE_AFTER_MS = 20_000
const POLL_MS = 1_000

if (!hasPrometheus()) stop('Prometheus is not installed (Debian: prometheus): nothing was tried.')
if (!hasBlackboxExporter())
  stop('blackbox_exporter is not installed (Debian: prometheus-blackbox-exporter): nothing was tried.')
if (!isInstalled('haproxy')) stop('HAProxy is not installed (Debian: haproxy): nothing was tried.')
if (!process.env.TEST_DATABASE_URL) stop('Set TEST_DATABASE_URL to a PostgreSQL server: nothing was tried.')
if (!canMountDisk()) stop('This system does not allow to mount a disk: nothing was tried.')

const { only } = values
const faults = FAULTS.filter(({ name }) => only.length === 0 || only.some(start => name.startsWith(start)))
const results: Result[] = []
/** Alerts of earlier faults that still fire. */
let lingeringAlerts: ReadonlySet<string> = new Set()
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
      if (fault.lingers) lingeringAlerts = new Set([...lingeringAlerts, ...result.fired])
    }
    return 0
  })
}
console.log(`\n${formatTable(results.map(formatRow))}`)
if (values.write) await writeRows(results)
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
    for (const alert of await prometheus.listFiringAlerts())
      if (!lingeringAlerts.has(alert)) firedAlerts.add(alert)
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

/** Waits until no alert fires or is about to, but those of faults that linger, which the next fault does not need. */
async function waitForQuiet(prometheus: Prometheus, next: Fault): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS
  for (;;) {
    const activeAlerts = await prometheus.listActiveAlerts()
    const loudAlerts = activeAlerts.filter(
      alert => !lingeringAlerts.has(alert) || next.expected.includes(alert),
    )
    if (loudAlerts.length === 0) {
      lingeringAlerts = lingeringAlerts.intersection(new Set(activeAlerts))
      return
    }
    if (performance.now() > until) throw new Error(`Before '${next.name}' still: ${loudAlerts.join(', ')}`)
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

function formatRow({ fault, fired, seconds }: Result): string {
  return `| ${fault.name} | ${fired.map(alert => `\`${alert}\``).join(', ') || 'none'} | ${seconds} |`
}

function formatTable(rows: readonly string[]): string {
  return [
    '| fault | alerts that fired | seconds, with all times of the rules divided by ten |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}

/** Replaces the rows of these faults in the page; rows of faults that are no longer there go. */
async function writeRows(tried: readonly Result[]): Promise<void> {
  const page = await readFile(README, 'utf8')
  const rows = FAULTS.flatMap(({ name }) => {
    const result = tried.find(({ fault }) => fault.name === name)
    return result ? formatRow(result) : (page.split('\n').find(line => line.startsWith(`| ${name} |`)) ?? [])
  })
  await writeFile(README, page.replace(/\| fault \| alerts that fired[\s\S]*?(?=\n\n)/, formatTable(rows)))
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(2)
}
