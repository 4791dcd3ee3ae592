import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { domains } from './app.ts'
import { startRole } from './testing/running-process.ts'
import { createTestFolder } from './testing/test-folder.ts'

const FOLDER = fileURLToPath(new URL('../../docs/monitoring/', import.meta.url))
const read = (name: string) => readFileSync(FOLDER + name, 'utf8')

interface Dashboard {
  panels: { targets?: { expr: string }[] }[]
}

interface Rule {
  alert?: string
  record?: string
  expr: string
  labels: Record<string, string>
  annotations?: { summary: string; runbook_url: string }
}

const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  group => group.rules,
)
const alerts = rules.filter(({ alert }) => alert)
const recorded = new Set(rules.flatMap(({ record }) => record ?? []))
const panels = (JSON.parse(read('dashboard.json')) as Dashboard).panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr),
)
const expressions = [...rules.map(({ expr }) => expr), ...panels]

/** Words of PromQL that are followed by no bracket. */
const WORDS = new Set(['or', 'and', 'unless', 'on', 'by'])

/** The metrics of an expression, each with its label matchers. */
function metricsIn(expr: string): { name: string; matchers: string }[] {
  const plain = expr.replace(/\b(?:by|on) \([^)]*\)/g, '').replace(/\[\w+\]/g, '')
  return [...plain.matchAll(/"[^"]*"|([a-z][\w:]*)(\s*\(|\{[^}]*\})?/g)]
    .map(([, name = '', next = '']) => ({ name, matchers: next.trim() }))
    .filter(({ name, matchers }) => name !== '' && !WORDS.has(name) && !matchers.startsWith('('))
    .map(({ name, matchers }) => ({ name, matchers: matchers.slice(1, -1) }))
}

const getJob = (matchers: string) => /^job=~?"([^"]+)"/.exec(matchers)?.[1]
/** `up` is of Prometheus itself; the metrics of other jobs are of HAProxy and exporters. */
const isOfKeepsake = ({ name, matchers }: { name: string; matchers: string }) =>
  name !== 'up' && getJob(matchers) === 'keepsake'
/** Metrics that only have values while something is wrong, or after a worker has scheduled its jobs. */
const WITHOUT_VALUES = new Set([
  'keepsake_job_dead_letters',
  'keepsake_blob_sweep_started_timestamp_seconds',
  // Services have values once they have a token in the database, or have read originals.
  'keepsake_service_token_end_seconds',
  'keepsake_service_original_reads',
  'keepsake_service_usual_original_reads',
])

async function createFolder(): Promise<string> {
  const folder = createTestFolder(onTestFinished)
  return folder
}

test('RV-886 every metric of the rules and the dashboard names its job, which prometheus.yml scrapes', () => {
  const { scrape_configs: configs } = parse(read('prometheus.yml')) as {
    scrape_configs: { job_name: string }[]
  }
  const jobs = new Set(configs.map(({ job_name }) => job_name))
  const metrics = expressions.flatMap(metricsIn).filter(({ name }) => !recorded.has(name))
  expect(metrics.length).toBeGreaterThan(80)
  const withoutJob = metrics.filter(
    ({ matchers }) =>
      !getJob(matchers)
        ?.split('|')
        .every(job => jobs.has(job)),
  )
  expect(withoutJob).toEqual([])
})

test('RV-886 metrics of Keepsake have its prefix and no label that Prometheus sets itself', async () => {
  const { fetchMetrics } = await startRole('all')
  const { text } = await fetchMetrics()
  const names = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!)
  const ofNode = names.filter(name => /^(nodejs|process)_/.test(name))
  expect(ofNode.length).toBeGreaterThan(10)
  expect(names.filter(name => !ofNode.includes(name) && !name.startsWith('keepsake_'))).toEqual([])
  expect(text).not.toMatch(/[{,](job|instance)="/)
})

test('RV-886 the budgets count the requests of each journey', async () => {
  const WEB_DIR = await createFolder()
  writeFileSync(join(WEB_DIR, 'index.html'), '<!doctype html><title>Page</title>')
  const { running, fetchMetrics } = await startRole('all', { WEB_DIR })
  const ask = (path: string, method = 'GET') =>
    fetch(running.origin + path, { method, redirect: 'manual', headers: { accept: 'text/html' } })
  const count = async (journey: string, record: string) => {
    const { expr } = rules.find(rule => rule.record === record && rule.labels.journey === journey)!
    const [{ name, matchers }] = metricsIn(expr) as [{ name: string; matchers: string }]
    const tests = [...matchers.matchAll(/(\w+)(=~?)"((?:[^"\\]|\\.)*)"/g)].filter(
      ([, label]) => label !== 'job',
    )
    const { text } = await fetchMetrics()
    return text
      .split('\n')
      .filter(line => line.startsWith(`${name}{`))
      .filter(line =>
        tests.every(([, label, operator, value]) => {
          const actual = new RegExp(`[{,]${label}="([^"]*)"`).exec(line)?.[1] ?? ''
          return operator === '='
            ? actual === value
            : new RegExp(`^(?:${JSON.parse(`"${value}"`)})$`).test(actual)
        }),
      )
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
  }
  const REQUESTS = {
    'sign-in': [['/session/sign-in'], ['/identity/auth?client_id=nobody'], ['/session/token', 'POST']],
    'first-page': [['/'], ['/session/first-screen', 'POST']],
    upload: [['/api/uploads/files', 'POST'], ['/api/uploads/usage']],
    order: [['/api/orders/v2/superorders/me']],
  } as const
  for (const [journey, requests] of Object.entries(REQUESTS)) {
    const before = await count(journey, 'keepsake:journey_requests:count')
    for (const [path, method] of requests) await (await ask(path, method)).text()
    await expect
      .poll(async () => [journey, (await count(journey, 'keepsake:journey_requests:count')) - before])
      .toEqual([journey, requests.length])
    // Late answers are counted by a bucket of the histogram.
    const late = rules.find(
      rule => rule.record === 'keepsake:journey_late:count' && rule.labels.journey === journey,
    )!
    const limit = /le="([^"]+)"/.exec(late.expr)![1]
    expect((await fetchMetrics()).text).toContain(`le="${limit}",method="`)
  }
  expect(Object.keys(REQUESTS)).toEqual([
    ...new Set(rules.flatMap(({ record, labels }) => (record ? labels.journey! : []))),
  ])
})

test('RV-886 the ages of the backups are written for node_exporter; what is missing has none', async () => {
  const folder = await createFolder()
  for (const name of ['base', 'wal']) mkdirSync(join(folder, name))
  const file = join(folder, 'keepsake-backup.prom')
  const run = () => {
    execFileSync(fileURLToPath(new URL('../../deployment/keepsake-backup-metrics', import.meta.url)), [
      folder,
      file,
    ])
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => /^[a-z]/.test(line))
  }
  expect(run()).toEqual([])
  const write = (path: string, seconds: number) => {
    if (path.startsWith('wal')) writeFileSync(join(folder, path), '')
    else mkdirSync(join(folder, path))
    utimesSync(join(folder, path), seconds, seconds)
  }
  write('base/incomplete', 1_767_400_000)
  write('base/2026-01-01T01-30-00Z', 1_767_231_000)
  write('base/2026-01-02T01-30-00Z', 1_767_317_400)
  write('wal/000000010000000000000001', 1_767_317_500)
  write('wal/000000010000000000000002.partial', 1_767_317_600)
  expect(run()).toEqual([
    'keepsake_backup_timestamp_seconds{part="base"} 1767317400',
    'keepsake_backup_timestamp_seconds{part="wal"} 1767317600',
  ])
  const drill = 'keepsake_restore_drill_problems 0'
  writeFileSync(join(folder, 'restore-drill.prom'), `${drill}\n`)
  expect(run().slice(2)).toEqual([drill])
})

test('RV-708 every metric of the alerts and the dashboard is one that processes answer, with its labels', async () => {
  const { fetchMetrics } = await startRole('all')
  const { text } = await fetchMetrics()
  const lines = text.split('\n').filter(line => /^[a-z]/.test(line))
  const missing = expressions
    .flatMap(metricsIn)
    .filter(isOfKeepsake)
    .filter(({ name, matchers }) => {
      if (WITHOUT_VALUES.has(name)) return !text.includes(`# TYPE ${name} `)
      const pairs = [...matchers.matchAll(/\w+="[^"]*"/g)]
        .map(([pair]) => pair)
        .filter(pair => !pair.startsWith('job='))
      // Requests and jobs have a series from the first one on.
      const isCounted = /^keepsake_(http_request|job)_duration_seconds/.test(name)
      if (isCounted) return !text.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} histogram`)
      return !lines.some(line => /^\w+/.exec(line)![0] === name && pairs.every(pair => line.includes(pair)))
    })
  expect(missing).toEqual([])
  expect(panels.length).toBeGreaterThan(30)
  expect(text).not.toMatch(/account|@|[0-9a-f]{8}-[0-9a-f]{4}/)
})

test('RV-708 every metric that a domain declares is in the dashboard or an alert', () => {
  const used = new Set(expressions.flatMap(metricsIn).map(({ name }) => name.replace(/_(count|bucket)$/, '')))
  const declared = domains.flatMap(({ metrics }) => metrics?.counted?.map(({ name }) => name) ?? [])
  expect(declared.length).toBeGreaterThan(7)
  expect(declared.filter(name => !used.has(name))).toEqual([])
})

test('RV-708 RV-886 every alert is in the table, has a unit test, and its runbook exists', () => {
  const table = read('README.md')
  const tested = read('alerts.test.yml')
  expect(alerts.length).toBeGreaterThan(30)
  for (const { alert, annotations } of alerts) {
    expect(table).toContain(`\`${alert}\``)
    expect(tested).toContain(`alertname: ${alert}`)
    const [file, anchor] = annotations!.runbook_url.split('#')
    const page = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(anchors, alert).toContain(anchor)
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.runIf(hasPromtool)('RV-708 promtool accepts the rules, and they fire when they should', () => {
  for (const args of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  }
})
