import { beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/callbacks.ts'
import { change } from '../../context.ts'
import type { Client } from '../../testing/client.ts'
import { testServer } from '../../testing/harness.ts'
import { startCallbackServer } from './callbacks.testing.ts'
import { onApiKeyExpiring, onOrderChanged } from './emitters.ts'

const DAY = 86_400_000
const params = { id: 'default' }

let business: Client
const callbacks = await startCallbackServer()
const { receiver, outbound, server, answerWith } = callbacks
beforeEach(async () => {
  business = await server.customer({ business: true })
})

const turnOn = () => callbacks.saveAddress(business)
const turnOff = () => business.call(contract.patchEndpoint, { params, body: { state: 'off' } })
const enable = () => business.call(contract.enableEndpoint, { params })
const recover = (body: { since?: string; after?: number; dryRun?: boolean }, id = 'default') =>
  business.call(contract.recoverEndpoint, { params: { id }, body: body as never })
const addOrder = () => callbacks.changeOrder(business)
const changeOrder = (code: string) =>
  change(server.ctx, tx => onOrderChanged(server.ctx, tx, { accountId: business.accountId, code }))
const readNumbers = () => receiver.received.map(({ body }) => JSON.parse(body).number as number)

describe('NX-439 catching up', () => {
  test('NX-439 after 410 sends the newest event of each subject once, oldest first, and repeated nothing', async () => {
    await turnOn()
    const delivered = await addOrder()
    await server.idle()
    answerWith(410)
    const [first, second] = [await addOrder(), await addOrder()]
    await server.idle()
    for (const code of [first, second, first]) await changeOrder(code)
    await change(server.ctx, tx =>
      onApiKeyExpiring(server.ctx, tx, {
        accountId: business.accountId,
        keyId: 'key',
        name: first,
        expiresAt: server.clock.now(),
      }),
    )
    receiver.received.length = 0
    receiver.answer(response => response.end())
    const missed = { events: 6, deliveries: 3 }
    expect(await recover({ after: 0, dryRun: true })).toEqual(missed)
    const refused = await business.expectError(contract.recoverEndpoint, { params, body: { after: 0 } })
    expect(refused.status).toBe(409)
    await turnOn()
    expect(await recover({ after: 0 })).toEqual(missed)
    expect(await recover({ after: 0 })).toEqual({ events: 0, deliveries: 0 })
    await server.idle()
    // 1: delivered before; 2 and 4 first; 3 and 5 second: the newest of each, and the key of the same name.
    expect(readNumbers()).toEqual([5, 6, 7])
    expect(await recover({ after: 0 })).toEqual({ events: 0, deliveries: 0 })
    await changeOrder(delivered)
    await server.idle()
    expect(readNumbers()).toEqual([5, 6, 7, 8])
  })

  test('NX-439 since an instant, at an endpoint that was added later, and only what it wants', async () => {
    const early = await addOrder()
    server.clock.advance(1000)
    const since = server.clock.now().toISOString()
    const late = await addOrder()
    await changeOrder(late)
    const body = { name: 'warehouse', url: `${receiver.origin}/warehouse`, version: '1' as const }
    const { id } = await business.call(contract.postEndpoint, { body })
    await turnOn()
    expect(await recover({ since, dryRun: true }, id)).toEqual({ events: 2, deliveries: 1 })
    expect(await recover({ since }, id)).toEqual({ events: 2, deliveries: 1 })
    await server.idle()
    expect(receiver.received.map(({ path, body: sent }) => [path, JSON.parse(sent).data.orderCode])).toEqual([
      ['/warehouse', late],
    ])
    await business.call(contract.patchEndpoint, { params: { id }, body: { events: ['invoice.ready'] } })
    expect(await recover({ after: 0 }, id)).toEqual({ events: 0, deliveries: 0 })
    await business.call(contract.patchEndpoint, { params: { id }, body: { events: null } })
    expect(await recover({ after: 0 }, id)).toEqual({ events: 1, deliveries: 1 })
    await server.idle()
    expect(JSON.parse(receiver.received.at(-1)!.body).data.orderCode).toBe(early)
  })

  test('NX-439 new events are delivered while it catches up, one at a time', async () => {
    await turnOn()
    await turnOff()
    for (let i = 0; i < 5; i++) await addOrder()
    await enable()
    const answers: (() => void)[] = []
    receiver.answer((response, { body }) => {
      if (JSON.parse(body).number <= 5) answers.push(() => response.end())
      else response.end()
    })
    expect(await recover({ after: 0 })).toEqual({ events: 5, deliveries: 5 })
    await expect.poll(() => answers.length).toBe(1)
    await addOrder()
    await expect.poll(readNumbers).toEqual([1, 6])
    for (let n = 1; n <= 5; n++) {
      await expect.poll(() => answers.length).toBe(n)
      answers[n - 1]!()
    }
    await server.idle()
    expect(readNumbers()).toEqual([1, 6, 2, 3, 4, 5])
  })

  test('NX-439 two at once send each event once', async () => {
    await turnOn()
    await turnOff()
    for (let i = 0; i < 10; i++) await addOrder()
    await enable()
    const both = await Promise.all([recover({ after: 0 }), recover({ after: 0 })])
    expect(both.map(({ deliveries }) => deliveries).toSorted()).toEqual([0, 10])
    await server.idle()
    expect(readNumbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('NX-439 a start of more than 30 days ago, none and two are refused', async () => {
    await turnOn()
    await addOrder()
    const at = (ms: number) => new Date(server.clock.now().getTime() - ms).toISOString()
    expect(await recover({ since: at(30 * DAY), dryRun: true })).toMatchObject({ deliveries: 0 })
    const refuse = async (body: object) => {
      const { status, body: answer } = await business.expectError(contract.recoverEndpoint, {
        params,
        body: body as never,
      })
      return [status, answer.reason]
    }
    expect(await refuse({ since: at(30 * DAY + 1) })).toEqual([400, contract.TOO_OLD])
    expect(await refuse({})).toEqual([400, undefined])
    expect(await refuse({ since: at(0), after: 0 })).toEqual([400, undefined])
    server.clock.advance(30 * DAY + 1)
    business = await server.signIn(business)
    expect(await refuse({ after: 0 })).toEqual([400, contract.TOO_OLD])
  })
})

describe('NX-439 the limit', () => {
  test('NX-439 a fifth one in an hour is refused, counting is not', async () => {
    const limited = await testServer({ outbound })
    try {
      const customer = await limited.customer({ business: true })
      await callbacks.saveAddress(customer)
      const send = (dryRun: boolean) =>
        customer.send(contract.recoverEndpoint, { params, body: { after: 0, dryRun } })
      const statuses: number[] = []
      for (let i = 0; i < 4; i++) statuses.push((await send(false)).status)
      statuses.push((await send(false)).status, (await send(true)).status)
      expect(statuses).toEqual([202, 202, 202, 202, 429, 202])
    } finally {
      await limited.close()
    }
  })
})
