// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { DeleteAccountCard } from '#web/domains/closures/index.ts'
import { fakeServer } from '#web/domains/confirmations/confirmations.testing.tsx'
import { NewsletterRow } from '#web/domains/subscriptions/index.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { DeleteAccountPage } from './form-pages.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const claims = { sub: 'anna', email: 'anna@example.com', idpType: 'keepsake', idpSub: 'anna', amr: [] }
vi.mock('#web/platform/session/page-session.ts', () => ({
  useClaims: () => claims,
  useSession: () => ({ status: 'signed-in', claims }),
}))

const PREVIEW = {
  graceDays: 21,
  photos: 2418,
  albums: 17,
  projects: 12,
  widgets: 3,
  bytes: 10_093_173_145,
  orders: 14,
  invoices: 2,
  openOrders: [
    { code: '4711-2140', status: 'Confirmed', matter: 'order' },
    {
      code: '4711-1988',
      status: 'paymentPending',
      matter: 'payment',
      paymentExpiresAt: '2026-11-23T12:00:00Z',
    },
    { code: '4711-1', status: 'paymentFailed', matter: 'payment' },
    { code: '4711-2', status: 'on_hold', matter: 'answer' },
    { code: '4711-3', status: 'Dispatched', matter: 'retailer' },
    { code: '4711-4', status: 'Dispatched', matter: 'withdrawal' },
    { code: '4711-5', status: 'Cancelled', matter: 'parcel' },
  ],
}
const READ = 'GET /api/account/closures/preview'
const REQUEST = 'POST /api/account/v2/identities/keepsake/anna/deleteaccount'

let server: ReturnType<typeof fakeServer>
let preview: object
let request: () => Response
const bodies: unknown[] = []
beforeEach(() => {
  setHostFlags({ PhotoManagementPhotoExportEnabled: true })
  preview = PREVIEW
  request = () => Response.json({ linkExpires: '2026-11-23T12:00:00Z' }, { status: 202 })
  bodies.length = 0
  server = fakeServer({
    [READ]: () => Response.json(preview),
    [REQUEST]: body => {
      bodies.push(body)
      return request()
    },
  })
})

const open = () => renderScreens(PATHS.deleteAccount, { [PATHS.deleteAccount]: DeleteAccountPage })
const list = async (name: string) => within(await screen.findByRole('region', { name }))
const type = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Type DELETE to continue' }), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Email me the link' }))

describe('AA-041 OP-59 the deletion page', () => {
  test('AA-041 OP-59 RV-1065 names what is deleted, what stays and what is still to come of orders', async () => {
    open()
    const deleted = await list('What we delete')
    expect(deleted.getByText('2,418 photos')).toBeTruthy()
    expect(deleted.getByText(/and 17 albums/)).toBeTruthy()
    expect(deleted.getByText('12 saved projects')).toBeTruthy()
    expect(deleted.getByText('3 widgets')).toBeTruthy()
    expect(deleted.getByText('their links stop working')).toBeTruthy()
    expect(deleted.getByText('Your sign-in')).toBeTruthy()
    const stays = await list('What stays')
    expect(stays.getByText('Your 14 orders')).toBeTruthy()
    expect(stays.getByText('Your 2 invoices')).toBeTruthy()
    expect(stays.getAllByText(/no name or address/)).toHaveLength(2)
    const orders = await list('Still in progress')
    expect(orders.getByText('Order 4711-2140')).toBeTruthy()
    expect(orders.getByText('Ordered. It will still be delivered.')).toBeTruthy()
    expect(
      orders.getByText('Awaiting payment. It will be cancelled if it isn’t paid by 23 November.'),
    ).toBeTruthy()
    const facts = orders.getAllByRole('listitem').map(item => item.lastChild!.textContent)
    expect(facts.slice(2)).toEqual([
      'Payment failed. It will be cancelled if it isn’t paid.',
      'On hold. We’re waiting for your answer; please give it before you delete your account.',
      'Sent. Something about it is still open with customer care.',
      'Sent. Your withdrawal is still being handled.',
      'Cancelled. No delivery has been reported yet.',
    ])
    expect(screen.getByText(/21 days after that/)).toBeTruthy()
    expect(screen.getByText('2,418 photos and 17 albums, 9.4 GB in all')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Export photos' })).toBeTruthy()
  })

  test('AA-041 leaves out orders, albums and the export where there are none', async () => {
    const none = { photos: 0, albums: 0, projects: 0, widgets: 0, bytes: 0, orders: 0, invoices: 0 }
    preview = { ...PREVIEW, ...none, openOrders: [] }
    open()
    await list('What stays')
    expect(screen.queryByText(/project|widget/)).toBeNull()
    expect(screen.queryByText('0 photos')).toBeNull()
    expect(screen.queryByText(/Your .*order/)).toBeNull()
    expect(screen.queryByRole('region', { name: 'Still in progress' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Export photos' })).toBeNull()
    cleanup()
    preview = { ...PREVIEW, photos: 5, albums: 0, bytes: 4_900_000 }
    open()
    const deleted = await list('What we delete')
    expect(deleted.getByText('others can no longer see what you’ve shared')).toBeTruthy()
    expect(screen.getByText('5 photos, 4.7 MB in all')).toBeTruthy()
  })

  test.each([
    [60, '60 photos in your archive'],
    [null, 'The photos in your archive'],
  ])('AA-041 %j photos in the archive are named', async (archivePhotos, title) => {
    preview = { ...PREVIEW, photos: 0, albums: 0, bytes: 0, archivePhotos }
    open()
    const deleted = await list('What we delete')
    expect(deleted.getByText(title)).toBeTruthy()
    expect(deleted.queryByText('0 photos')).toBeNull()
  })

  test('AA-041 requests the link once the word is typed, in any case, and tells to look into the mail', async () => {
    open()
    await list('What stays')
    submit()
    type('DELET')
    submit()
    fireEvent.submit(screen.getByRole('textbox').closest('form')!)
    await act(() => new Promise(resolve => setTimeout(resolve, 20)))
    expect(bodies).toEqual([])
    type(' delete ')
    submit()
    const sent = await screen.findByRole('heading', { name: 'We’ve sent you an email to confirm.' })
    expect(bodies).toEqual([{ channel: 'KEEPSAKE-GB' }])
    expect(document.activeElement).toBe(sent)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  })

  test('AA-041 the link can be sent again after a minute', async () => {
    open()
    await list('What stays')
    type('DELETE')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    submit()
    await screen.findByRole('heading', { name: 'We’ve sent you an email to confirm.' })
    await act(() => vi.advanceTimersByTimeAsync(45_000))
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    const again = await screen.findByRole('button', { name: 'Send again' })
    // RV-832: a double click sends one email.
    act(() => {
      again.click()
      again.click()
    })
    await waitFor(() => expect(bodies).toHaveLength(2))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull())
  })

  test.each([
    [429, '181', /Please wait 4 minutes/],
    [429, '180', /Please wait 3 minutes/],
    [429, '121', /Please wait 3 minutes/],
    [500, '180', /couldn’t be sent/],
  ])(
    'AA-041 AA-051 %i with %s s is explained, and what was typed stays',
    async (status, seconds, message) => {
      request = () => refusal(status, {}, { 'retry-after': seconds })
      open()
      await list('What stays')
      type('DELETE')
      submit()
      const alert = (await screen.findByRole('alert')).textContent
      expect(alert).toMatch(message)
      // The second request within a minute is refused already.
      expect(alert).not.toContain('several times')
      expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('DELETE')
    },
  )

  test('AA-041 is reached from the settings; a failed load can be repeated', async () => {
    renderScreens('/', { '/': DeleteAccountCard })
    const link = await screen.findByRole('link', { name: 'Delete account' })
    expect(link.getAttribute('href')).toBe('/settings/delete-account')
    cleanup()
    let fails = true
    server = fakeServer({ [READ]: () => (fails ? refusal(500) : Response.json(PREVIEW)) })
    open()
    await screen.findByRole('alert')
    fails = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await list('What we delete')
  })
})

describe('the newsletter in the settings', () => {
  const ME = '/api/subscriptions/me'

  function subscription(initial: { state: string; since: string | null }) {
    let current = initial
    let isFailing = false
    server = fakeServer({
      [`GET ${ME}`]: () => Response.json(current),
      [`POST ${ME}`]: () => {
        if (isFailing) return refusal(500)
        current = { state: 'requested', since: '2026-11-22T10:00:00Z' }
        return Response.json(current, { status: 202 })
      },
      [`DELETE ${ME}`]: () => {
        current = { state: 'withdrawn', since: '2026-11-22T10:00:00Z' }
        return new Response(null, { status: 204 })
      },
    })
    renderScreens('/', { '/': NewsletterRow })
    return { fail: () => (isFailing = true) }
  }
  const toggle = () => screen.findByRole('switch', { name: 'Newsletter' })

  test('asks for a confirmation when it is switched on', async () => {
    subscription({ state: 'none', since: null })
    expect((await toggle()).getAttribute('aria-checked')).toBe('false')
    screen.getByText('Not subscribed')
    fireEvent.click(await toggle())
    await screen.findByText('We’ve sent you an email to confirm.')
    expect(screen.queryByRole('switch')).toBeNull()
  })

  test('RV-837 while it waits, the email is sent again or the request is cancelled', async () => {
    subscription({ state: 'requested', since: '2026-11-22T10:00:00Z' })
    fireEvent.click(await screen.findByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(server.calls).toContain(`POST ${ME}`))
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByText('Not subscribed')
    expect((await toggle()).getAttribute('aria-checked')).toBe('false')
  })

  test('RV-837 pressed on, off and on while the first is being saved it sends one request; the last choice wins', async () => {
    subscription({ state: 'none', since: null })
    const button = await toggle()
    for (let press = 0; press < 3; press++) fireEvent.click(button)
    await screen.findByRole('button', { name: 'Send again' })
    expect(server.calls.filter(each => !each.startsWith('GET'))).toEqual([`POST ${ME}`])
    cleanup()
    subscription({ state: 'none', since: null })
    const other = await toggle()
    for (let press = 0; press < 2; press++) fireEvent.click(other)
    await waitFor(() => expect(server.calls).toContain(`DELETE ${ME}`))
    await screen.findByText('Not subscribed')
    expect((await toggle()).getAttribute('aria-checked')).toBe('false')
  })

  test('shows since when, and is withdrawn at once', async () => {
    subscription({ state: 'confirmed', since: '2026-01-12T10:00:00Z' })
    await screen.findByText('Subscribed since 12 January 2026')
    fireEvent.click(await toggle())
    await screen.findByText('Not subscribed')
    expect(server.calls).toContain(`DELETE ${ME}`)
  })

  test('says when a change could not be saved, and keeps its state', async () => {
    subscription({ state: 'none', since: null }).fail()
    fireEvent.click(await toggle())
    await screen.findByText('Your choice couldn’t be saved. Please try again.')
    expect((await toggle()).getAttribute('aria-checked')).toBe('false')
  })
})
