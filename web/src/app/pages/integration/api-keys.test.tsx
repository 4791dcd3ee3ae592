// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiKey, ApiKeyCall } from '#contract/api-keys.ts'
import { STEP_UP_ERROR } from '#contract/errors.ts'
import { CancelledCall } from '#web/platform/http/cancelled-call.ts'
import { answerCalls, configureCalls, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens, signIn } from '../../screens.testing.tsx'
import { CUSTOMER } from '../settings/settings.testing.tsx'
import { IntegrationPage } from './integration-page.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
const KEY = 'ksk_test_4vT8mQxL2nR7cWzK9pYdB3sHfJ6gA1eU5tNq9fQ2'
const keyForTests = (more: Partial<ApiKey> = {}): ApiKey => ({
  id: '0b0d8e0e-3f0b-4b57-8f0a-6d0e3c1a9b01',
  name: 'ERP live',
  hint: '9fQ2',
  scopes: ['orders:read', 'invoices:read'],
  createdAt: fromNow(-10 * DAY),
  expiresAt: fromNow(355 * DAY),
  lastUsedAt: fromNow(-4 * MINUTE - 1000),
  lastUsedFrom: '203.0.113.x',
  networks: [],
  replacedBy: null,
  state: 'active',
  ...more,
})
const callForTests = (status: number, id: string): ApiKeyCall => ({
  id: `0b0d8e0e-3f0b-4b57-8f0a-6d0e3c1a9c0${id}`,
  at: '2026-11-22T11:46:00Z',
  key: { id: keyForTests().id, name: 'ERP live' },
  method: 'GET',
  path: status === 403 ? '/api/customers/customers/me' : '/api/orders/v1/superorders/4711-2077',
  status,
  network: '203.0.113.x',
})

let keys: ApiKey[]
let calls: ApiKeyCall[]
let status: 'Active' | 'Blocked'
/** Calls that change something, with their bodies. */
let changes: [string, unknown][]
let refusals: Record<string, Response>
beforeEach(() => {
  keys = [keyForTests()]
  calls = [callForTests(200, '1'), callForTests(403, '2')]
  status = 'Active'
  changes = []
  refusals = {}
  answerCalls(({ method, path, query, body }) => {
    const name = `${method} ${path.replace('/api/', '')}`
    if (method !== 'GET') changes.push([name, body])
    if (refusals[name]) return refusals[name]
    if (name === 'GET api-keys/v1/keys') return Response.json({ keys })
    if (name === 'GET api-keys/v1/calls') {
      const shown = query.get('refused') ? calls.filter(each => each.status === 403) : calls
      return Response.json({ calls: shown, total: calls.length, refused: 1, cursor: null })
    }
    if (method === 'POST') {
      const created = keyForTests({ id: '0b0d8e0e-3f0b-4b57-8f0a-6d0e3c1a9b02', ...body })
      keys = [created, ...keys]
      return Response.json({ key: KEY, previousExpiresAt: fromNow(DAY), ...created }, { status: 201 })
    }
    if (method === 'DELETE') {
      keys = keys.map(key => ({ ...key, state: 'ended' as const }))
      return new Response(null, { status: 204 })
    }
    if (method === 'PATCH') {
      keys = keys.map(key => ({ ...key, ...body }))
      return Response.json(keys[0])
    }
    const answers: Record<string, unknown> = {
      '/api/callbacks/v1/endpoints': { endpoint: null, endpoints: [] },
      '/api/sftp-access/v1/me': { access: null },
      '/api/callbacks/v1/events': { events: [], total: 0, failed: 0, next: null },
    }
    return Response.json(answers[path] ?? { ...CUSTOMER, status })
  })
})

function renderPage() {
  signIn({ business: true })
  renderScreens(`${PATHS.integration}?tab=keys`, { [PATHS.integration]: IntegrationPage })
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const rowOf = async (name: string) =>
  (await screen.findByText(name, { selector: 'td > span' })).closest('tr')!
async function choose(action: string, key = 'ERP live') {
  await press(`Actions for ${key}`)
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole(action === 'End key' ? 'alertdialog' : 'dialog')
}

test('NX-344 the list shows scopes, last use with network, and end', async () => {
  keys = [
    keyForTests(),
    keyForTests({
      id: '0b0d8e0e-3f0b-4b57-8f0a-6d0e3c1a9b03',
      name: 'Reporting',
      hint: 'b7Xa',
      lastUsedAt: null,
      lastUsedFrom: null,
      expiresAt: fromNow(9.5 * DAY),
    }),
    keyForTests({
      id: '0b0d8e0e-3f0b-4b57-8f0a-6d0e3c1a9b04',
      hint: 'Zt01',
      replacedBy: keyForTests().id,
      expiresAt: fromNow(12.5 * 60 * MINUTE),
    }),
    keyForTests({ id: '0b0d8e0e-3f0b-4b57-8f0a-6d0e3c1a9b05', name: 'Old', state: 'ended' }),
  ]
  renderPage()
  expect((await rowOf('ERP live')).textContent).toMatch(
    /ksk_test_…9fQ2.*orders:read.*invoices:read.*4 minutes ago.*203\.0\.113\.x/,
  )
  expect((await rowOf('Reporting')).textContent).toMatch(/Never.*in (9|10) days/)
  expect((await rowOf('ERP live, before')).textContent).toMatch(/ends (in 1 day|today at \d\d:\d\d)/)
  expect((await rowOf('Old')).textContent).toMatch(/Ended/)
  expect(screen.queryByRole('button', { name: 'Actions for Old' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'API keys 3' })).toBeTruthy()
})

test('NX-341 a key is created with name, scopes, end and networks; what is missing is said', async () => {
  renderPage()
  await press('Create a key')
  const dialog = await screen.findByRole('dialog', { name: 'Create an API key' })
  const { getByRole, getAllByRole, findAllByText } = within(dialog)
  expect(getAllByRole('checkbox', { checked: true })).toHaveLength(2)
  for (const box of getAllByRole('checkbox', { checked: true })) fireEvent.click(box)
  fireEvent.change(getByRole('textbox', { name: /Allowed networks/ }), {
    target: { value: '10.0.0.0/8 office' },
  })
  await press('Create key')
  // Each at its field, and in the summary of several.
  expect(await findAllByText('Please enter a name')).toHaveLength(2)
  expect(await findAllByText('Please choose at least one')).toHaveLength(2)
  expect(await findAllByText(/Please enter addresses such as 203\.0\.113\.7/)).toHaveLength(2)
  expect(changes).toEqual([])
  fireEvent.change(getByRole('textbox', { name: 'Name' }), { target: { value: ' CRM ' } })
  fireEvent.change(getByRole('textbox', { name: /Allowed networks/ }), {
    target: { value: '10.0.0.0/8\n192.0.2.9' },
  })
  fireEvent.click(getByRole('checkbox', { name: /PDFs of products/ }))
  fireEvent.click(getByRole('radio', { name: '90 days' }))
  await press('Create key')
  expect(await screen.findByText(KEY)).toBeTruthy()
  expect(changes).toEqual([
    [
      'POST api-keys/v1/keys',
      { name: 'CRM', scopes: ['product-files:read'], days: 90, networks: ['10.0.0.0/8', '192.0.2.9'] },
    ],
  ])
})

test('NX-341 a key is shown once, and the dialog asks before it closes without a copy', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  renderPage()
  await press('Create a key')
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'CRM' } })
  await press('Create key')
  expect(await screen.findByText(KEY)).toBeTruthy()
  // The example does not have the key, because it may end in a chat.
  expect(screen.getByText(/^curl http/).textContent).toContain('"Authorization: Bearer ksk_test_…"')
  await press('Done')
  const question = await screen.findByRole('alertdialog', { name: 'Close without copying?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText(KEY)).toBeTruthy()
  await press('Copy')
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(writeText.mock.calls).toEqual([[KEY]])
  await press('Done')
  await expect.poll(() => screen.queryByText(KEY)).toBeNull()
  expect((await rowOf('CRM')).textContent).not.toContain(KEY)
  vi.unstubAllGlobals()
})

test('NX-345 a key is replaced with an overlap of none, a day or a week, and once', async () => {
  renderPage()
  const dialog = await choose('Replace')
  expect(within(dialog).getAllByRole('radio')).toHaveLength(3)
  expect(within(dialog).getByRole('radio', { name: /24 hours/, checked: true })).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('radio', { name: /7 days.*until/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Replace' }))
  expect(await screen.findByText(KEY)).toBeTruthy()
  expect(changes).toEqual([[`POST api-keys/v1/keys/${keyForTests().id}/replace`, { overlapHours: 168 }]])
  cleanup()
  keys = [keyForTests({ replacedBy: '0b0d8e0e-3f0b-4b57-8f0a-6d0e3c1a9b09' })]
  renderPage()
  await press('Actions for ERP live, before')
  const item = await screen.findByRole('menuitem', { name: /Replace/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.textContent).toContain('This key has been replaced.')
})

test('NX-307 a question that the customer closes leaves the dialog as it was', async () => {
  refusals[`POST api-keys/v1/keys/${keyForTests().id}/replace`] = refusal(
    401,
    { code: 'step-up-required' },
    { 'www-authenticate': `Bearer error="${STEP_UP_ERROR}"` },
  )
  const answerStepUp = vi.fn(async () => {
    throw new CancelledCall('cancelled')
  })
  configureCalls({ loadStepUp: async () => ({ answerStepUp }) })
  renderPage()
  const dialog = await choose('Replace')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Replace' }))
  await expect.poll(() => answerStepUp.mock.calls.length).toBe(1)
  await expect
    .poll(() => within(dialog).getByRole('button', { name: 'Replace' }).getAttribute('aria-busy'))
    .toBeNull()
  expect(within(dialog).queryByRole('alert')).toBeNull()
})

test('NX-342 a key is ended after a question; a failure is said', async () => {
  refusals[`DELETE api-keys/v1/keys/${keyForTests().id}`] = refusal(500)
  renderPage()
  const dialog = await choose('End key')
  fireEvent.click(within(dialog).getByRole('button', { name: 'End key' }))
  expect(await within(dialog).findByText('The key couldn’t be ended. Please try again.')).toBeTruthy()
  refusals = {}
  fireEvent.click(within(dialog).getByRole('button', { name: 'End key' }))
  expect(await screen.findByText('‘ERP live’ has ended')).toBeTruthy()
  await expect.poll(async () => (await rowOf('ERP live')).textContent).toContain('Ended')
})

test('NX-341 name and networks of a key are changed', async () => {
  keys = [keyForTests({ networks: ['10.0.0.0/8'] })]
  renderPage()
  const dialog = await choose('Name and networks')
  const networks = within(dialog).getByRole('textbox', { name: /Allowed networks/ }) as HTMLTextAreaElement
  expect(networks.value).toBe('10.0.0.0/8')
  fireEvent.change(networks, { target: { value: '' } })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'ERP two' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('ERP two')).toBeTruthy()
  expect(changes).toEqual([[`PATCH api-keys/v1/keys/${keyForTests().id}`, { name: 'ERP two', networks: [] }]])
})

test.each([
  [409, 'too-many-keys', 'You have 20 keys. Please end one first.'],
  [429, undefined, 'You’ve created ten keys in an hour. Please try again later.'],
  [500, undefined, 'The key couldn’t be created. Please try again.'],
])('NX-341 a refusal with %i %s is explained, and what was entered stays', async (code, reason, words) => {
  refusals['POST api-keys/v1/keys'] = refusal(code, { reason })
  renderPage()
  await press('Create a key')
  const name = (await screen.findByRole('textbox', { name: 'Name' })) as HTMLInputElement
  fireEvent.change(name, { target: { value: 'CRM' } })
  await press('Create key')
  expect(await screen.findByText(words)).toBeTruthy()
  expect(name.value).toBe('CRM')
})

test('NX-346 calls are listed with key, time and answer, and the refused ones alone', async () => {
  renderPage()
  const refused = (await screen.findByText('GET /api/customers/customers/me')).closest('tr')!
  expect(refused.textContent).toMatch(/ERP live22 Nov, 11:46203\.0\.113\.x403/)
  expect(screen.getByRole('heading', { name: 'Calls 2 in 30 days' })).toBeTruthy()
  await press('Refused 1')
  await expect.poll(() => screen.queryByText(/superorders\/4711-2077/)).toBeNull()
  expect(await screen.findByText('GET /api/customers/customers/me')).toBeTruthy()
})

test('NX-341 a blocked business sees its keys and creates none; without keys the page says what they are for', async () => {
  status = 'Blocked'
  renderPage()
  await rowOf('ERP live')
  expect((screen.getByRole('button', { name: 'Create a key' }) as HTMLButtonElement).disabled).toBe(true)
  cleanup()
  keys = []
  calls = []
  renderPage()
  expect(await screen.findByText(/No API keys yet/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /Calls/ })).toBeNull()
})
