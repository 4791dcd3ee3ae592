import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos } from '#contract/photos.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

test('RV-861 large bodies of one customer are validated in turns, and delay a call of another by a few of them', async () => {
  const [customer, other] = [await server.customer(), await server.customer()]
  const body = JSON.stringify({ uploadIds: Array.from({ length: 25_000 }, () => customer.accountId) })
  // Opens the connections that both need.
  await Promise.all([customer, other].map(each => each.call(getPhotos)))
  let answered = 0
  const flood = Array.from({ length: 16 }, async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await customer.fetch(`${SERVICES.uploads}/receipts`, { method: 'POST', headers, body })
    expect([answer.status, await answer.json()]).toMatchObject([400, { fields: { uploadIds: 'too-many' } }])
    answered++
  })
  await flood[0]
  const before = answered
  await other.fetch(SERVICES.photoManagement + getPhotos.path)
  expect(answered - before).toBeLessThan(10)
  await Promise.all(flood)
})

test('RV-861 a customer has 16 large bodies at a time; others and small ones are received meanwhile', async () => {
  const [customer, other] = [await server.customer(), await server.customer()]
  const { host, hostname, port } = new URL(server.origin)
  const path = `${SERVICES.uploads}/receipts`
  const body = JSON.stringify({ uploadIds: [] }).padEnd(100_000)
  const send = (client: typeof customer, text: string) =>
    client.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })
  /** Sends a body without its last byte. */
  const hold = async () => {
    const socket = connect(Number(port), hostname)
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${customer.token}\r\nContent-Type: application/json\r\n`
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(1)}`)
    await once(socket, 'connect')
    return socket
  }
  // More than 16: one of them is refused for each request below that arrives before it.
  const held = await Promise.all(Array.from({ length: 24 }, hold))
  await expect.poll(async () => (await send(customer, body)).status).toBe(429)
  expect((await send(customer, body)).headers.get('retry-after')).toBe('1')
  expect((await send(customer, body.trimEnd())).status).not.toBe(429)
  expect((await send(other, body)).status).not.toBe(429)
  for (const socket of held) socket.destroy()
  await expect.poll(async () => (await send(customer, body)).status).not.toBe(429)
})
