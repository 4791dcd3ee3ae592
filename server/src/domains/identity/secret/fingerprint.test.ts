import { beforeEach, describe, expect, test } from 'vitest'
import { createSigner } from '#server/platform/signing/signing.ts'
import { testServer } from '#server/testing/harness.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { loadSigningKeys } from '../provider/signing-key.ts'
import { checkSecret, claimSecret, secretCommand } from './command.ts'

const A = 'the-secret-that-is-being-replaced-0001'
const B = 'the-secret-that-replaces-the-old-one-02'
const C = 'another-secret-that-no-process-knows-03'
const server = closeAfterAll(await testServer({ secret: A, work: false }))
beforeEach(() => server.ctx.db.deleteFrom('oidc_records').execute())

const withSecrets = (current: string, previous?: string) => ({
  ...server.ctx,
  signer: createSigner(current, previous),
})
/** Starts a process with these secrets, as far as the check of them. */
const start = (current: string, previous?: string) => claimSecret(withSecrets(current, previous))
const refused = (current: string, previous?: string) =>
  expect(start(current, previous)).rejects.toThrow(/SECRET: is not the secret of this database/)

describe('RV-882 a process with another secret does not start', () => {
  test('the first process decides; others need its secret', async () => {
    await start(A)
    await start(A)
    await refused(B)
    await expect(start(C)).rejects.toThrow('set the same in all processes')
    await start(A)
  })

  test('the refusal names the variable and reveals no secret', async () => {
    await start(A)
    const error = await start(B).catch(error => error)
    expect(error.problems).toEqual([{ variable: 'SECRET', message: expect.any(String) }])
    expect(error.message).toMatch(/fingerprint [0-9a-f]{16}, theirs [0-9a-f]{16}\)/)
    expect(error.message).not.toMatch(new RegExp(`${A}|${B}`))
    const rows = await server.ctx.db.selectFrom('oidc_records').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${A}|${B}`))
  })

  test('of two that start first and at once with different secrets one is refused', async () => {
    const outcomes = await Promise.allSettled([start(A), start(B), start(A), start(B)])
    const accepted = outcomes.map(({ status }) => status === 'fulfilled')
    expect([accepted[0], accepted[1]]).toEqual([accepted[2], accepted[3]])
    expect(accepted[0]).toBe(!accepted[1])
  })

  test('a database of a release without fingerprints is known by its keys for tokens', async () => {
    await loadSigningKeys(withSecrets(A))
    await refused(B)
    await start(A)
    await refused(B)
  })

  test('also while its secret is being replaced', async () => {
    await loadSigningKeys(withSecrets(A))
    await start(B, A)
    await start(A, B)
  })

  test('a command is refused too, and changes nothing', async () => {
    await checkSecret(withSecrets(B))
    await start(A)
    await expect(checkSecret(withSecrets(B))).rejects.toThrow('is not the secret')
    await start(A, B)
    await checkSecret(withSecrets(A))
    await start(B, A)
  })
})

describe('RV-882 replacing the secret', () => {
  test('works at every step, one process after another, with crashes between', async () => {
    await start(A)
    await start(A, B)
    // The other process crashes before its turn.
    await start(A)
    await start(A, B)
    await start(B, A)
    await start(A, B)
    await start(B, A)
    await start(B)
    await start(B, A)
    await start(B)
    await refused(A)
  })

  test('may be given up', async () => {
    await start(A)
    await start(A, B)
    await start(B, A)
    await start(A, B)
    await start(A)
    await refused(B)
  })

  test('without its first step is refused, and the refusal names it', async () => {
    await start(A)
    await expect(start(B, A)).rejects.toThrow('first set PREVIOUS_SECRET to the new one in all processes')
  })

  test('of a leaked one ends it at once', async () => {
    await start(A)
    await start(A, B)
    await start(B)
    await refused(A)
  })

  test('that was lost needs the command of an operator', async () => {
    await start(A)
    expect(secretCommand.parse([])).toBeNull()
    expect(secretCommand.parse(['now', '--by', 'Ada'])).toBeNull()
    const lines: string[] = []
    const adopt = secretCommand.parse(['--by', 'Ada'])!
    expect(await adopt(withSecrets(B), line => lines.push(line))).toBe(0)
    expect(lines).toEqual(['SECRET is accepted. Restart all processes with it.'])
    await start(B)
    await refused(A)
  })
})
