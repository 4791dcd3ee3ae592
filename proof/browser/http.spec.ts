import { withholdFirstScreen } from './fixtures/first-screen.ts'
import { expect, test } from './fixtures/test.ts'

test('AA-115 AA-117 PL-141 PL-150 a failed call shows an error, is logged and reported with body, status and URL; a 401 refreshes the session once and repeats the call', {
  tag: '@suite',
}, async ({ signedIn: page, browserErrors }) => {
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
  const reported = page.waitForRequest(request => request.method() === 'POST' && /report/.test(request.url()))
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
})
