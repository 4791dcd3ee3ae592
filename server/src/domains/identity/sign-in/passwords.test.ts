import { expect, test, vi } from 'vitest'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { PASSWORD, testServer } from '../../../testing/harness.ts'
import { Browser } from '../testing/browser.ts'
import { signInAs } from '../testing/sign-in-flow.ts'
import { HASHES_IN_PARALLEL } from './passwords.ts'

const hashes = vi.hoisted(() => ({ running: 0, most: 0, count: 0 }))

vi.mock('@node-rs/argon2', async importOriginal => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>()
  const counted =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      hashes.count++
      hashes.most = Math.max(hashes.most, ++hashes.running)
      try {
        return await work(...args)
      } finally {
        hashes.running--
      }
    }
  return { ...original, hash: counted(original.hash), verify: counted(original.verify) }
})

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

test('RV-861 sign-ins at the same time are hashed on half of the processors at most, and all succeed', async () => {
  const { email } = await server.customer()
  const signIn = () => signInAs(new Browser(server.app.http, new URL(server.origin).host), email, PASSWORD)
  // Replaces the hash of the test customer, which costs less than it must.
  await signIn()
  hashes.count = 0
  const sessions = await Promise.all(Array.from({ length: 12 }, signIn))
  expect(sessions.every(({ accessToken }) => accessToken.length > 0)).toBe(true)
  expect(hashes.count).toBe(12)
  expect(hashes.most).toBe(HASHES_IN_PARALLEL)
})
