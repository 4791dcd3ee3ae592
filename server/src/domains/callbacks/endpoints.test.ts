import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/callbacks.ts'
import { getCustomer } from '#contract/customers.ts'
import { getJournal } from '#contract/journal.ts'
import { getAccountSecurity } from '#contract/security.ts'
import { updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { advanceElapsedTime } from '../../testing/elapsed-time.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { startCallbackServer } from './callbacks.testing.ts'

let business: Client
const callbacks = await startCallbackServer()
const { receiver, server } = callbacks
beforeEach(async () => {
  business = await server.customer({ business: true })
})

const add = (name: string, more: object = {}) =>
  business.call(contract.postEndpoint, { body: { name, url: `${receiver.origin}/${name}`, ...more } })
const saveRecord = (callbackUrl?: string, format?: 'XML') =>
  callbacks.saveAddress(business, callbackUrl, format)
const changeOrder = () => callbacks.changeOrder(business)
const readEndpoints = async () => (await business.call(contract.getCallbacks)).endpoints
const received = (path: string) => receiver.received.filter(each => each.path === path)

describe('NX-438 several endpoints', () => {
  test('NX-438 RV-1053 each has its address, format, version, events and secret, and the same id of an event', async () => {
    await saveRecord()
    const warehouse = await add('warehouse', { format: 'XML', version: '1', events: ['order.changed'] })
    const reports = await add('reports', { events: ['invoice.ready'] })
    const query = { endpoint: warehouse.id }
    const { secret } = await business.call(contract.createSecret, { query, body: {} })
    const code = await changeOrder()
    await server.idle()
    const [erp, xml] = [received('/erp')[0]!, received('/warehouse')[0]!]
    expect(received('/reports')).toEqual([])
    expect(JSON.parse(erp.body)).toMatchObject({ type: 'order.changed', data: { orderCode: code } })
    expect(xml.headers['keepsake-version']).toBe('1')
    expect(xml.body).toContain(`<orderCode>${code}</orderCode>`)
    expect(xml.headers['webhook-id']).toBe(erp.headers['webhook-id'])
    const at = new Date(Number(xml.headers['webhook-timestamp']) * 1000)
    const sign = (body: string) => new Webhook(secret).sign(String(xml.headers['webhook-id']), at, body)
    expect(xml.headers['webhook-signature']).toBe(sign(xml.body))
    expect(erp.headers['webhook-signature']).not.toContain(sign(erp.body))
    const { events } = await business.call(contract.getCallbackEvents)
    expect(events[0]!.deliveries.map(({ endpointId, state }) => [endpointId, state])).toEqual([
      ['default', 'delivered'],
      [warehouse.id, 'delivered'],
    ])
    await business.call(contract.sendTest, { query: { endpoint: reports.id } })
    await business.call(contract.replayCallbackEvent, { params: { id: events[0]!.id }, query })
    await server.idle()
    expect([received('/reports').length, received('/warehouse').length, received('/erp').length]).toEqual([
      1, 2, 1,
    ])
  })

  test('NX-438 one that is silent delays no other, and 410 turns off only the one that answered it', async () => {
    const silent = await add('silent')
    await add('alive')
    let timedOut = 0
    receiver.answer((response, { path }) => {
      if (path === '/alive') response.end()
      else response.on('close', () => timedOut++)
    })
    for (let i = 0; i < 5; i++) await changeOrder()
    await expect.poll(() => received('/alive').length, { interval: 5 }).toBe(5)
    expect([received('/silent').length, timedOut]).toEqual([2, 0])
    receiver.answer((response, { path }) => response.writeHead(path === '/alive' ? 200 : 410).end())
    await business.call(contract.sendTest, { query: { endpoint: silent.id } })
    await server.idle()
    await changeOrder()
    await server.idle()
    const states = (await readEndpoints()).map(({ name, state, offReason, missed }) => [
      name,
      state,
      offReason,
      missed > 0,
    ])
    expect(states.toSorted()).toEqual([
      ['alive', 'on', null, false],
      ['silent', 'off', 'gone', true],
    ])
    expect(received('/alive')).toHaveLength(6)
  })

  test('NX-438 the address of the record is the first, both ways', async () => {
    await add('warehouse')
    await saveRecord(`${receiver.origin}/erp`, 'XML')
    const params = { id: 'default' }
    expect((await readEndpoints())[0]).toMatchObject({
      ...params,
      name: null,
      url: `${receiver.origin}/erp`,
      format: 'XML',
    })
    const body = { name: 'ERP', url: `${receiver.origin}/erp2`, format: 'JSON' } as const
    expect(await business.call(contract.patchEndpoint, { params, body })).toMatchObject(body)
    const record = async () => (await business.call(getCustomer)).ftp
    expect(await record()).toEqual({ callbackUrl: body.url, callbackFormat: 'JSON' })
    await business.call(contract.deleteEndpoint, { params })
    expect((await record())!.callbackUrl).toBeNull()
    expect((await readEndpoints()).map(({ name }) => name)).toEqual(['warehouse'])
  })

  test('NX-438 there are five at most, of public addresses, and those of others are not found', async () => {
    const first = await add('1')
    for (const name of ['2', '3', '4']) await add(name)
    await saveRecord()
    const refuse = async (url: string) => {
      const { body } = await business.expectError(contract.postEndpoint, { body: { name: 'x', url } })
      return [body.code, body.reason]
    }
    expect(await refuse(`${receiver.origin}/5`)).toEqual(['conflict', contract.TOO_MANY_ENDPOINTS])
    expect(await refuse('https://10.0.0.7/')).toEqual(['bad-request', 'refused-address'])
    const other = await server.customer({ business: true })
    const foreign = { params: { id: first.id } }
    const refused = [
      await other.expectError(contract.patchEndpoint, { ...foreign, body: { name: 'mine' } }),
      await other.expectError(contract.deleteEndpoint, foreign),
      await other.expectError(contract.enableEndpoint, foreign),
      await other.expectError(contract.createSecret, { query: { endpoint: first.id }, body: {} }),
      await other.expectError(contract.sendTest, { query: { endpoint: first.id } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  test('NX-438 one is turned off and on, gets another address, and is removed with what it got', async () => {
    const { id } = await add('warehouse')
    const params = { id }
    const turnedOff = await business.call(contract.patchEndpoint, { params, body: { state: 'off' } })
    expect(turnedOff).toMatchObject({ state: 'off', offReason: null })
    await business.call(contract.patchEndpoint, { params, body: { state: 'off' } })
    await changeOrder()
    expect(await readEndpoints()).toMatchObject([{ missed: 1, waiting: 0 }])
    expect(await business.call(contract.enableEndpoint, { params })).toMatchObject({ state: 'on' })
    const url = `${receiver.origin}/moved?token=hidden`
    await business.call(contract.patchEndpoint, { params, body: { url } })
    await changeOrder()
    await server.idle()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/moved?token=hidden'])
    const entries = await readJournal(server.ctx, business.accountId, 'callback.address-changed')
    expect(entries).toMatchObject([{ subject: id }, { subject: id, detail: { address: expect.any(String) } }])
    expect(JSON.stringify(entries)).not.toContain('hidden')
    await business.call(contract.deleteEndpoint, { params })
    expect((await business.expectError(contract.deleteEndpoint, { params })).status).toBe(404)
    await saveRecord()
    for (let i = 0; i < 2; i++) await saveRecord('')
    const name = 'warehouse'
    const ends = await readJournal(server.ctx, business.accountId, 'endpoint.')
    expect(ends.map(({ kind, subject, detail }) => [kind, subject, detail])).toEqual([
      ['endpoint.turned-off', id, { name }],
      ['endpoint.removed', id, { name }],
      ['endpoint.removed', 'default', {}],
    ])
    const { entries: read } = await business.call(getJournal)
    expect(read.filter(({ kind }) => kind.startsWith('endpoint.')).map(({ undo }) => undo)).toEqual(
      Array(3).fill('none'),
    )
    const { events } = await business.call(contract.getCallbackEvents)
    expect(events.map(({ number, deliveries }) => [number, deliveries])).toEqual([
      [2, []],
      [1, []],
    ])
  })

  test('NX-438 another address asks for a recent sign-in, and all of them are listed as access', async () => {
    const { id } = await add('warehouse')
    await saveRecord()
    const { callbacks } = (await business.call(getAccountSecurity)).systems
    expect(callbacks.addresses.map(({ address }) => address).toSorted()).toEqual([
      `${receiver.origin}/erp`,
      `${receiver.origin}/warehouse`,
    ])
    const old = new Date(server.clock.now().getTime() - 16 * 60_000)
    await updateRows(server.ctx.db, 'devices', { account_id: business.accountId }, { auth_time: old })
    await advanceElapsedTime(1000)
    const url = `${receiver.origin}/thief`
    const ask = [
      await business.expectError(contract.patchEndpoint, { params: { id }, body: { url } }),
      await business.expectError(contract.patchEndpoint, { params: { id: 'default' }, body: { url } }),
      await business.expectError(contract.postEndpoint, { body: { name: 'thief', url } }),
    ]
    expect(ask.map(({ body }) => body.code)).toEqual(Array(3).fill('step-up-required'))
    await business.call(contract.patchEndpoint, { params: { id }, body: { name: 'Hall 2' } })
    expect((await readEndpoints()).map(each => each.name)).toContain('Hall 2')
  })
})
