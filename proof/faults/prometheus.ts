import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProgram } from '#server/testing/program.ts'
import { claimPort } from '../../tools/ports.ts'
import { waitFor } from '../bench/harness/processes.ts'

export const RULES = fileURLToPath(new URL('../../docs/monitoring/alerts.yml', import.meta.url))
/** All times of the rules are divided by this. */
const TIME_DIVISOR = 10
/** Longer than a process takes to answer while everything is silent. */
const SCRAPE_SECONDS = 8
/** Fires always: no fault needs to. */
export const WATCHDOG = 'KeepsakeWatchdog'

export interface Prometheus {
  /** Names of the alerts that fire now. */
  listFiringAlerts(): Promise<string[]>
  /** Names of the alerts that fire now or are about to. */
  listActiveAlerts(): Promise<string[]>
  close(): Promise<void>
}

export const hasPrometheus = () => spawnSync('prometheus', ['--version']).status === 0

/** What Prometheus scrapes. */
export interface Targets {
  /** Ports by instance, by the job of docs/monitoring/prometheus.yml. */
  ports: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** The port of blackbox_exporter, and the address that it asks. */
  probe: { probePort: number; url: string }
}

/** Starts Prometheus with the alert rules of docs/monitoring, which are shortened. */
export async function startPrometheus(folder: string, targets: Targets, token: string): Promise<Prometheus> {
  await writeFile(join(folder, 'rules.yml'), shortenTimes(await readFile(RULES, 'utf8')))
  const { ports: portsByJob, probe } = targets
  const configs = Object.entries(portsByJob).flatMap(([job, ports]) => [
    `  - job_name: ${job}`,
    `    authorization: { credentials: ${token} }`,
    '    static_configs:',
    ...Object.entries(ports).map(
      ([name, port]) => `      - { targets: ["127.0.0.1:${port}"], labels: { instance: ${name} } }`,
    ),
  ])
  const config = [
    `global: { scrape_interval: ${SCRAPE_SECONDS}s, scrape_timeout: ${SCRAPE_SECONDS}s, evaluation_interval: 1s }`,
    'rule_files: [rules.yml]',
    'scrape_configs:',
    ...configs,
    '  - job_name: keepsake-edge',
    '    metrics_path: /probe',
    `    params: { module: [keepsake], target: ["${probe.url}"] }`,
    '    static_configs:',
    `      - { targets: ["127.0.0.1:${probe.probePort}"], labels: { instance: "${probe.url}" } }`,
  ]
  await writeFile(join(folder, 'prometheus.yml'), config.join('\n'))
  const port = await claimPort()
  const program = startProgram([
    'prometheus',
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ])
  /** All but the one that always fires. */
  const fetchAlerts = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`)
    const { data } = (await answer.json()) as { data: { alerts: Alert[] } }
    if (!data.alerts.some(({ labels }) => labels.alertname === WATCHDOG))
      throw new Error(`${WATCHDOG} is silent`)
    return data.alerts.filter(({ labels }) => labels.alertname !== WATCHDOG)
  }
  await waitFor('Prometheus starts', 60, async () => {
    if (!(await fetch(`http://127.0.0.1:${port}/-/ready`)).ok) throw new Error('It is not ready')
    await fetchAlerts()
  })
  return {
    async listFiringAlerts() {
      return listNames((await fetchAlerts()).filter(({ state }) => state === 'firing'))
    },
    listActiveAlerts: async () => listNames(await fetchAlerts()),
    close: async () => void (await program.end()),
  }
}

interface Alert {
  labels: { alertname: string }
  state: 'pending' | 'firing'
}

const listNames = (alerts: readonly Alert[]) =>
  [...new Set(alerts.map(({ labels }) => labels.alertname))].sort()

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Divides `for`, ranges, and thresholds in seconds; no range becomes shorter than four scrapes, which a rise needs. */
function shortenTimes(rules: string): string {
  const toSeconds = (text: string) => (Number.parseInt(text, 10) * SECONDS[text.at(-1)!]!) / TIME_DIVISOR
  return rules
    .replace(/for: (\w+)/g, (_all, time: string) => `for: ${Math.ceil(toSeconds(time))}s`)
    .replace(/\[(\w+)\]/g, (_all, time: string) => `[${Math.max(4 * SCRAPE_SECONDS, toSeconds(time))}s]`)
    .replace(
      /(_seconds(?:\{[^}]*\})?\)) ([>+]) (\d+)/g,
      (_all, metric, operator, limit) => `${metric} ${operator} ${Number(limit) / TIME_DIVISOR}`,
    )
}
