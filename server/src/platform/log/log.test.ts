import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('RV-708 every line of the log names host, process, role and build', () => {
  const lines: string[] = []
  const log = createLog({
    level: 'info',
    process: { role: 'worker', build: '2027-01-31' },
    destination: { write: line => lines.push(line) },
  })
  log.child({ job: 'photos.ingest' }).info('started')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    host: hostname(),
    pid: process.pid,
    role: 'worker',
    build: '2027-01-31',
    job: 'photos.ingest',
    msg: 'started',
  })
})
