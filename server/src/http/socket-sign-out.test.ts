import { expect, test } from 'vitest'
import { PUSH_BAD_TOKEN } from '#contract/push.ts'
import { Browser } from '../domains/identity/testing/browser.ts'
import { signInAs } from '../domains/identity/testing/sign-in-flow.ts'
import { createTestStorage, PASSWORD, startSecondServer, testServer } from '../testing/harness.ts'
import { openLibrarySocket } from '../testing/sockets.ts'

test('RV-205 P23 a sign-out closes the sockets of its session within a second, also those of another process', async () => {
  await using opened = new AsyncDisposableStack()
  const storage = await createTestStorage()
  opened.defer(() => storage.remove())
  const first = await testServer({ storage, work: false })
  opened.defer(() => first.close())
  // The embedded database has one process; PostgreSQL connects two that share no memory.
  const second =
    'url' in storage.location
      ? await testServer({ storage, work: false })
      : await startSecondServer(first, first.ctx.blobs)
  opened.defer(() => second.close())
  const { email, token } = await first.customer()
  const browser = new Browser(first.app.http, new URL(first.origin).host)
  const { accessToken } = await signInAs(browser, email, PASSWORD)
  const listen = async (origin: string, accessToken: string) => {
    return openLibrarySocket(origin, accessToken)
  }
  const ending = [await listen(first.origin, accessToken), await listen(second.origin, accessToken)]
  const otherSession = await listen(second.origin, token)
  expect((await browser.post('/session/end', {})).statusCode).toBe(200)
  const codes = await Promise.all(ending.map(socket => socket.closed))
  expect(codes).toEqual([PUSH_BAD_TOKEN, PUSH_BAD_TOKEN])
  expect(await Promise.race([otherSession.closed, Promise.resolve('open')])).toBe('open')
  otherSession.close()
})
