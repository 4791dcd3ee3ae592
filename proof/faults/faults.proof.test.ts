import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { FAULTS } from './faults.ts'
import { RULES, WATCHDOG } from './prometheus.ts'

async function listAlerts(): Promise<string[]> {
  const { groups } = parse(await readFile(RULES, 'utf8')) as { groups: { rules: { alert?: string }[] }[] }
  return groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []))
}

test('RV-886 every alert but the watchdog is expected of a real fault', async () => {
  const alerts = (await listAlerts()).filter(alert => alert !== WATCHDOG)
  expect(alerts.length).toBeGreaterThan(30)
  const expectedAlerts = new Set(FAULTS.flatMap(({ expected }) => expected))
  expect(
    alerts.filter(alert => !expectedAlerts.has(alert)),
    "Add a fault that these alerts must fire for to proof/faults/faults.ts, then 'node proof/faults.ts --write'",
  ).toEqual([])
  const allowedAlerts = FAULTS.flatMap(({ allowed = [] }) => allowed)
  expect([...expectedAlerts, ...allowedAlerts].filter(alert => !alerts.includes(alert))).toEqual([])
})

test('RV-886 the table of docs/monitoring has a row of each fault, with the alerts that must fire', async () => {
  const lines = (await readFile(join(dirname(RULES), 'README.md'), 'utf8')).split('\n')
  for (const { name, expected } of FAULTS) {
    const row = lines.find(line => line.startsWith(`| ${name} |`))
    expect(row, `'node proof/faults.ts --write' has not tried '${name}'`).toBeDefined()
    for (const alert of expected) expect(row).toContain(`\`${alert}\``)
  }
})
