import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/*
 * Reports the known advisories of the dependencies:
 *   npm run advisories
 * Exit code 1 for a high or critical one, and 2 without a registry that answers: then nothing is known.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const { stdout, error } = spawnSync(
  'npm',
  ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  },
)
if (error) throw error
const report = JSON.parse(stdout || '{}') as AuditReport
if (report.vulnerabilities) print(Object.values(report.vulnerabilities))
else {
  console.error(
    `No report: the registry does not answer (${report.error?.summary || report.message || 'no reason'})`,
  )
  process.exitCode = 2
}

/** The used fields of npm's report, version 2. */
interface AuditReport {
  vulnerabilities?: Record<string, Vulnerability>
  error?: { summary?: string }
  message?: string
}

interface Vulnerability {
  name: string
  severity: 'info' | 'low' | 'moderate' | 'high' | 'critical'
  range: string
  via: (string | { title: string; url: string })[]
}

function print(vulnerabilities: Vulnerability[]): void {
  for (const { name, severity, range, via } of vulnerabilities) {
    console.log(`${severity}: ${name} ${range}`)
    for (const each of via)
      console.log(typeof each === 'string' ? `  by ${each}` : `  ${each.title} ${each.url}`)
  }
  console.log(`${vulnerabilities.length} packages with advisories`)
  if (vulnerabilities.some(({ severity }) => severity === 'high' || severity === 'critical'))
    process.exitCode = 1
}
