import { beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/callbacks.ts'
import { endAllAccess } from '#contract/not-me.ts'
import type { Client } from '../../testing/client.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { listMails } from '../identity/testing/mail-links.ts'
import { type SignedInBrowser, signInBrowser } from '../identity/testing/signed-in-browser.ts'
import { deliverDue, startCallbackServer } from './callbacks.testing.ts'
import { findTargets } from './delivery/target.ts'

const DAY = 86_400_000
const SUBJECT = 'Your callbacks go to another address'

let owner: SignedInBrowser
let accountId: string
const callbacks = await startCallbackServer()
const { receiver, server, answerWith, saveAddress } = callbacks
const { ctx, clock } = server

beforeEach(async () => {
  clock.set(new Date().toISOString())
  const business = await server.customer({ business: true })
  accountId = business.accountId
  owner = await signInBrowser(server, business)
})

/** The owner's browser on a device of this age, with a sign-in of just now. */
async function signInOnDeviceOf(days: number): Promise<Client> {
  clock.advance(days * DAY)
  const client = await owner.refresh()
  await owner.browser.post('/session/reauthentication', {
    method: 'password',
    password: 'a-password-for-tests',
  })
  return client
}

const addressOf = (path: string) => `${receiver.origin}/${path}`
const add = (client: Client, path: string) =>
  client.call(contract.postEndpoint, { body: { name: path, url: addressOf(path) } })
const readEndpoints = async (client: Client) => (await client.call(contract.getCallbacks)).endpoints
const changeOrder = () => callbacks.changeOrder(owner.client)

/** The numbers of the events that arrived, by path. */
async function listReceived(): Promise<Record<string, number[]>> {
  await deliverDue(server)
  // Endpoints of other tests start meanwhile.
  const own = receiver.received.filter(({ body }) => body.includes(accountId))
  const numbers = (path: string) =>
    own
      .filter(each => each.path === path)
      .map(({ headers }) => Number(headers['keepsake-event-number']))
      .toSorted((a, b) => a - b)
  return Object.fromEntries([...new Set(own.map(({ path }) => path))].map(path => [path, numbers(path)]))
}

test('NX-438 an endpoint and an address of the record from a device of less than 7 days start 24 hours later, and have lost nothing', async () => {
  const client = await signInOnDeviceOf(6.99)
  const { id, startsAt } = await add(client, 'new')
  await saveAddress(client, addressOf('record'))
  expect(startsAt).toBe(new Date(clock.now().getTime() + DAY).toISOString())
  for (let i = 0; i < 3; i++) await changeOrder()
  await client.call(contract.sendTest, { query: { endpoint: id } })
  expect(await listReceived()).toEqual({})
  expect((await readEndpoints(client)).map(each => [each.waiting > 0, each.startsAt])).toEqual([
    [true, startsAt],
    [true, startsAt],
  ])
  const { events } = await client.call(contract.getCallbackEvents, { query: { after: 0 } })
  expect(events[0]!.deliveries.map(({ state, nextAttemptAt }) => [state, nextAttemptAt])).toEqual([
    ['waiting', startsAt],
    ['waiting', startsAt],
  ])
  clock.advance(DAY - 1)
  expect(await listReceived()).toEqual({})
  clock.advance(1)
  expect(await listReceived()).toEqual({ '/new': [1, 2, 3, 4], '/record': [1, 2, 3] })
  const later = await owner.refresh()
  expect((await readEndpoints(later)).map(each => [each.waiting, each.startsAt])).toEqual([
    [0, null],
    [0, null],
  ])
})

test('NX-438 its mail and its entry say when it starts; those of a device of 7 days say that it does now', async () => {
  const young = await signInOnDeviceOf(6.99)
  const { startsAt } = await add(young, 'new')
  const known = await signInOnDeviceOf(0.01)
  expect((await add(known, 'known')).startsAt).toBeNull()
  await changeOrder()
  expect(await listReceived()).toEqual({ '/known': [1] })
  const entries = await readJournal(ctx, accountId, 'callback.address-changed')
  expect(entries.map(({ detail }) => detail.effectiveAt)).toEqual([startsAt, undefined])
  const mails = (await listMails(server, known.email)).filter(({ subject }) => subject === SUBJECT)
  const texts = mails.map(({ text }) => [
    text.includes('on a new device'),
    text.includes('/identity/not-me/'),
  ])
  expect(texts.toSorted()).toEqual([
    [false, true],
    [true, true],
  ])
})

test('NX-438 another address of an endpoint that works waits too; what waited for the old one is lost by neither', async () => {
  const young = await signInOnDeviceOf(1)
  const { id } = await add(young, 'old')
  clock.advance(DAY)
  answerWith(503)
  await changeOrder()
  await listReceived()
  receiver.answer(response => response.end())
  receiver.received.length = 0
  const client = await signInOnDeviceOf(0)
  const params = { id }
  const { startsAt } = await client.call(contract.patchEndpoint, {
    params,
    body: { url: addressOf('moved') },
  })
  expect(startsAt).not.toBeNull()
  await changeOrder()
  clock.advance(DAY - 1)
  expect(await listReceived()).toEqual({})
  const known = await signInOnDeviceOf(7)
  await known.call(contract.patchEndpoint, { params, body: { url: addressOf('mine') } })
  expect(await listReceived()).toEqual({ '/mine': [1, 2] })
})

test('NX-438 turned off, removed or ended by its owner before it starts, it never gets anything', async () => {
  const client = await signInOnDeviceOf(1)
  const [off, removed] = [await add(client, 'off'), await add(client, 'removed')]
  await add(client, 'ended')
  await changeOrder()
  await client.call(contract.patchEndpoint, { params: { id: off.id }, body: { state: 'off' } })
  await client.call(contract.deleteEndpoint, { params: { id: removed.id } })
  await client.call(endAllAccess)
  clock.advance(2 * DAY)
  await changeOrder()
  expect(await listReceived()).toEqual({})
})

test('NX-438 a delivery that was claimed before the address changed is not signed, and so not sent to the new one', async () => {
  const client = await signInOnDeviceOf(1)
  const { id } = await add(client, 'new')
  const countSecrets = async () => (await findTargets(ctx, [id])).get(id)!.secrets.length
  expect(await countSecrets()).toBe(0)
  clock.advance(DAY)
  expect(await countSecrets()).toBe(1)
})
