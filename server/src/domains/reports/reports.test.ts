import { beforeEach, describe, expect, test } from 'vitest'
import { createRecordingLog } from '../../platform/log/recording-log.testing.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'

const { log, output, clearOutput } = createRecordingLog()
const server = closeAfterAll(await testServer({ log, work: false }))
beforeEach(clearOutput)

const report = (body: object, headers: Record<string, string> = {}) =>
  server.app.http.inject({
    method: 'POST',
    url: '/api/reports/errors',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })

const failure = {
  name: 'TypeError',
  message: 'x is not a function',
  route: '/my-photos',
  stack: 'at a.js:1:2',
}
const lines = () =>
  output()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

describe('OP-89 the error reporter', () => {
  test('AA-117 logs what the page reports, with the correlation id of the server’s own lines', async () => {
    const answer = await report({ ...failure, correlationId: 'page-call-12345' })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    const line = lines().find(({ msg }) => msg === 'failure reported by a page')
    expect(line.page).toEqual({ ...failure, correlationId: 'page-call-12345' })
    expect(line.level).toBe(40)
  })

  test('requires no sign-in and logs nothing about the caller', async () => {
    await report(failure, {
      authorization: 'Bearer abc.def.ghi',
      cookie: 'keepsake_id=secret',
      'user-agent': 'Mine',
    })
    expect(output()).toContain('failure reported by a page')
    expect(output()).not.toMatch(/abc\.def\.ghi|secret|Mine|127\.0\.0\.1/)
  })

  test('logs no personal data: e-mail addresses, tokens and signed addresses are redacted', async () => {
    const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl'
    await report({
      name: 'Error',
      message: `GET https://photos.example/media/abc123.bWVkaWE.c2ln/77/300 failed for anna.b@mail.example, ${token}`,
      stack: `Error: anna.b@mail.example at https://photos.example/auth/callback?code=s3cr3t&state=x#y (a.js:1:2)`,
      route: '/auth/callback?code=s3cr3t',
    })
    expect(output()).not.toMatch(/anna|bWVkaWE|s3cr3t|eyJ/)
    const [line] = lines()
    expect(line.page.message).toBe(
      'GET https://photos.example/media/[token]/77/300 failed for [address], [token]',
    )
    expect(line.page.route).toBe('/auth/callback')
  })

  test.each([
    ['too long a message', { ...failure, message: 'x'.repeat(501) }],
    ['too long a stack', { ...failure, stack: 'x'.repeat(4001) }],
    ['no route', { name: 'E', message: 'm' }],
    ['other types', { ...failure, message: { a: 1 } }],
  ])('refuses %s and logs nothing of it', async (_what, body) => {
    expect((await report(body)).statusCode).toBe(400)
    expect(output()).not.toContain('failure reported by a page')
  })

  test('P19 undeclared fields are not logged', async () => {
    await report({ ...failure, level: 60, email: 'anna@mail.example', extra: 'surprise' })
    expect(lines()[0]).toMatchObject({ level: 40, page: failure })
    expect(output()).not.toMatch(/surprise|anna/)
  })

  test('a text with line breaks is logged as one line', async () => {
    await report({ ...failure, message: 'a\n{"level":60,"msg":"forged"}' })
    expect(lines().filter(({ msg }) => msg === 'forged')).toEqual([])
  })
})
