import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSecret } from '#contract/callbacks.ts'
import { patchCustomer } from '#contract/customers.ts'
import { requestEmailChange } from '#contract/email-changes.ts'
import type { SecurityEventKind } from '#contract/journal.ts'
import { changePassword } from '#contract/password.ts'
import { getPhotos } from '#contract/photos.ts'
import { getAccountSecurity, getSecurityEvents, type SecurityEvent } from '#contract/security.ts'
import { createUploadSession, revokeUploadSession } from '#contract/upload-sessions.ts'
import { change } from '#server/context.ts'
import { Client } from '#server/testing/client.ts'
import { advanceElapsedTime } from '#server/testing/elapsed-time.ts'
import { PASSWORD, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { listColumns } from '../../../platform/db/rows.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { accessRevoked, recordSecurityEvent } from '../index.ts'
import { Browser, readCsrfToken } from '../testing/browser.ts'
import { isCallback, openSignInPage, startSignIn } from '../testing/sign-in-flow.ts'

const DAY = 86_400_000
const NEW_PASSWORD = 'another password for tests'

let customer: Client
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  customer = await server.customer()
})

const read = (client = customer) => client.call(getAccountSecurity)
const signInAgain = (password = PASSWORD) =>
  Client.signIn(server.app, server.origin, customer.accountId, customer.email, password)

/** Signs in at the provider without following its redirect to the page, which would make a session of it. */
async function startSignInUnfollowed() {
  const browser = new Browser(server.app.http, new URL(server.origin).host)
  const at = await openSignInPage(browser, await startSignIn(browser))
  const { email } = customer
  const entered = await browser.submit(at.path, { check: readCsrfToken(at.page), email, password: PASSWORD })
  expect(entered.statusCode).toBe(303)
  return {
    finish: async () =>
      (await browser.follow(entered.headers.location!, isCallback)).url.searchParams.has('code'),
  }
}

const record = (kind: SecurityEventKind, at: Date, detail: Record<string, string> = {}) =>
  change(server.ctx, tx =>
    recordSecurityEvent(server.ctx, tx, {
      accountId: customer.accountId,
      kind,
      at,
      by: { type: 'device', deviceName: 'Firefox, Windows', network: '81.2.69.x' },
      detail,
    }),
  )

/** The events besides the sign-in of the test itself. */
const withoutSignIn = (events: readonly SecurityEvent[]) =>
  events.filter(({ kind }) => kind !== 'sign-in.new-device')

const changeEmail = () =>
  customer.call(requestEmailChange, {
    params: { idpType: 'keepsake', idpSub: customer.accountId },
    body: { email: `${randomUUID()}@keepsake.test`, channel: 'KEEPSAKE-GB' },
  })

/** Opens an upload session; returns its id and what its phone sends. */
async function openPhone() {
  const { sessionId, uploadUrl } = await customer.call(createUploadSession, { body: {} })
  const token = new URL(uploadUrl).hash.slice(1)
  const send = (path: string, init: RequestInit = {}) =>
    fetch(new URL(`/api/uploads/phone${path}`, server.origin), {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...init.headers },
    })
  const upload = async (bytes: Uint8Array) => {
    const created = await send('/files', {
      method: 'POST',
      headers: { 'upload-length': String(bytes.length), 'upload-metadata': 'filename YS5qcGc=' },
    })
    const id = created.headers.get('location')!.split('/').at(-1)
    const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const sent = await send(`/files/${id}`, { method: 'PATCH', headers, body: Buffer.from(bytes) })
    expect(sent.status).toBe(204)
  }
  return { sessionId, send, upload }
}

describe('NX-318 GET /api/account/security', () => {
  test('NX-318 lists the password, what is signed in, and what waits; of the own account only', async () => {
    await openPhone()
    await changeEmail()
    const answer = await read()
    expect(answer).toMatchObject({
      password: { changedAt: expect.any(String) },
      uploadSessions: [{ photos: 0 }],
      mailLinks: [{ purpose: 'change-email' }],
      passkeys: [],
      systems: {
        apiKeys: [],
        sftpKeys: [],
        sftpPassword: null,
        callbacks: { addresses: [], secrets: [] },
      },
      formerEmails: [],
      reauthentication: ['password'],
    })
    const other = await read(await server.customer())
    expect([other.uploadSessions, other.mailLinks]).toEqual([[], []])
  })

  test('NX-318 lists the callback address and the secrets of the own business only', async () => {
    const [business, neighbour] = [
      await server.customer({ business: true }),
      await server.customer({ business: true }),
    ]
    const ftp = { callbackUrl: 'https://in.datasink.example/hook', callbackFormat: 'JSON' } as const
    await business.call(patchCustomer, { body: { ftp } })
    await business.call(createSecret, { body: {} })
    const { addresses, secrets } = (await read(business)).systems.callbacks
    expect(addresses).toHaveLength(1)
    expect(secrets).toEqual([expect.objectContaining({ expiresAt: null })])
    expect((await read(neighbour)).systems.callbacks).toEqual({ addresses: [], secrets: [] })
  })

  test('NX-318 its answer is not stored, and contains nothing that opens what it lists', async () => {
    const { send } = await openPhone()
    await changeEmail()
    const response = await customer.send(getAccountSecurity)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const tokens = await listColumns(server.ctx.db, 'mail_tokens', { account_id: customer.accountId }, [
      'token_hash',
    ])
    const text = await response.text()
    expect(tokens.filter(({ token_hash }) => text.includes(token_hash))).toEqual([])
    expect(tokens.length).toBeGreaterThan(0)
    expect((await send('/session')).status).toBe(200)
  })

  test('NX-317 a running phone upload is listed with its photos and can be ended; arrived photos stay', async () => {
    const { sessionId, upload, send } = await openPhone()
    await upload(await jpeg())
    await server.idle()
    expect((await read()).uploadSessions).toMatchObject([{ id: sessionId, photos: 1 }])
    await customer.call(revokeUploadSession, { params: { id: sessionId } })
    expect((await read()).uploadSessions).toEqual([])
    expect((await send('/session')).status).toBe(410)
    expect((await customer.call(getPhotos)).images).toHaveLength(1)
  })

  test('NX-317 a transfer whose hour is over is not listed', async () => {
    await openPhone()
    server.clock.advance(61 * 60_000)
    expect((await read(await signInAgain())).uploadSessions).toEqual([])
  })
})

describe('security events', () => {
  test('NX-313 are listed newest first, page by page, each once', async () => {
    const now = server.clock.now().getTime()
    for (let i = 0; i < 7; i++)
      await record('api-key.created', new Date(now + (1 - i) * 1000), { name: `Key ${i}` })
    const names: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const page = await customer.call(getSecurityEvents, { query: { limit: 3, ...(cursor && { cursor }) } })
      names.push(...withoutSignIn(page.events).map(({ detail }) => detail.name))
      cursor = page.cursor ?? undefined
    } while (cursor)
    expect(names).toEqual([0, 1, 2, 3, 4, 5, 6].map(i => `Key ${i}`))
    const [event] = (await customer.call(getSecurityEvents)).events
    expect(event).toMatchObject({ kind: 'api-key.created', device: 'Firefox, Windows', network: '81.2.69.x' })
    expect((await read()).lastEventAt).toBe(event!.at)
  })

  test('NX-313 NX-411 can be undone for 30 days, and are listed for 400 from the journal alone', async () => {
    const now = server.clock.now().getTime()
    for (const days of [29, 31, 399, 401]) await record('passkey.added', new Date(now - days * DAY))
    await record('access.ended', new Date(now - 30.5 * DAY))
    await record('access.ended', new Date(now - DAY))
    const { events } = await customer.call(getSecurityEvents)
    expect(withoutSignIn(events).map(({ kind, canUndo }) => `${kind} ${canUndo}`)).toEqual([
      'access.ended false',
      'passkey.added true',
      'access.ended false',
      'passkey.added false',
      'passkey.added false',
    ])
  })

  test('NX-313 of another account are not there; its cursor is refused', async () => {
    const now = server.clock.now().getTime()
    for (let i = 0; i < 3; i++) await record('passkey.added', new Date(now - i))
    const { cursor } = await customer.call(getSecurityEvents, { query: { limit: 1 } })
    const other = await server.customer()
    expect(withoutSignIn((await other.call(getSecurityEvents)).events)).toEqual([])
    expect((await other.expectError(getSecurityEvents, { query: { cursor: cursor! } })).status).toBe(400)
    expect((await customer.expectError(getSecurityEvents, { query: { limit: 0 } })).body.fields).toEqual({
      limit: 'too-small',
    })
  })
})

describe('NX-319 PUT /api/account/password', () => {
  const setPassword = (password: string, client = customer) =>
    client.send(changePassword, { body: { password } })

  test('RV-1281 NX-319 ends other browsers and apps and mailed links, keeps this one and a transfer, and is an event', async () => {
    const other = await signInAgain()
    const { send } = await openPhone()
    await changeEmail()
    expect((await setPassword(NEW_PASSWORD)).status).toBe(204)
    await advanceElapsedTime(1000)
    expect((await other.expectError(getAccountSecurity)).status).toBe(401)
    const { devices, mailLinks, uploadSessions } = await read()
    expect(devices.map(({ current }) => current)).toEqual([true])
    expect([mailLinks, uploadSessions.length]).toEqual([[], 1])
    expect((await send('/session')).status).toBe(200)
    await expect(signInAgain()).rejects.toThrow('refused with 401')
    await expect(signInAgain(NEW_PASSWORD)).resolves.toBeDefined()
    const { events } = await customer.call(getSecurityEvents)
    expect(events.filter(({ kind }) => kind === 'password.changed')).toHaveLength(1)
  })

  test('NX-319 a sign-in in progress with the old password does not become a session', async () => {
    const other = await startSignInUnfollowed()
    expect((await setPassword(NEW_PASSWORD)).status).toBe(204)
    expect(await other.finish()).toBe(false)
  })

  test.each([
    ['too short', 'nine char', 'too-short'],
    ['too long', 'x'.repeat(201), 'too-long'],
    ['empty', '', 'empty'],
    ['unstorable', 'a password with \u0000', 'not-valid'],
  ])('NX-319 a password that is %s is refused and changes nothing', async (_, password, issue) => {
    const other = await signInAgain()
    const refused = await customer.expectError(changePassword, { body: { password } })
    expect([refused.status, refused.body.fields]).toEqual([400, { password: issue }])
    await expect(read(other)).resolves.toBeDefined()
    await expect(signInAgain()).resolves.toBeDefined()
  })

  test('NX-319 the own address is no password, however it is written', async () => {
    for (const password of [customer.email, ` ${customer.email.toUpperCase()}`])
      expect((await customer.expectError(changePassword, { body: { password } })).body.fields).toEqual({
        password: 'conflict',
      })
  })

  test('NX-319 a password of 200 characters outside of the basic plane signs in', async () => {
    const password = '📷'.repeat(200)
    expect((await setPassword(password)).status).toBe(204)
    await expect(signInAgain(password)).resolves.toBeDefined()
  })

  test('NX-319 the sixth in an hour is 429; refused ones do not count', async () => {
    for (let i = 0; i < 7; i++) expect((await setPassword('short')).status).toBe(400)
    for (let i = 0; i < 5; i++) expect((await setPassword(`${NEW_PASSWORD} ${i}`)).status).toBe(204)
    const sixth = await setPassword(NEW_PASSWORD)
    expect([sixth.status, Number(sixth.headers.get('retry-after')) > 0]).toEqual([429, true])
    await expect(signInAgain(`${NEW_PASSWORD} 4`)).resolves.toBeDefined()
  })
})

test('NX-317 NX-321 ‘It wasn’t me’ ends a transfer at once; its photos stay', async () => {
  const { send, upload } = await openPhone()
  await upload(await jpeg())
  await server.idle()
  const { accountId } = customer
  for (let i = 0; i < 2; i++)
    await change(server.ctx, tx =>
      server.ctx.events.emit(tx, accessRevoked, {
        accountId,
        cause: 'not-me',
        keepGrantId: null,
        keepIds: [],
      }),
    )
  expect((await send('/session')).status).toBe(410)
  expect((await (await signInAgain()).call(getPhotos)).images).toHaveLength(1)
})
