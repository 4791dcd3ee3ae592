import type { Request } from '@playwright/test'
import { withholdFirstScreen } from './fixtures/first-screen.ts'
import { createTestWithLibrary } from './fixtures/shared-library.ts'
import { test as emptyTest, expect } from './fixtures/test.ts'

const test = createTestWithLibrary(2)

test('AA-114 PL-141 AA-002 requests of the page have JSON, no-cache and correlation headers, and the token only where required; bodies are JSON', async ({
  signedIn: page,
}) => {
  const calls: Request[] = []
  page.on('request', request => {
    if (request.resourceType() === 'fetch' && !request.url().includes('/assets/')) calls.push(request)
  })
  await withholdFirstScreen(page)
  await page.goto('/my-photos/photos')
  await expect(page.getByRole('button', { name: /^Photo \d/ })).toHaveCount(2)

  const callsTo = (path: RegExp) => calls.filter(call => path.test(new URL(call.url()).pathname))
  const services = callsTo(/^\/api\//)
  expect(services.length).toBeGreaterThan(3)
  for (const call of services) {
    const headers = await call.allHeaders()
    expect(headers).toMatchObject({
      accept: 'application/json',
      'cache-control': 'no-cache',
      'x-correlation-id': expect.stringMatching(/^[\da-f-]{36}$/),
      authorization: expect.stringMatching(/^Bearer eyJ/),
    })
    expect(headers.cookie).toBeUndefined()
    expect((await call.response())!.headers()['x-correlation-id']).toBe(headers['x-correlation-id'])
  }
  const ids = await Promise.all(services.map(call => call.headerValue('x-correlation-id')))
  expect(new Set(ids).size).toBe(ids.length)

  const open = callsTo(/^\/(config\.json|conf\/|session\/|locales\/)/)
  expect(open.length).toBeGreaterThanOrEqual(3)
  for (const call of open) expect(await call.headerValue('authorization')).toBeNull()
  expect(await callsTo(/^\/session\/first-screen$/)[0]!.headerValue('cookie')).toContain('keepsake_refresh')

  const ending = page.waitForRequest(request => request.url().endsWith('/session/end'))
  await page.getByRole('navigation').first().getByRole('link', { name: 'Sign out' }).click()
  const request = await ending
  expect(await request.headerValue('content-type')).toBe('application/json')
  expect(request.postDataJSON()).toEqual({ everywhere: false })
})

emptyTest(
  'AA-115 AA-117 PL-141 PL-150 a failed call shows an error, is logged and reported with body, status and URL; a 401 refreshes the session once and repeats the call',
  { tag: '@suite' },
  async ({ signedIn: page, browserErrors }) => {
    browserErrors.allow(/status of 500/, /Status Code: 500 Received from/, /status of 401/)
    const logged: string[] = []
    page.on('console', message => logged.push(message.text()))
    await withholdFirstScreen(page)
    const refreshes: string[] = []
    page.on('request', request => {
      if (/\/session\/(refresh|first-screen)/.test(request.url())) refreshes.push(request.url())
    })
    const body = JSON.stringify({ code: 'unexpected', message: 'Oh no', correlationId: 'abc-123' })
    await page.route('**/users/timeline*', route =>
      route.fulfill({ status: 500, contentType: 'application/json', body }),
    )
    const reported = page.waitForRequest(
      request => request.method() === 'POST' && /report/.test(request.url()),
    )
    await page.goto('/my-photos/photos')
    await expect(page.getByText('Error: Your photos could not be loaded')).toBeVisible()
    const message = `Request failure: Error ${body}; Status Code: 500 Received from /api/photo-management/users/timeline`
    expect((await reported).postDataJSON()).toMatchObject({
      name: 'HttpFailure',
      message,
      correlationId: 'abc-123',
    })
    expect(logged.join('\n')).toContain(message)
    expect(refreshes).toHaveLength(1)

    await page.unroute('**/users/timeline*')
    let refused = 0
    await page.route('**/users/timeline*', async route => {
      if (refused++ > 0) return route.continue()
      await route.fulfill({
        status: 401,
        json: { code: 'unauthorized', message: 'A valid access token is needed', correlationId: 'none' },
      })
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Your photo library is empty')).toBeVisible()
    expect(refused).toBe(2)
    expect(refreshes).toHaveLength(2)
  },
)
