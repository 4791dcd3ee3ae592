import { describe, expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys.ts'
import { createSecret } from '#contract/callbacks.ts'
import { requestDeletion } from '#contract/closures.ts'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { endDevice } from '#contract/devices.ts'
import { requestEmailChange } from '#contract/email-changes.ts'
import { createExport } from '#contract/exports.ts'
import { createPasskeyOptions } from '#contract/passkeys.ts'
import { changePassword } from '#contract/password.ts'
import { PUSH_BAD_TOKEN } from '#contract/push.ts'
import { getAccountSecurity } from '#contract/security.ts'
import { addSftpKey, createSftpPassword } from '#contract/sftp-access.ts'
import {
  CHANNEL,
  listSubjects,
  openBrowser,
  toIdentityParams,
} from './domains/identity/testing/mail-links.ts'
import { signInBrowser } from './domains/identity/testing/signed-in-browser.ts'
import { createKeyPair } from './domains/sftp-access/sftp-access.testing.ts'
import type { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { advanceElapsedTime } from './testing/elapsed-time.ts'
import { PASSWORD } from './testing/harness.ts'
import { openLibrarySocket } from './testing/sockets.ts'
import { FTP, listWorking, startThreatServers, stealSession } from './testing/threats.ts'

const MINUTE = 60_000
const servers = closeAfterAll(await startThreatServers())
const server = servers.server

const findDevices = async (owner: Client) => (await owner.call(getAccountSecurity)).devices

describe('an access token only', () => {
  test('NX-303 NX-315 makes nothing that lasts, becomes no session, and ends with its device, in both processes', async () => {
    const owner = await server.customer({ business: true })
    const stolenFrom = await signInBrowser(server, owner)
    server.clock.advance(15 * MINUTE + 1)
    const thief = await stolenFrom.refresh()
    const before = await listSubjects(server, owner.email)
    const params = toIdentityParams(thief)
    const refused = [
      thief.expectError(requestEmailChange, {
        params,
        body: { email: 'thief@keepsake.test', channel: CHANNEL },
      }),
      thief.expectError(requestDeletion, { params, body: { channel: CHANNEL } }),
      thief.expectError(changePassword, { body: { password: PASSWORD } }),
      thief.expectError(createPasskeyOptions, { body: { relatedOrigins: true } }),
      thief.expectError(createApiKey, { body: { name: 'ERP', scopes: ['orders:read'], days: 365 } }),
      thief.expectError(addSftpKey, { body: { name: 'erp01', publicKey: createKeyPair().publicKey } }),
      thief.expectError(createSftpPassword),
      thief.expectError(patchCustomer, { body: { ftp: FTP } }),
      thief.expectError(createSecret, { body: {} }),
      thief.expectError(createExport, { body: { channel: CHANNEL } }),
    ]
    for (const { status, body } of await Promise.all(refused))
      expect([status, body.code]).toEqual([401, 'step-up-required'])
    // Without the cookies it can neither be renewed nor prove anything.
    const browser = openBrowser(server)
    const headers = { authorization: `Bearer ${thief.token}` }
    expect((await browser.post('/session/refresh', {}, headers)).json()).toBeNull()
    const proof = { method: 'password', password: PASSWORD }
    expect((await browser.post('/session/reauthentication', proof, headers)).statusCode).toBe(401)
    expect(await listSubjects(server, owner.email)).toEqual(before)
    const loot = stealSession(servers, thief)
    expect(await listWorking(loot)).toEqual(Object.keys(loot))
    const socket = await openLibrarySocket(servers.second.origin, thief.token)
    const signedIn = await signInBrowser(server, owner)
    const own = (await findDevices(signedIn.client)).find(({ current }) => current)!
    const grantOf = ({ token }: Client): string =>
      JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).gid
    await signedIn.client.call(endDevice, { params: { id: grantOf(thief) } })
    expect(await socket.closed).toBe(PUSH_BAD_TOKEN)
    await advanceElapsedTime(1000)
    expect(await listWorking(loot)).toEqual([])
    expect((await findDevices(signedIn.client)).map(({ id }) => id)).toContain(own.id)
    expect((await signedIn.client.send(getCustomer)).ok).toBe(true)
  })
})
