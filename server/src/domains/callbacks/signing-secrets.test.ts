import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/callbacks.ts'
import { patchCustomer } from '#contract/customers.ts'
import type { AccessKind } from '#contract/security.ts'
import { change } from '../../context.ts'
import type { EndCause } from '../../domain.ts'
import { updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { advanceElapsedTime } from '../../testing/elapsed-time.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { startCallbackServer } from './callbacks.testing.ts'
import { callbacks as callbacksDomain, cleanUp } from './index.ts'
import { getSecretHint } from './signing-secrets.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let business: Client
const callbacks = await startCallbackServer()
const { receiver, server } = callbacks
beforeEach(async () => {
  business = await server.customer({ business: true })
  await saveAddress(`${receiver.origin}/erp`)
})

const saveAddress = (callbackUrl: string) => business.call(patchCustomer, { body: { ftp: { callbackUrl } } })
/** After the time in which a token expires. */
async function advance(milliseconds: number): Promise<void> {
  server.clock.advance(milliseconds)
  business = await server.signIn({ ...business, business: true })
}
const createSecret = async (overlapHours?: number): Promise<string> =>
  (await business.call(contract.createSecret, { body: overlapHours === undefined ? {} : { overlapHours } }))
    .secret
const readSecrets = async () => (await business.call(contract.getCallbacks)).endpoint!.secrets!

/** Filters the secrets to those that have signed a test of now. */
async function filterSigning<T extends string>(secrets: readonly T[]): Promise<T[]> {
  await business.call(contract.sendTest)
  await server.idle()
  const { body, headers } = receiver.received.filter(each => each.body.includes(business.accountId)).at(-1)!
  const signatures = String(headers['webhook-signature']).split(' ')
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  return secrets.filter(secret =>
    signatures.includes(new Webhook(secret).sign(String(headers['webhook-id']), at, body)),
  )
}

describe('NX-352 RV-868 the secrets of callbacks', () => {
  test('NX-352 RV-868 each signs until its own end, as chosen when the next one was made', async () => {
    const first = await createSecret()
    const second = await createSecret(3)
    await advance(HOUR)
    const third = await createSecret(168)
    expect(await filterSigning([first, second, third])).toEqual([first, second, third])
    const now = server.clock.now().getTime()
    const at = (milliseconds: number) => new Date(now + milliseconds).toISOString()
    expect(await readSecrets()).toMatchObject([
      { hint: getSecretHint(third), createdAt: at(0), expiresAt: null, shown: true },
      { hint: getSecretHint(second), createdAt: at(-HOUR), expiresAt: at(7 * DAY), shown: true },
      { hint: getSecretHint(first), createdAt: at(-HOUR), expiresAt: at(2 * HOUR), shown: true },
    ])
    await advance(2 * HOUR - 1)
    expect(await filterSigning([first, second, third])).toEqual([first, second, third])
    await advance(1)
    expect(await filterSigning([first, second, third])).toEqual([second, third])
    await cleanUp(server.ctx)
    expect(await readSecrets()).toHaveLength(2)
    await advance(7 * DAY - 2 * HOUR - 1)
    expect(await filterSigning([first, second, third])).toEqual([second, third])
    await advance(1)
    expect(await filterSigning([first, second, third])).toEqual([third])
  })

  test('NX-352 a fourth is refused with the ends of the others, and one that ends the newest at once is not', async () => {
    const secrets = [await createSecret(), await createSecret(), await createSecret(48)]
    const ends = (await readSecrets()).flatMap(({ expiresAt }) => expiresAt ?? [])
    expect(ends).toHaveLength(2)
    const refused = await business.expectError(contract.createSecret, { body: {} })
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'too-many-secrets' } })
    for (const end of ends) expect(refused.body.message).toContain(end)
    expect(await filterSigning(secrets)).toEqual(secrets)
    const replacement = await createSecret(0)
    expect(await filterSigning([...secrets, replacement])).toEqual([secrets[0], secrets[1], replacement])
    await advance(DAY)
    const next = await createSecret()
    expect(await filterSigning([...secrets, replacement, next])).toEqual([secrets[1], replacement, next])
  })

  test.each([-1, 169, 1.5, '24', null])('NX-352 an overlap of %j hours is refused', async overlapHours => {
    const body = { overlapHours } as { overlapHours: number }
    expect(await business.expectError(contract.createSecret, { body })).toMatchObject({
      status: 400,
      body: { fields: { overlapHours: expect.any(String) } },
    })
  })

  test('NX-352 an earlier one ends at once, by its account only, and the newest not', async () => {
    const [first, second, third] = [await createSecret(), await createSecret(), await createSecret()]
    const [newest, previous, earliest] = await readSecrets()
    const end = (client: Client, id: string) => client.expectError(contract.endSecret, { params: { id } })
    const other = await server.customer({ business: true })
    expect((await end(other, previous!.id)).status).toBe(404)
    expect((await end(business, newest!.id)).status).toBe(409)
    expect((await end(business, 'sec_unknown')).status).toBe(404)
    expect(await filterSigning([first, second, third])).toEqual([first, second, third])
    await callbacks.setStatus(business, 'Blocked')
    await business.call(contract.endSecret, { params: { id: previous!.id } })
    await callbacks.setStatus(business, 'Active')
    expect(await filterSigning([first, second, third])).toEqual([first, third])
    expect((await end(business, previous!.id)).status).toBe(404)
    expect(await readSecrets()).toEqual([newest, earliest])
  })

  test('NX-352 the first one, which nobody has seen, ends when it is shown', async () => {
    expect(await readSecrets()).toMatchObject([{ expiresAt: null, shown: false }])
    await createSecret()
    expect(await readSecrets()).toMatchObject([{ expiresAt: null, shown: true }])
  })
})

describe('NX-318 access by callbacks', () => {
  const source = (kind: AccessKind) => callbacksDomain.access!.find(each => each.kind === kind)!
  const list = (kind: AccessKind, accountId = business.accountId) =>
    source(kind).list(server.ctx, server.ctx.db, accountId)
  const end = (kind: AccessKind, ids: readonly string[] | 'all', cause: EndCause = 'not-me') =>
    change(server.ctx, tx => source(kind).end(server.ctx, tx, business.accountId, ids, cause))
  const changeOrder = () => callbacks.changeOrder(business)

  test('NX-318 NX-321 the secrets that were shown are listed, and after their end none of them signs', async () => {
    expect(await list('callbackSecrets')).toEqual([])
    const secrets = [await createSecret(), await createSecret(), await createSecret()]
    const listed = (await readSecrets()).map(({ shown: _, ...secret }) => secret)
    expect(await list('callbackSecrets')).toEqual(listed)
    await end('callbackSecrets', [listed[1]!.id, 'sec_unknown'])
    expect(await filterSigning(secrets)).toEqual([secrets[0], secrets[2]])
    // Ending the newest secret creates a new one, which is not shown yet; the earlier one signs until it expires.
    await end('callbackSecrets', [listed[0]!.id])
    expect(await filterSigning(secrets)).toEqual([secrets[0]])
    expect(await readSecrets()).toMatchObject([
      { shown: false, expiresAt: null },
      { shown: true, expiresAt: expect.any(String) },
    ])
    await end('callbackSecrets', 'all')
    expect(await filterSigning(secrets)).toEqual([])
    expect(await list('callbackSecrets')).toEqual([])
    expect(await readSecrets()).toMatchObject([{ shown: false, expiresAt: null }])
    await end('callbackSecrets', 'all')
    const next = await createSecret()
    expect(await filterSigning([...secrets, next])).toEqual([next])
  })

  test('NX-318 NX-320 the address is listed with the time of its change; ended it is called no more until it is saved', async () => {
    const savedAt = server.clock.now().toISOString()
    await advance(40 * DAY)
    const [before] = await list('callbackAddress')
    expect(before).toMatchObject({ address: `${receiver.origin}/erp`, createdAt: savedAt })
    // Neither the same address again nor its format is a change.
    await business.call(patchCustomer, {
      body: { ftp: { callbackUrl: `${receiver.origin}/erp`, callbackFormat: 'XML' } },
    })
    expect(await list('callbackAddress')).toEqual([before])
    await saveAddress(`${receiver.origin}/other`)
    const [changed] = await list('callbackAddress')
    expect(changed).toMatchObject({ createdAt: server.clock.now().toISOString() })

    // The id is that of an address: a list that was read before its change ends nothing.
    await end('callbackAddress', [(before as { id: string }).id])
    expect(await list('callbackAddress')).toEqual([changed])
    await end('callbackAddress', [(changed as { id: string }).id], 'password-reset')
    expect(await list('callbackAddress')).toEqual([])
    const received = receiver.received.length
    await changeOrder()
    expect((await business.expectError(contract.sendTest)).status).toBe(409)
    await server.idle()
    expect(receiver.received).toHaveLength(received)
    const { endpoint } = await business.call(contract.getCallbacks)
    expect(endpoint).toMatchObject({
      state: 'off',
      offReason: 'security',
      offAt: server.clock.now().toISOString(),
    })
    expect(
      server.mailbox.list().filter(({ subject }) => subject.includes('callbacks are turned off')),
    ).toEqual([])
    // It is turned on by a call of its own, after a recent sign-in (NX-432).
    const signedInAt = (minutes: number) =>
      updateRows(
        server.ctx.db,
        'devices',
        { account_id: business.accountId },
        { auth_time: new Date(server.clock.now().getTime() - minutes * 60_000) },
      )
    await signedInAt(16)
    await advanceElapsedTime(1000)
    const params = { id: 'default' }
    expect(await business.expectError(contract.enableEndpoint, { params })).toMatchObject({
      status: 401,
      body: { code: 'step-up-required' },
    })
    expect((await business.call(contract.getCallbacks)).endpoint).toMatchObject({ state: 'off' })
    await signedInAt(0)
    await business.call(contract.enableEndpoint, { params })
    expect((await business.call(contract.getCallbacks)).endpoint).toMatchObject({ state: 'on', offBy: null })
    await saveAddress(`${receiver.origin}/mine`)
    await changeOrder()
    await server.idle()
    expect(receiver.received.at(-1)).toMatchObject({ path: '/mine' })
  })

  test('NX-328 another address is a security event with the device, and names its host only', async () => {
    const readEvents = () => readJournal(server.ctx, business.accountId, 'callback.address-changed')
    server.clock.advance(1000)
    await saveAddress(`${receiver.origin}/erp?token=hidden`)
    await saveAddress(`${receiver.origin}/erp?token=hidden`)
    await saveAddress('')
    const events = await readEvents()
    expect(events).toHaveLength(2)
    expect(events[1]).toMatchObject({
      at: server.clock.now(),
      detail: { address: new URL(receiver.origin).host },
      network: '127.0.0.x',
    })
    expect(events[1]!.actor_id).not.toBeNull()
    expect(JSON.stringify(events)).not.toContain('hidden')
  })

  test('NX-432 RV-1005 an address that was ended for security stays off however it is saved, until it is enabled', async () => {
    await saveAddress(`${receiver.origin}/erp`)
    const [address] = await list('callbackAddress')
    await end('callbackAddress', [(address as { id: string }).id], 'not-me')
    const state = async () => (await business.call(contract.getCallbacks)).endpoint
    const save = (ftp: object) => business.send(patchCustomer, { body: { ftp } })
    for (const ftp of [{ callbackUrl: `${receiver.origin}/erp` }, { callbackFormat: 'XML' }]) {
      const refused = await save(ftp)
      expect([refused.status, await refused.json()]).toMatchObject([409, { reason: contract.TURNED_OFF }])
    }
    // Neither removing it and entering it again nor another one turns it on.
    for (const callbackUrl of ['', `${receiver.origin}/erp`, `${receiver.origin}/other`])
      expect((await save({ callbackUrl })).status).toBe(200)
    expect(await state()).toMatchObject({ state: 'off', offReason: 'security' })
    await changeOrder()
    await server.idle()
    expect(receiver.received.filter(({ path }) => path === '/other')).toEqual([])
    const other = await server.customer({ business: true })
    const foreign = { params: { id: business.accountId } }
    expect((await other.expectError(contract.enableEndpoint, foreign)).status).toBe(404)

    const mails = () => server.mailbox.list().filter(({ to }) => to.includes(business.email))
    const before = mails().length
    for (let i = 0; i < 2; i++) await business.call(contract.enableEndpoint, { params: { id: 'default' } })
    expect(await state()).toMatchObject({ state: 'on', offReason: null, offBy: null })
    const entries = await readJournal(server.ctx, business.accountId, 'callback.enabled')
    expect(entries).toMatchObject([
      { actor: 'device', subject: 'default', detail: { address: new URL(receiver.origin).host } },
    ])
    await server.idle()
    expect(mails().map(({ subject }) => subject)).toContain('Your callbacks are turned on again')
    expect(mails()).toHaveLength(before + 1)
    await changeOrder()
    await server.idle()
    expect(receiver.received.at(-1)).toMatchObject({ path: '/other' })
  })
})
