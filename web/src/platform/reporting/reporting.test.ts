import { describe, expect, test } from 'vitest'
import { BulkFailure } from '../http/bulk-failure.ts'
import { HttpFailure } from '../http/http-failure.ts'
import { LoadFailure } from '../lazy/load-failure.ts'
import { createReport, type Report, reportFailure } from './reporting.ts'

function createEnvironment() {
  const sent: Report[] = []
  const logged: unknown[][] = []
  return {
    sent,
    logged,
    send: async (report: Report) => void sent.push(report),
    log: (...parts: unknown[]) => void logged.push(parts),
    route: () => '/my-photos/photos',
  }
}

describe('the error reporter', () => {
  test('OP-89, AA-117 logs and sends a failure with its correlation id, once', () => {
    const environment = createEnvironment()
    const failure = new HttpFailure({ url: '/api/x?email=a', body: 'b', status: 500, correlationId: 'c-1' })
    reportFailure(failure, environment)
    reportFailure(failure, environment)
    expect(environment.sent).toHaveLength(1)
    expect(environment.sent[0]).toMatchObject({
      name: 'HttpFailure',
      correlationId: 'c-1',
      route: '/my-photos/photos',
    })
    expect(environment.logged[0]).toContain('c-1')
  })

  test.each([0, 401, 404, 409, 429])('AA-117 does not report status %s', status => {
    const environment = createEnvironment()
    reportFailure(new HttpFailure({ url: '/', body: String(status), status }), environment)
    expect(environment.sent).toEqual([])
    expect(environment.logged).toEqual([])
  })

  test('RV-401 AA-117 does not report what fails without a connection, nor code of a replaced build', () => {
    const environment = createEnvironment()
    const offline = new HttpFailure({ url: '/', body: 'Failed to fetch', status: 0 })
    for (const error of [
      new BulkFailure(['a'], offline),
      new LoadFailure('offline', new TypeError()),
      new LoadFailure('outdated', new TypeError()),
    ])
      reportFailure(error, environment)
    expect(environment.sent).toEqual([])
    reportFailure(new BulkFailure(['a']), environment)
    reportFailure(new LoadFailure('failed', new TypeError('x')), environment)
    expect(environment.sent.map(({ name }) => name)).toEqual(['BulkFailure', 'LoadFailure'])
  })

  test('OP-89 sends no personal data', () => {
    const error = new Error(
      'anna.k+1@example.com /photos/0199f7a0-1111-7222-8333-444455556666 http://x/media?token=abc',
    )
    const report = createReport(error, '/my-photos/photos/preview/0199f7a0-1111-7222-8333-444455556666')
    expect(report.message).toBe('{email} /photos/{id} http://x/media')
    expect(report.route).toBe('/my-photos/photos/preview/{id}')
    expect(report.stack).not.toContain('example.com')
  })

  test('a report that cannot be sent is not reported', async () => {
    const environment = { ...createEnvironment(), send: () => Promise.reject(new Error('offline')) }
    reportFailure(new Error('first of its kind'), environment)
    await Promise.resolve()
    await Promise.resolve()
    expect(environment.logged).toHaveLength(2)
  })
})
