import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { domains } from './app.ts'
import { startRole } from './testing/running-process.ts'

const FOLDER = fileURLToPath(new URL('../../docs/monitoring/', import.meta.url))
const read = (name: string) => readFileSync(FOLDER + name, 'utf8')

interface Dashboard {
  panels: { targets?: { expr: string }[] }[]
}

const rules = read('alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map(rule => ({
    alert: /^\w+/.exec(rule)![0],
    expr: /expr:(?: >-)?\s+([\s\S]+?)\n {8}(?:for|labels):/.exec(rule)![1]!,
    runbook: /runbook_url: (\S+)/.exec(rule)![1]!,
  }))
const panels = (JSON.parse(read('dashboard.json')) as Dashboard).panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr),
)

/** Words of PromQL that are followed by no bracket. */
const WORDS = new Set(['or', 'and', 'unless', 'on', 'by'])

/** The metrics of an expression, each with its label matchers. */
function metricsIn(expr: string): { name: string; matchers: string }[] {
  const plain = expr.replace(/\b(?:by|on) \([^)]*\)/g, '').replace(/\[\w+\]/g, '')
  return [...plain.matchAll(/"[^"]*"|([a-z]\w*)(\s*\(|\{[^}]*\})?/g)]
    .map(([, name = '', next = '']) => ({ name, matchers: next.trim() }))
    .filter(({ name, matchers }) => name !== '' && !WORDS.has(name) && !matchers.startsWith('('))
    .map(({ name, matchers }) => ({ name, matchers: matchers.slice(1, -1) }))
}

/** Metrics that Prometheus itself creates, or that only have values while something is wrong. */
const isOfPrometheus = (name: string) => name === 'up'
const WITHOUT_VALUES = new Set(['job_dead_letters', 'blob_sweep_started_timestamp_seconds'])

test('RV-708 every metric of the alerts and the dashboard is one that processes answer, with its labels', async () => {
  const { fetchMetrics } = await startRole('all')
  const { text } = await fetchMetrics()
  const lines = text.split('\n').filter(line => /^[a-z]/.test(line))
  const missing = [...rules.map(({ expr }) => expr), ...panels]
    .flatMap(metricsIn)
    .filter(({ name }) => !isOfPrometheus(name))
    .filter(({ name, matchers }) => {
      if (WITHOUT_VALUES.has(name)) return !text.includes(`# TYPE ${name} `)
      const pairs = [...matchers.matchAll(/\w+="[^"]*"/g)].map(([pair]) => pair)
      // Requests and jobs have a series from the first one on.
      const isCounted = /^(http_request|job)_duration_seconds/.test(name)
      if (isCounted) return !text.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} histogram`)
      return !lines.some(line => /^\w+/.exec(line)![0] === name && pairs.every(pair => line.includes(pair)))
    })
  expect(missing).toEqual([])
  expect(panels.length).toBeGreaterThan(30)
  expect(text).not.toMatch(/account|@|[0-9a-f]{8}-[0-9a-f]{4}/)
})

test('RV-708 every metric that a domain declares is in the dashboard or an alert', () => {
  const used = new Set(
    [...rules.map(({ expr }) => expr), ...panels]
      .flatMap(metricsIn)
      .map(({ name }) => name.replace(/_(count|bucket)$/, '')),
  )
  const declared = domains.flatMap(({ metrics }) => metrics?.counted?.map(({ name }) => name) ?? [])
  expect(declared.length).toBeGreaterThan(7)
  expect(declared.filter(name => !used.has(name))).toEqual([])
})

test('RV-708 every alert is in the table, and its runbook exists', () => {
  const table = read('README.md')
  expect(rules.length).toBeGreaterThan(15)
  for (const { alert, runbook } of rules) {
    expect(table).toContain(`\`${alert}\``)
    const [file, anchor] = runbook.split('#')
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
