// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallbackEndpoint, SigningSecret } from '#contract/callbacks.ts'
import type { Customer } from '#contract/customers.ts'
import { endpointForTests } from '#web/domains/callbacks/callbacks.testing.ts'
import { CallbackSettings, CallbacksContent } from '#web/domains/callbacks/index.ts'
import { answerCalls, type ReceivedCall, refusal } from '#web/platform/http/http.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { signIn } from '../../screens.testing.tsx'
import { CUSTOMER as CONSUMER } from '../settings/settings.testing.tsx'

const NOW = Date.parse('2026-11-22T11:50:00Z')
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString()
const NEWEST: SigningSecret = { id: 'sec_3', hint: '3fQk', createdAt: at(0), expiresAt: null, shown: true }
const PREVIOUS: SigningSecret = {
  ...NEWEST,
  id: 'sec_2',
  hint: 'b7Xa',
  createdAt: at(-3),
  expiresAt: at(23.5),
}
const EARLIEST: SigningSecret = { ...NEWEST, id: 'sec_1', hint: 'Zt01', createdAt: at(-99), expiresAt: at(9) }

let endpoint: CallbackEndpoint
let calls: [string, unknown][]
let refused: Record<string, { status?: number; reason?: string }>
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  endpoint = endpointForTests({ secrets: [NEWEST, PREVIOUS] })
  calls = []
  refused = {}
  answerCalls(answer)
})

const CUSTOMER: Customer = {
  ...CONSUMER,
  status: 'Active',
  ftp: { callbackUrl: 'https://erp.example/keepsake', callbackFormat: 'JSON' },
}

/** The services behind the page. */
function answer({ method, path, body }: ReceivedCall): Response {
  const name = `${method} ${path.replace('/api/', '')}`
  if (method !== 'GET') calls.push([name, body])
  const { status, ...reason } = refused[name] ?? {}
  if (status) return refusal(status, reason)
  if (name === 'POST callbacks/v1/secret') {
    const previous = body.overlapHours === 0 ? [] : [{ ...endpoint.secrets![0]!, expiresAt: at(24) }]
    const created = { ...NEWEST, id: 'sec_4', hint: '_new' }
    endpoint = {
      ...endpoint,
      secrets: [created, ...(endpoint.secrets![0]!.shown ? previous : []), ...endpoint.secrets!.slice(1)],
    }
    return Response.json({ secret: 'whsec_new', previousValidUntil: null }, { status: 201 })
  }
  if (name.startsWith('DELETE callbacks/v1/secrets/')) {
    endpoint = { ...endpoint, secrets: endpoint.secrets!.filter(({ id }) => !name.endsWith(id)) }
    return new Response(null, { status: 204 })
  }
  if (name === 'PATCH callbacks/v1/endpoints/default') {
    endpoint = { ...endpoint, ...body }
    return Response.json(endpoint)
  }
  if (name === 'PATCH customers/customers/me') return Response.json({ ...CUSTOMER, ...body })
  return Response.json({ endpoint, endpoints: [endpoint] })
}

function renderSettings(customer: Customer = CUSTOMER) {
  signIn({ business: true })
  renderElement(
    <CallbacksContent>
      {callbacks => <CallbackSettings callbacks={callbacks} customer={customer} />}
    </CallbacksContent>,
  )
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const listRows = async () =>
  within(await screen.findByRole('region', { name: 'Signing secrets' })).getAllByRole('listitem')

describe('NX-352 the secrets of callbacks', () => {
  test('NX-352 RV-868 each is shown with its end and the time that is left', async () => {
    endpoint.secrets = [NEWEST, PREVIOUS, EARLIEST]
    renderSettings()
    const rows = await listRows()
    expect(rows.map(row => row.textContent)).toEqual([
      'whsec_…3fQkSigns since 22 Nov, 11:50',
      'whsec_…b7XaSigns as well until 23 Nov, 11:20 (23 hrs 30 mins)End now',
      'whsec_…Zt01Signs as well until 22 Nov, 20:50 (9 hrs)End now',
    ])
    const bars = screen.getAllByRole('progressbar', { name: 'Time left' })
    // Of the time since its replacement: 23.5 of 23.5 hours, 9 of 12.
    expect(bars.map(bar => bar.getAttribute('aria-valuenow'))).toEqual(['100', '75'])
  })

  test.each([
    [24 - 1 / 60, '23 hrs 59 mins'],
    [24, '1 day'],
    [25, '1 day 1 hr'],
  ])('NX-352 %d hours that are left are %s', async (hours, left) => {
    endpoint.secrets = [NEWEST, { ...PREVIOUS, expiresAt: at(hours) }]
    renderSettings()
    const [, previous] = await listRows()
    expect(previous!.textContent).toContain(`(${left})`)
  })

  test('NX-352 a new one is shown once, and the one before signs as long as was chosen', async () => {
    renderSettings()
    await press('New secret')
    const dialog = await screen.findByRole('dialog', { name: 'New signing secret' })
    expect(dialog.textContent).toContain('Signs as well for 24 hours, until 23 Nov, 11:50')
    expect(dialog.textContent).toContain('Unchanged: until 23 Nov, 11:20')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change how long it signs as well' }))
    const overlap = within(dialog).getByRole('combobox', { name: 'Change how long it signs as well' })
    fireEvent.change(overlap, { target: { value: '168' } })
    expect(dialog.textContent).toContain('Signs as well for 7 days, until 29 Nov, 11:50')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create secret' }))
    expect(await screen.findByText('whsec_new')).toBeTruthy()
    expect(screen.getByText('Copy your signing secret now. It won’t be shown again.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy Signing secret' }))
    expect(calls).toEqual([['POST callbacks/v1/secret', { overlapHours: 168 }]])
    expect((await listRows()).map(row => row.textContent?.slice(0, 11))).toEqual([
      'whsec_newCo',
      'whsec_…3fQk',
      'whsec_…b7Xa',
    ])
  })

  test('NX-352 the first one is made and shown without a question', async () => {
    endpoint.secrets = [{ ...NEWEST, shown: false }]
    renderSettings()
    expect(screen.queryByRole('button', { name: 'New secret' })).toBeNull()
    await press('Show')
    expect(await screen.findByText('whsec_new')).toBeTruthy()
    expect(await listRows()).toHaveLength(1)
  })

  test('NX-352 with three a fourth waits for an end, or the newest ends at once', async () => {
    endpoint.secrets = [NEWEST, PREVIOUS, EARLIEST]
    renderSettings()
    await press('New secret')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Three secrets sign already; the next one ends 22 Nov, 20:50.')
    const create = within(dialog).getByRole('button', { name: 'Create secret' }) as HTMLButtonElement
    expect(create.disabled).toBe(true)
    fireEvent.change(within(dialog).getByRole('combobox'), { target: { value: '0' } })
    expect(dialog.textContent).not.toContain('Three secrets')
    fireEvent.click(create)
    expect(await screen.findByText('whsec_new')).toBeTruthy()
    expect(calls).toEqual([['POST callbacks/v1/secret', { overlapHours: 0 }]])
  })

  test('NX-352 secrets that another window has created meanwhile are said by their ends', async () => {
    renderSettings()
    await press('New secret')
    const dialog = await screen.findByRole('dialog')
    endpoint = { ...endpoint, secrets: [NEWEST, PREVIOUS, EARLIEST] }
    refused['POST callbacks/v1/secret'] = { status: 409, reason: 'too-many-secrets' }
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create secret' }))
    expect(await within(dialog).findByText(/Three secrets sign already/)).toBeTruthy()
  })

  test('NX-352 an earlier one ends at once; the focus goes on to the next button', async () => {
    renderSettings()
    await press('End whsec_…b7Xa now')
    await expect.poll(async () => (await listRows()).length).toBe(1)
    expect(calls).toEqual([['DELETE callbacks/v1/secrets/sec_2', undefined]])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New secret' }))
  })

  test('NX-352 it asks before where callbacks have failed in the last 24 hours', async () => {
    endpoint.hasRecentFailures = true
    renderSettings()
    await press('End whsec_…b7Xa now')
    const question = await screen.findByRole('alertdialog', { name: 'End this secret now?' })
    expect(question.textContent).toContain('still checks them with whsec_…b7Xa')
    expect(calls).toEqual([])
    // It has ended by itself.
    refused['DELETE callbacks/v1/secrets/sec_2'] = { status: 404 }
    endpoint = { ...endpoint, secrets: [NEWEST] }
    fireEvent.click(within(question).getByRole('button', { name: 'End now' }))
    await expect.poll(async () => (await listRows()).length).toBe(1)
  })

  test('NX-352 a blocked business makes no secret, and may end one', async () => {
    renderSettings({ ...CUSTOMER, status: 'Blocked' })
    const add = (await screen.findByRole('button', { name: 'New secret' })) as HTMLButtonElement
    expect(add.disabled).toBe(true)
    await press('End whsec_…b7Xa now')
    await expect.poll(async () => (await listRows()).length).toBe(1)
  })
})

describe('NX-354 version and events', () => {
  const getEvents = async () =>
    within(await screen.findByRole('group', { name: 'Events' }))
      .getAllByRole('checkbox')
      .map(box => [(box as HTMLInputElement).labels![0]!.textContent, (box as HTMLInputElement).checked])

  test('NX-354 without a choice all are chosen; a choice is saved with the address', async () => {
    renderSettings()
    expect(await getEvents()).toEqual([
      ['order.changed', true],
      ['invoice.ready', true],
      ['order-file.accepted', true],
      ['order-file.refused', true],
      ['product-file.ready', true],
      ['api-key.expiring', true],
    ])
    fireEvent.click(screen.getByRole('checkbox', { name: 'product-file.ready' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'api-key.expiring' }))
    await press('Save')
    const events = ['order.changed', 'invoice.ready', 'order-file.accepted', 'order-file.refused']
    await expect
      .poll(() => calls.at(-1))
      .toEqual(['PATCH callbacks/v1/endpoints/default', { version: '2026-12', events }])
    expect(calls.map(([name]) => name)).toEqual([
      'PATCH customers/customers/me',
      'PATCH callbacks/v1/endpoints/default',
    ])
  })

  test('NX-353 an endpoint of version 1 has its two events and its schema, and gets the later ones with 2026-12', async () => {
    endpoint = { ...endpoint, version: '1' }
    renderSettings({ ...CUSTOMER, ftp: { ...CUSTOMER.ftp!, callbackFormat: 'XML' } })
    expect((await getEvents()).map(([type]) => type)).toEqual(['order.changed', 'invoice.ready'])
    const link = () => screen.getByRole('link', { name: 'XML schema' }).getAttribute('href')
    expect(link()).toBe('/api/callbacks/callback.xsd')
    fireEvent.change(screen.getByRole('combobox', { name: 'Version' }), { target: { value: '2026-12' } })
    expect(await getEvents()).toHaveLength(6)
    expect(link()).toBe('/api/callbacks/callback-2.xsd')
    await press('Save')
    await expect
      .poll(() => calls.at(-1))
      .toEqual(['PATCH callbacks/v1/endpoints/default', { version: '2026-12', events: null }])
  })

  test('NX-354 what did not change is not saved again', async () => {
    endpoint = { ...endpoint, events: ['order.changed'] }
    renderSettings()
    expect((await getEvents()).filter(([, isChosen]) => isChosen)).toEqual([['order.changed', true]])
    await press('Save')
    await expect.poll(() => calls.length).toBe(1)
    expect(calls[0]![0]).toBe('PATCH customers/customers/me')
  })
})
