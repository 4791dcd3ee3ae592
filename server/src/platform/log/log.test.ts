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

test('P30 an error is logged without the client, the values of rows and the addresses that libraries add to it', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: line => lines.push(line) } })
  const cause = new Error('the socket was closed')
  const error = Object.assign(new Error('terminating connection', { cause }), {
    ...{
      code: '23505',
      constraint: 'credentials_email',
      detail: 'Key (email)=(anna@example.com) already exists.',
    },
    client: { processID: 4, secretKey: 'hidden-key' },
    rejected: ['anna@example.com'],
  })
  log.error({ err: error, job: 'mails.send' }, 'job failed')
  log.error(error, 'again')
  for (const line of lines) {
    expect(JSON.parse(line).err).toMatchObject({
      type: 'Error',
      message: 'terminating connection: the socket was closed',
      code: '23505',
      constraint: 'credentials_email',
    })
    expect(JSON.parse(line).err.stack).toContain('log.test.ts')
    expect(line).not.toMatch(/anna@|hidden-key/)
  }
  expect(lines).toHaveLength(2)
})
