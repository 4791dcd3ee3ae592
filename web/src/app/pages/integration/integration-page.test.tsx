// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallbackDelivery, CallbackEvent, CallbackEventDetails, Callbacks } from '#contract/callbacks.ts'
import type { Customer } from '#contract/customers.ts'
import type { SftpAccess, SftpKey } from '#contract/sftp-access.ts'
import { endpointForTests } from '#web/domains/callbacks/callbacks.testing.ts'
import { answerCalls, type ReceivedCall, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens, signIn } from '../../screens.testing.tsx'
import { CUSTOMER } from '../settings/settings.testing.tsx'
import { IntegrationPage } from './integration-page.tsx'

const AT = '2026-11-22T11:42:00Z'
const SUCCESS: CallbackDelivery = {
  endpointId: 'default',
  state: 'delivered',
  attempts: 1,
  lastAttempt: { at: AT, status: 200, problem: null, durationMs: 184 },
  nextAttemptAt: null,
}
const DELIVERED: CallbackEvent = {
  id: 'msg_1',
  number: 41_210,
  type: 'order.changed',
  about: '4711-2077',
  createdAt: AT,
  data: { customer: 'anna', orderCode: '4711-2077' },
  deliveries: [SUCCESS],
}
const createEvent = (
  { id, about }: Pick<CallbackEvent, 'id' | 'about'>,
  delivery: Partial<CallbackDelivery>,
): CallbackEvent => ({ ...DELIVERED, id, about, deliveries: [{ ...SUCCESS, ...delivery }] })
const WAITING = createEvent(
  { id: 'msg_2', about: '4711-2102' },
  {
    state: 'waiting',
    lastAttempt: { at: AT, status: 503, problem: null, durationMs: 20 },
    nextAttemptAt: '2026-11-22T12:20:00Z',
  },
)
const FAILED = createEvent(
  { id: 'msg_3', about: '4710-9921' },
  {
    state: 'failed',
    attempts: 10,
    lastAttempt: { at: AT, status: null, problem: 'timeout', durationMs: 15_000 },
  },
)
const detailsOf = (event: CallbackEvent): CallbackEventDetails => ({
  ...event,
  deliveries: event.deliveries.map(delivery => ({
    ...delivery,
    request: {
      address: 'https://erp.example/keepsake?x=1',
      timestamp: delivery.lastAttempt ? 1795348200 : null,
      signature: delivery.lastAttempt ? 'v1,K5oZfzN95Z9UVu1EsfQm' : null,
      version: '2026-12',
      contentType: 'application/json',
      body: '{"type":"test"}',
    },
    tries: delivery.lastAttempt ? [{ ...delivery.lastAttempt, answer: '{"received":true}' }] : [],
  })),
})

const KEY: SftpKey = {
  id: 'k1',
  name: 'erp01',
  type: 'ssh-ed25519',
  bits: 256,
  fingerprint: 'SHA256:kV3qB1m0xQe7yPzGk2u4HnTfVdJcLrWsA9oE5iMb8Zs',
  createdAt: AT,
  lastUsedAt: AT,
  lastUsedFrom: '203.0.113.x',
}
/** A key that ssh-keygen made, and its fingerprint as ssh-keygen shows it. */
const PUBLIC_KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUm erp@erp01'
const FINGERPRINT = 'SHA256:WZ64x5CuWPIPCGCuuSA1DB7xipz7cI/vWRWoqW3keDM'

let callbacks: Callbacks
let access: SftpAccess | null
let customer: Customer
let events: CallbackEvent[]
let calls: [string, unknown][]
let refused: Record<string, number>
/** Parts of refusals that differ from the usual ones. */
let refusals: Record<string, { fields?: Record<string, string>; reason?: string }>
/** Answers that are held back, by call. */
let held: Record<string, Promise<void>>
/** A test as it is when it was just created; delivered by default. */
let tested: CallbackEvent | undefined
beforeEach(() => {
  callbacks = {
    endpoints: [],
    endpoint: endpointForTests({
      secrets: [{ id: 'sec_1', hint: '3fQk', createdAt: AT, expiresAt: null, shown: true }],
    }),
  }
  access = {
    host: 'sftp.keepsake.example',
    port: 22,
    userName: 'studio',
    hostKey: 'SHA256:1mP0nZ8c',
    folders: [
      { purpose: 'invoices', path: '/invoices' },
      { purpose: 'products', path: '/products' },
      { purpose: 'orders', path: '/orders' },
    ],
    fileName: 'YYYY-MM-DD_reference.json',
    keys: [],
    password: null,
  }
  customer = {
    ...CUSTOMER,
    status: 'Active',
    ftp: { callbackUrl: 'https://erp.example/keepsake', callbackFormat: 'JSON' },
  }
  events = [DELIVERED, WAITING, FAILED]
  calls = []
  refused = {}
  refusals = {}
  held = {}
  tested = undefined
  answerCalls(answer)
})

/** The services behind the page. */
async function answer({ method, path, query, body }: ReceivedCall): Promise<Response> {
  const name = `${method} ${path.replace('/api/', '')}`
  if (method !== 'GET') calls.push([name, body])
  const status = refused[name]
  if (status) return refusal(status, refusals[name])
  if (name === 'GET api-keys/v1/keys') return Response.json({ keys: [] })
  if (name === 'GET api-keys/v1/calls') return Response.json({ calls: [], total: 0, refused: 0, next: null })
  if (name === 'GET callbacks/v1/endpoints')
    return Response.json({ ...callbacks, endpoints: [callbacks.endpoint ?? [], callbacks.endpoints].flat() })
  if (name === 'GET sftp-access/v1/me') return Response.json({ access })
  if (name === 'POST sftp-access/v1/password') {
    access = { ...access!, password: { createdAt: AT, lastUsedAt: null } }
    return Response.json({ password: 'made-once' }, { status: 201 })
  }
  if (name === 'DELETE sftp-access/v1/password') {
    access = { ...access!, password: null }
    return new Response(null, { status: 204 })
  }
  if (name === 'POST sftp-access/v1/keys') {
    const key = { ...KEY, id: 'k2', name: body.name }
    access = { ...access!, keys: [key, ...access!.keys] }
    return Response.json(key, { status: 201 })
  }
  if (name.startsWith('DELETE sftp-access/v1/keys/')) {
    access = { ...access!, keys: access!.keys.filter(({ id }) => !name.endsWith(`/${id}`)) }
    return new Response(null, { status: 204 })
  }
  if (name === 'GET customers/customers/me') return Response.json(customer)
  if (name === 'PATCH customers/customers/me') {
    customer = { ...customer, ...body }
    return Response.json(customer)
  }
  if (name === 'POST callbacks/v1/endpoints/default/enable') return Response.json(callbacks.endpoint)
  if (name.endsWith('/recoveries')) return Response.json({ events: 214, deliveries: 64 }, { status: 202 })
  if (name.startsWith('POST callbacks/v1/endpoints') || name.startsWith('PATCH callbacks/v1/endpoints'))
    return Response.json({ ...callbacks.endpoint, ...body, id: 'whe_2' }, { status: body?.url ? 201 : 200 })
  if (name.startsWith('DELETE callbacks/v1/endpoints')) {
    callbacks.endpoints = []
    return new Response(null, { status: 204 })
  }
  if (name === 'POST callbacks/v1/tests') {
    const test = tested ?? { ...DELIVERED, id: 'msg_4', type: 'test', about: null }
    events = [test, ...events]
    await held[name]
    const delivery = { ...SUCCESS, state: 'waiting' as const, attempts: 0, lastAttempt: null }
    return Response.json(detailsOf({ ...test, deliveries: [delivery] }), { status: 202 })
  }
  if (name === 'GET callbacks/v1/events') {
    const shown = query.get('state') === 'failed' ? [FAILED] : events
    const total = events.length
    await held[name]
    return Response.json({ events: shown, total, failed: 1, latest: 41_210, oldest: 1, cursor: null })
  }
  const id = path.split('/')[5] ?? ''
  const event = events.find(each => each.id === id)!
  if (name.endsWith('/replay')) {
    const replayed: CallbackEvent = { ...event, deliveries: [SUCCESS] }
    events = events.map(each => (each === event ? replayed : each))
    return Response.json(detailsOf(replayed), { status: 202 })
  }
  return Response.json(detailsOf(event))
}

function renderPage(tab: 'sftp' | 'callbacks' = 'callbacks') {
  signIn({ business: true })
  const screens = { [PATHS.integration]: IntegrationPage, [PATHS.order]: () => <p>The order</p> }
  renderScreens(`${PATHS.integration}?tab=${tab}`, screens, { toasts: false })
}

const row = async (name: string) => (await screen.findByText(name)).closest('tr')!
const newestRow = async () => (await row('4711-2102')).closest('tbody')!.querySelector('tr')!
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

test('AA-108 OP-84 RV-204 the page shows how files are reached, copies each value, and links to the documentation of the API', async () => {
  renderPage('sftp')
  expect(await screen.findByRole('heading', { level: 1, name: 'FTP instructions' })).toBeTruthy()
  expect(await screen.findByText('sftp.keepsake.example, port 22')).toBeTruthy()
  for (const value of ['studio', 'SHA256:1mP0nZ8c', '/invoices', '/orders', 'YYYY-MM-DD_reference.json'])
    expect(screen.getByText(value)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy Username' })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'API documentation' })
  expect(link.getAttribute('href')).toBe('/api/docs')
})

test('AA-108 the address without a tab shows the API keys, and links lead to SFTP and the callbacks', async () => {
  renderPage('another' as 'sftp')
  const tabs = await screen.findByRole('navigation', { name: 'FTP instructions' })
  const link = (name: string) => within(tabs).getByRole('link', { name })
  expect(link('API keys').getAttribute('aria-current')).toBe('page')
  expect(await screen.findByText(/No API keys yet/)).toBeTruthy()
  fireEvent.click(link('SFTP'))
  expect(link('Callbacks').getAttribute('href')).toContain('tab=callbacks')
  expect(await screen.findByText('studio')).toBeTruthy()
  fireEvent.click(link('Callbacks'))
  expect(await screen.findByRole('textbox', { name: 'Callback URL' })).toBeTruthy()
  expect(screen.queryByText('studio')).toBeNull()
})

test('AA-108 the password for SFTP is shown once, replaced and ended after a question', async () => {
  renderPage('sftp')
  await press('Create password')
  expect(await screen.findByText('made-once')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy Password' }))
  cleanup()
  access = { ...access!, password: { createdAt: '2026-03-03T10:00:00Z', lastUsedAt: AT }, keys: [KEY] }
  renderPage('sftp')
  expect(await screen.findByText('Created 3 March · last used 22 Nov, 11:42')).toBeTruthy()
  expect(screen.getByText('You have keys. End the password if no system needs it.')).toBeTruthy()
  await press('Replace password')
  expect(screen.queryByText('made-once')).toBeNull()
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Replace password' }))
  expect(await screen.findByText('made-once')).toBeTruthy()
  await press('End password')
  const question = await screen.findByRole('alertdialog')
  fireEvent.click(within(question).getByRole('button', { name: 'End password' }))
  expect(await screen.findByRole('button', { name: 'Create password' })).toBeTruthy()
  expect(screen.queryByText('made-once')).toBeNull()
  expect(calls.at(-1)).toEqual(['DELETE sftp-access/v1/password', undefined])
})

describe('NX-347 the keys for SFTP', () => {
  const paste = async (text: string) =>
    fireEvent.change(await screen.findByRole('textbox', { name: 'Public key' }), { target: { value: text } })

  test('are listed with type, fingerprint and last use, and ended after a question', async () => {
    const rsa = {
      ...KEY,
      id: 'k0',
      name: 'laptop',
      type: 'ssh-rsa',
      bits: 4096,
      lastUsedAt: null,
      lastUsedFrom: null,
    }
    access = { ...access!, keys: [KEY, rsa] }
    renderPage('sftp')
    const list = (await screen.findByRole('heading', { name: 'erp01' })).closest('ul')!
    const [first, second] = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(first).toContain('ED25519 · SHA256:kV3q…8Zs')
    expect(first).toContain('Last used 22 Nov, 11:42, from 203.0.113.x')
    expect(second).toContain('RSA 4096')
    expect(second).toContain('Added 22 November, never used')
    await press('End the key erp01')
    const dialog = await screen.findByRole('alertdialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'End key' }))
    await expect.poll(() => screen.queryByText('erp01')).toBeNull()
    expect(calls).toEqual([['DELETE sftp-access/v1/keys/k1', undefined]])
  })

  test('a pasted key shows its type and fingerprint, and is named as its computer until a name is typed', async () => {
    renderPage('sftp')
    await press('Add a key')
    await paste(`${PUBLIC_KEY}\n`)
    expect(await screen.findByText('ED25519, 256 bits')).toBeTruthy()
    expect(await screen.findByText(FINGERPRINT)).toBeTruthy()
    const name = screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement
    expect(name.value).toBe('erp01')
    fireEvent.change(name, { target: { value: 'Mira' } })
    await paste('')
    await paste(PUBLIC_KEY)
    await screen.findByText('ED25519, 256 bits')
    expect(name.value).toBe('Mira')
    await press('Add key')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByRole('heading', { name: 'Mira' })).toBeTruthy()
    expect(calls).toEqual([['POST sftp-access/v1/keys', { name: 'Mira', publicKey: PUBLIC_KEY }]])
  })

  test.each([
    ['', 'Paste the whole line of the file that ends in .pub.'],
    [
      '-----BEGIN OPENSSH PRIVATE KEY-----\nx',
      'This is a private key. Never share it: paste the line of the file that ends in .pub.',
    ],
    ['ssh-dss AAAAB3NzaC1kc3M=', 'This type isn’t accepted. Use Ed25519, ECDSA or RSA.'],
  ])('%j is not sent, and the field says why', async (text, words) => {
    renderPage('sftp')
    await press('Add a key')
    await paste(text)
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'erp01' } })
    await press('Add key')
    const error = await screen.findByText(words)
    const field = screen.getByRole('textbox', { name: 'Public key' })
    expect(field.getAttribute('aria-describedby')).toContain(error.closest('[id]')!.id)
    expect(calls).toEqual([])
  })

  test.each([
    ['key-in-use', 'You’ve added this key already.'],
    ['too-many-keys', 'You have 20 keys, which is the limit. End one first.'],
  ])('a key that is refused with %s says so at the field', async (reason, words) => {
    refused['POST sftp-access/v1/keys'] = 409
    refusals['POST sftp-access/v1/keys'] = { reason }
    renderPage('sftp')
    await press('Add a key')
    await paste(PUBLIC_KEY)
    await press('Add key')
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('AA-108 without SFTP the page says so; a blocked business adds none, makes no password, and ends what it has', async () => {
    const before = access!
    access = null
    renderPage('sftp')
    expect(await screen.findByText('SFTP access isn’t available here yet.')).toBeTruthy()
    cleanup()
    access = { ...before, keys: [KEY] }
    customer = { ...customer, status: 'Blocked' }
    renderPage('sftp')
    await screen.findByRole('button', { name: 'Add a key' })
    const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
    expect(['Add a key', 'Create password', 'End the key erp01'].map(isDisabled)).toEqual([true, true, false])
  })
})

test('AA-108 address and format are saved; a wrong address stays and is explained; an empty one turns callbacks off', async () => {
  renderPage()
  const address = await screen.findByRole('textbox', { name: 'Callback URL' })
  fireEvent.change(address, { target: { value: 'ftp://erp.example' } })
  await press('Save')
  expect(await screen.findByText('Please enter an address that starts with https:// or http://')).toBeTruthy()
  expect((address as HTMLInputElement).value).toBe('ftp://erp.example')
  expect(calls).toEqual([])
  fireEvent.change(address, { target: { value: ' https://erp.example/xml ' } })
  fireEvent.click(screen.getByRole('radio', { name: 'XML' }))
  await press('Save')
  expect(await screen.findByRole('link', { name: 'XML schema' })).toBeTruthy()
  const ftp = { callbackUrl: 'https://erp.example/xml', callbackFormat: 'XML' }
  expect(calls).toEqual([['PATCH customers/customers/me', { ftp }]])
  fireEvent.change(screen.getByRole('textbox', { name: 'Callback URL' }), { target: { value: '' } })
  await press('Save')
  const none = { callbackUrl: null, callbackFormat: 'XML' }
  await expect.poll(() => calls.slice(1)).toEqual([['PATCH customers/customers/me', { ftp: none }]])
})

test.each([
  ['refused-address', 'This address isn’t on the public internet'],
  ['refused-port', 'This port isn’t allowed'],
  ['insecure', 'Only https:// addresses are called'],
  ['invalid-address', 'This address can’t be called'],
])(
  'RV-874 an address that can never be called, %s, stays with the reason at the field',
  async (reason, words) => {
    refused['PATCH customers/customers/me'] = 400
    refusals['PATCH customers/customers/me'] = { fields: { 'ftp.callbackUrl': 'not-valid' }, reason }
    renderPage()
    const address = (await screen.findByRole('textbox', { name: 'Callback URL' })) as HTMLInputElement
    fireEvent.change(address, { target: { value: 'https://10.0.0.7/' } })
    await press('Save')
    const error = await screen.findByText(words)
    expect(address.getAttribute('aria-describedby')).toContain(error.id)
    expect([address.value, address.getAttribute('aria-invalid')]).toEqual(['https://10.0.0.7/', 'true'])
  },
)

test('AA-108 NX-437 the log has number, state, answer and next try of each event, and shows those that were not delivered alone', async () => {
  renderPage()
  expect((await row('4711-2077')).textContent).toMatch(/41,210.*Delivered.*200.*184 ms/)
  expect((await row('4711-2102')).textContent).toMatch(/Waiting.*503.*Next attempt 22 Nov, 12:20/)
  expect((await row('4710-9921')).textContent).toMatch(/Failed.*Timed out.*Gave up/)
  await press('Not delivered 1')
  expect(await screen.findByText('4710-9921')).toBeTruthy()
  await expect.poll(() => screen.queryByText('4711-2077')).toBeNull()
})

test('AA-108 a callback shows body and answer, and is sent again', async () => {
  renderPage()
  await press('Details of order.changed 4710-9921')
  const details = await screen.findByText(/POST \/keepsake\?x=1/)
  expect(details.textContent).toContain('webhook-id: msg_3')
  await press('Replay order.changed 4710-9921')
  await expect.poll(async () => (await row('4710-9921')).textContent).toMatch(/Delivered/)
  expect(calls).toEqual([['POST callbacks/v1/events/msg_3/replay', undefined]])
})

test('NX-435 an event that no endpoint got shows its fields', async () => {
  events = [{ ...DELIVERED, deliveries: [] }]
  renderPage()
  await press('Details of order.changed 4711-2077')
  expect(await screen.findByText(/"orderCode": "4711-2077"/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Replay/ })).toBeNull()
})

test('AA-108 a test whose result cannot be read says so, and is shown with its answer once it can', async () => {
  refused['GET callbacks/v1/events/msg_4'] = 404
  renderPage()
  await press('Send a test')
  expect(await screen.findByText('Your callbacks couldn’t be loaded.')).toBeTruthy()
  refused = {}
  await press('Try again')
  const result = (await screen.findByText(/webhook-id: msg_4/)).closest<HTMLElement>('[role=status]')!
  expect(within(result).getByText('Delivered')).toBeTruthy()
  expect(result.textContent).toContain(
    'webhook-timestamp: 1795348200\nwebhook-signature: v1,K5oZfzN95Z9UVu1EsfQm\nkeepsake-version: 2026-12',
  )
  expect(within(result).getByText('{"received":true}')).toBeTruthy()
})

test('AA-108 a test that is delivered before its request is answered is never shown as waiting', async () => {
  const sending = Promise.withResolvers<void>()
  held['POST callbacks/v1/tests'] = sending.promise
  renderPage()
  await press('Send a test')
  await expect.poll(() => events.length).toBe(4)
  // The log is read by somebody else while the request is on its way.
  await press('Not delivered 1')
  await press('All')
  await expect.poll(async () => (await newestRow()).textContent).toMatch(/test.*Delivered/)
  sending.resolve()
  const result = (await screen.findByText(/webhook-id: msg_4/)).closest<HTMLElement>('[role=status]')!
  expect(within(result).getByText('Delivered')).toBeTruthy()
  expect((await newestRow()).textContent).toMatch(/test.*Delivered/)
  expect(screen.queryByText('Sending…')).toBeNull()
})

test('AA-108 a test that is answered while the log is being read is delivered in both', async () => {
  const test: CallbackEvent = { ...DELIVERED, id: 'msg_4', type: 'test', about: null }
  const waiting = createEvent(test, { state: 'waiting', attempts: 0, lastAttempt: null })
  tested = { ...waiting, type: 'test' }
  renderPage()
  await screen.findByText('4711-2077')
  const reading = Promise.withResolvers<void>()
  held['GET callbacks/v1/events'] = reading.promise
  await press('Send a test')
  expect(await screen.findByText('Sending…')).toBeTruthy()
  // What the log is answered was read before the delivery, and arrives after it.
  held = {}
  events = [test, ...events.slice(1)]
  expect(await screen.findByText(/webhook-id: msg_4/)).toBeTruthy()
  reading.resolve()
  await expect.poll(async () => (await newestRow()).textContent).toMatch(/test.*Delivered/)
})

test.each([
  [
    'with the attempt that was not made',
    { status: null, problem: 'turned-off' as const },
    'Callbacks were turned off',
  ],
  [
    'because its address is refused',
    { status: null, problem: 'refused-address' as const },
    'public internet',
  ],
  ['and that has no attempt', null, 'Failed'],
])('AA-108 a test that is given up ends, %s', async (_name, result, shown) => {
  const lastAttempt = result && { at: AT, durationMs: 0, ...result }
  const test = { id: 'msg_4', about: null }
  const givenUp = { ...createEvent(test, { state: 'failed', attempts: 0, lastAttempt }), type: 'test' }
  tested = { ...createEvent(test, { state: 'waiting', lastAttempt: null }), type: 'test' }
  renderPage()
  await press('Send a test')
  expect(await screen.findByText('Sending…')).toBeTruthy()
  events = events.map(each => (each.id === 'msg_4' ? givenUp : each))
  const card = (await screen.findByText(/webhook-id: msg_4/)).closest<HTMLElement>('[role=status]')!
  expect(within(card).getByText('Failed')).toBeTruthy()
  expect(card.textContent).toContain(shown)
  expect(screen.queryByText('Sending…')).toBeNull()
  await expect.poll(async () => (await newestRow()).textContent).toMatch(/test.*Failed/)
})

test('AA-108 a test that is refused because callbacks were turned off meanwhile shows that they are off', async () => {
  renderPage()
  await screen.findByRole('button', { name: 'Send a test' })
  callbacks.endpoint = { ...callbacks.endpoint!, state: 'off', offReason: 'gone', offAt: AT }
  refused['POST callbacks/v1/tests'] = 409
  await press('Send a test')
  expect(await screen.findByText(/because your address answered 410 Gone/)).toBeTruthy()
  expect(screen.queryByText('This couldn’t be sent. Please try again.')).toBeNull()
})

test('NX-320 callbacks that were turned off to protect the account say so', async () => {
  callbacks.endpoint = { ...callbacks.endpoint!, state: 'off', offReason: 'security', offAt: AT }
  renderPage()
  expect(await screen.findByText(/to protect your account/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Turn on again' })).toBeTruthy()
  cleanup()
  callbacks.endpoint = { ...callbacks.endpoint!, offBy: 'Firefox, Windows' }
  renderPage()
  expect(await screen.findByText(/after access was ended on Firefox, Windows/)).toBeTruthy()
})

test('AA-108 callbacks that were turned off are turned on again with the same address', async () => {
  callbacks.endpoint = { ...callbacks.endpoint!, state: 'off', offReason: 'failing', offAt: AT }
  renderPage()
  expect(await screen.findByText(/hadn’t answered for 5 days/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
  callbacks.endpoint = { ...callbacks.endpoint!, state: 'on', offReason: null, offAt: null }
  await press('Turn on again')
  expect(await screen.findByRole('button', { name: 'Send a test' })).toBeTruthy()
  expect(calls).toEqual([['POST callbacks/v1/endpoints/default/enable', undefined]])
})

test('AA-108 what cannot be loaded or sent is said, and can be repeated', async () => {
  refused['GET callbacks/v1/endpoints'] = 500
  renderPage()
  expect(await screen.findByText('Your callbacks couldn’t be loaded.')).toBeTruthy()
  refused = { 'POST callbacks/v1/tests': 429 }
  await press('Try again')
  await press('Send a test')
  expect(await screen.findByText('Too many in a short time. Please wait a few minutes.')).toBeTruthy()
})

test('AA-108 a blocked business reads everything and changes nothing', async () => {
  customer = { ...customer, status: 'Blocked' }
  renderPage()
  expect(await screen.findByText('Your account is blocked, so callbacks can’t be changed.')).toBeTruthy()
  for (const name of ['Save', 'Send a test', 'New secret'])
    expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true)
})

describe('NX-440 endpoints', () => {
  beforeEach(() => {
    const warehouse = { ...callbacks.endpoint!, id: 'whe_1', name: 'Warehouse', url: 'https://wh.example/x' }
    callbacks.endpoints = [
      { ...warehouse, state: 'off', offReason: 'gone', offAt: '2026-11-19T14:07:00Z', missed: 214 },
    ]
    callbacks.endpoint = { ...callbacks.endpoint!, name: 'ERP', waiting: 2 }
  })

  test('NX-440 NX-438 one that a new device saved says when it starts, and what waits until then', async () => {
    callbacks.endpoint = { ...callbacks.endpoint!, startsAt: '2026-11-20T14:07:00Z' }
    renderPage()
    expect(
      await screen.findByText(/Starts on 20 Nov, 14:07, because .* a new device.* 2 callbacks wait/),
    ).toBeTruthy()
  })

  test('NX-440 are listed with what waits and what they missed, and events have a result for each', async () => {
    events = [
      {
        ...DELIVERED,
        deliveries: [
          SUCCESS,
          { ...SUCCESS, endpointId: 'whe_1', state: 'off', attempts: 0, lastAttempt: null },
        ],
      },
    ]
    renderPage()
    const list = (await screen.findByRole('heading', { name: /^Endpoints 2 of 5/ })).closest('section')!
    const [erp, warehouse] = within(list).getAllByRole('listitem')
    expect(erp!.textContent).toMatch(/ERP.*erp\.example.*2026-12, JSON.*all events.*2 callbacks wait/)
    expect(warehouse!.textContent).toMatch(
      /Warehouse.*wh\.example.*Turned off on 19 November: it answered 410 Gone\. 214 events weren’t delivered\./,
    )
    expect(within(erp!).queryByRole('button', { name: 'Catch up' })).toBeNull()
    expect((await row('4711-2077')).textContent).toMatch(/ERP.*Delivered.*200.*Warehouse.*Turned off/)
    await press('Details of order.changed 4711-2077')
    await press('Replay order.changed 4711-2077, Warehouse')
    await expect.poll(() => calls.at(-1)).toEqual(['POST callbacks/v1/events/msg_1/replay', undefined])
  })

  test('NX-440 ‘Catch up’ says how many events about how many subjects before it turns on and sends', async () => {
    renderPage()
    await press('Catch up')
    const dialog = await screen.findByRole('dialog', { name: 'Catch up Warehouse' })
    expect(
      await within(dialog).findByText(
        'It missed 214 events about 64 orders, invoices and files. We’ll send 64 callbacks.',
      ),
    ).toBeTruthy()
    const recoveries = 'POST callbacks/v1/endpoints/whe_1/recoveries'
    const since = '2026-11-19T14:07:00Z'
    expect(calls).toEqual([[recoveries, { since, dryRun: true }]])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Turn on and send 64' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(calls.slice(1)).toEqual([
      ['POST callbacks/v1/endpoints/whe_1/enable', undefined],
      [recoveries, { since }],
    ])
  })

  test('NX-440 one is added with name and address, and removed after a question', async () => {
    renderPage()
    await press('Add an endpoint')
    const dialog = await screen.findByRole('dialog', { name: 'Add an endpoint' })
    const type = (name: string, value: string) =>
      fireEvent.change(within(dialog).getByRole('textbox', { name }), { target: { value } })
    type('Name', 'Reporting')
    type('Callback URL', 'reports.example')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(
      await within(dialog).findByText('Please enter an address that starts with https:// or http://'),
    ).toBeTruthy()
    type('Callback URL', 'https://reports.example/hooks')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(calls).toEqual([
      [
        'POST callbacks/v1/endpoints',
        {
          name: 'Reporting',
          url: 'https://reports.example/hooks',
          format: 'JSON',
          version: '2026-12',
          events: null,
        },
      ],
    ])
    await press('Actions for Warehouse')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    const question = await screen.findByRole('alertdialog', { name: 'Warehouse' })
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    await expect.poll(() => screen.queryByText('Warehouse')).toBeNull()
    expect(calls.at(-1)).toEqual(['DELETE callbacks/v1/endpoints/whe_1', undefined])
  })
})
