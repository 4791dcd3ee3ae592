// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ActivityItem } from '#contract/activity.ts'
import type { Deadline } from '#contract/deadline.ts'
import type { JournalEntry } from '#contract/journal.ts'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { entryForTests, itemForTests } from './activity.testing.ts'
import { ActivityList } from './activity-list.tsx'

vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))
vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))
vi.mock('#web/platform/session/page-session.ts', () => ({ useClaims: () => ({ sub: 'owner' }) }))
vi.mock('@tanstack/react-router', async original => ({
  ...(await original<object>()),
  Link: ({ to, params, children }: { to: string; params?: Record<string, string>; children: string }) => (
    <a href={to.replace(/\$(\w+)/, (_, name: string) => params?.[name] ?? '')}>{children}</a>
  ),
}))

const item = itemForTests

/** An item of the journal. */
const entry = (kind: string, { entry = {}, ...more }: ItemOfEntry = {}): ActivityItem =>
  item(kind, { ...more, entry: entryForTests(kind, entry) })
type ItemOfEntry = Omit<Partial<ActivityItem>, 'entry'> & { entry?: Partial<JournalEntry> }

let items: ActivityItem[]
let status: number
let restored: number
let isEndpointOff: boolean
let sent: { path: string; body: unknown }[]
beforeEach(() => {
  items = []
  status = 200
  restored = 500
  isEndpointOff = false
  sent = []
  configureCalls({
    token: async () => 'token',
    fetch: async (input, init) => {
      const path = String(input)
      if (path.endsWith('/activity'))
        return Response.json(status === 200 ? { items } : { code: 'not-found' }, { status })
      sent.push({ path, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) })
      items = []
      if (init?.method === 'PUT') return new Response(null, { status: 204 })
      return Response.json({ restored, hasMore: restored > 0 && sent.length < 2, isEndpointOff })
    },
  })
})

const show = () => renderElement(<ActivityList />)

test('0074 running things first, then what has happened, each with what can be done', async () => {
  items = [
    item('upload', { state: 'running', total: 10, done: 4, problems: 1 }),
    item('download', { name: 'Norway', state: 'failed', total: 3 }),
    item('address-change', { id: 'K-1', state: 'failed' }),
    item('something new'),
  ]
  show()
  await screen.findByRole('heading', { name: 'Upload of 10 files' })
  expect(screen.getAllByRole('heading', { level: 2 }).map(each => each.textContent)).toEqual([
    'In progress',
    'Earlier',
  ])
  expect(screen.getByText(/4 of 10 in your library · 1 not added/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'View receipt' }).getAttribute('href')).toBe(
    '/activity/uploads/id-of-upload',
  )
  expect(screen.getByRole('heading', { name: 'Norway' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Show order' }).getAttribute('href')).toBe('/orders/K-1')
  expect(screen.getAllByText(/Failed/)).toHaveLength(2)
  expect(screen.getByRole('heading', { name: 'Change to your account' })).toBeDefined()
})

test('NX-446 a reading by customer care is named once, and has no way back', async () => {
  const actor = { type: 'care', device: null, network: null, isThisDevice: false, accessId: null }
  items = [entry('case.read', { entry: { actor, undo: 'none' } })]
  show()
  expect(await screen.findByRole('heading', { name: 'Customer care looked at your account' })).toBeDefined()
  expect(screen.queryByText('Customer care')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('RV-817 an interrupted upload is not in progress, and can be continued or closed', async () => {
  items = [item('upload', { state: 'interrupted', total: 10, done: 4 })]
  show()
  await screen.findByText(/Interrupted · 4 of 10 in your library/)
  expect(screen.queryByRole('heading', { name: 'In progress' })).toBeNull()
  expect(await screen.findByRole('button', { name: 'Choose the files' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByRole('heading', { name: 'No activity yet' })
  expect(sent.map(({ path }) => path)).toEqual(['/api/uploads/upload-batches/id-of-upload/closed'])
})

test('0074 mails that bounced, with their subject and what can be done', async () => {
  items = [
    item('mail-bounced', { state: 'failed', name: 'Your photos are kept until 3 June' }),
    item('shared-mail-bounced', { state: 'failed', name: 'Anna wants to show you something' }),
  ]
  show()
  await screen.findByRole('heading', { name: 'An email couldn’t be delivered to you' })
  expect(screen.getByText(/‘Your photos are kept until 3 June’ · Please check your email/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Change email address' }).getAttribute('href')).toBe(
    '/settings/email',
  )
  expect(screen.getByRole('heading', { name: 'Your email couldn’t be delivered' })).toBeDefined()
  expect(screen.getByText(/‘Anna wants to show you something’ · Please check the address/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Widgets' }).getAttribute('href')).toBe('/online-products')
})

test('NX-313 security events say what, on which device, and lead to the page of security', async () => {
  items = [entry('sign-in.new-device'), entry('of.a-later-release', { id: 'later' })]
  show()
  await screen.findByRole('heading', { name: 'Signed in on a new device' })
  expect(screen.getAllByText(/· Chrome on Windows/)).toHaveLength(2)
  expect(screen.getByRole('heading', { name: 'Change to your account' })).toBeDefined()
  const links = screen.getAllByRole('link', { name: 'Sign-in & security' })
  expect(links.map(link => link.getAttribute('href'))).toEqual(['/settings/security', '/settings/security'])
  expect(screen.queryByRole('status')).toBeNull()
})

test('NX-313 a security mail that bounced is a warning above the list', async () => {
  items = [item('security-mail-bounced', { state: 'failed', name: 'Your password was changed' })]
  show()
  const banner = within(await screen.findByRole('status'))
  expect(banner.getByText(/^We couldn’t email you about the security of your account/)).toBeDefined()
  expect(banner.getByRole('link', { name: 'Change email address' }).getAttribute('href')).toBe(
    '/settings/email',
  )
  expect(screen.getByText(/‘Your password was changed’ · Please check your email/)).toBeDefined()
})

test('0081 an upload of which some files were refused is a warning with the counts, one without any photo a failure', async () => {
  items = [
    item('upload', { id: 'a', state: 'failed', total: 12, done: 11, problems: 1 }),
    item('upload', { id: 'b', state: 'failed', total: 2, done: 0, problems: 2 }),
  ]
  show()
  await screen.findByText(/11 of 12 in your library · 1 not added/)
  const icons = screen.getAllByRole('listitem').map(row => row.querySelector('span')!.className)
  expect(icons.map(name => [/warning/.test(name), /critical/.test(name)])).toEqual([
    [true, false],
    [false, true],
  ])
})

test('NX-415 a deletion is undone in steps, and says so', async () => {
  const until = '2026-06-02T10:00:00.000Z' as Deadline
  items = [entry('photos.deleted', { id: 'a', total: 1000, until, entry: { undo: 'possible' } })]
  show()
  await screen.findByRole('heading', { name: '1,000 photos deleted' })
  expect(screen.getByText(/· Chrome on Windows · Can be undone until 2 June 2026/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('heading', { name: 'No activity yet' })
  expect(sent.map(({ path }) => path)).toEqual(Array(2).fill('/api/account/journal/a/undo'))
  await waitFor(() => expect(toasts.current().at(-1)?.text).toBe('1,000 photos restored'))
})

test('NX-427 NX-421 a deletion that waits can be stopped; one that is done says that the photos are gone', async () => {
  const effectiveAt = '2026-05-04T10:00:00.000Z'
  items = [
    entry('photos.erasure-requested', { id: 'a', total: 200, entry: { undo: 'waiting', effectiveAt } }),
    entry('photos.erased', { id: 'b', total: 7, entry: { undo: 'none' } }),
  ]
  show()
  await screen.findByRole('heading', { name: '200 photos to be deleted forever' })
  expect(screen.getByText(/Can be stopped until Monday 4 May at 11:00/)).toBeDefined()
  const erased = screen.getByRole('heading', { name: '7 photos deleted forever' }).closest('li')!
  expect(erased.textContent).toContain('These photos are gone. If you have them elsewhere, add them again.')
  expect(within(erased).queryByRole('link')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Stop it' }))
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/account/journal/a/undo'))
  await waitFor(() =>
    expect(toasts.current().at(-1)?.text).toBe('Stopped. Your photos stay in ‘Recently deleted’.'),
  )
})

test('NX-415 everything that a job brings back is not said to be back', async () => {
  restored = 0
  items = [entry('library.deleted', { id: 'a', total: 1000, entry: { undo: 'possible' } })]
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('heading', { name: 'No activity yet' })
  expect([sent.length, toasts.current()]).toEqual([1, []])
})

test.each([
  [false, 'Undone'],
  [true, 'The address is back. Nothing is sent to it until you turn it on again.'],
])(
  'NX-418 NX-419 the former address of callbacks comes back; of an endpoint that is off: %s',
  async (isOff, said) => {
    restored = 0
    isEndpointOff = isOff
    const change = [{ field: 'address', from: 'https://a.example/in', to: 'https://b.example/in' }]
    items = [entry('callback.address-changed', { id: 'a', entry: { undo: 'possible', change } })]
    show()
    const row = (await screen.findByRole('heading', { name: 'Callback address changed' })).closest('li')!
    expect(row.textContent).toContain('https://a.example/in → https://b.example/in')
    fireEvent.click(within(row).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toasts.current().at(-1)?.text).toBe(said))
  },
)

test('NX-412 NX-413 NX-418 entries say by whom, from what to what, and by whom they were undone', async () => {
  const device = { type: 'device', device: null, network: null, isThisDevice: true, accessId: 'b' }
  const care = { ...device, type: 'care', isThisDevice: false }
  items = [
    entry('address.default-chosen', {
      entry: {
        undo: 'done',
        change: [{ field: 'defaultAddress', from: '12 Rosemary Lane, Bristol', to: '88 Dock Road, Grays' }],
        undone: { entryId: 'x', at: '2026-05-04T09:40:00.000Z', actor: device },
      },
    }),
    entry('payment-method.changed', {
      entry: {
        undo: 'changed-since',
        actor: care,
        change: [{ field: 'paymentMethod', from: 'paypal', to: 'card' }],
      },
    }),
    entry('address.added', {
      entry: { undo: 'over', actor: device, change: [{ field: 'address', from: null, to: '3 Lane, York' }] },
    }),
  ]
  show()
  await screen.findByRole('heading', { name: 'Default address changed' })
  const [moved, paid, added] = screen.getAllByRole('listitem').map(row => row.textContent)
  expect(moved).toContain('12 Rosemary Lane, Bristol → 88 Dock Road, Grays')
  expect(moved).toMatch(/Undone: .*, This deviceUndone$/)
  expect(paid).toContain('· Customer care')
  expect(paid).toContain('PayPal → Credit or debit card')
  expect(paid).toContain('Changed again later. Undo the later change first.')
  expect(added).toMatch(/^Address added.*· This device3 Lane, York$/)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('0074 a push message shows what is new', async () => {
  show()
  await screen.findByRole('heading', { name: 'No activity yet' })
  items = [item('export')]
  push({ type: 'ready' })
  await screen.findByRole('heading', { name: 'Export of your library' })
})

test('0074 a failure can be tried again', async () => {
  status = 404
  show()
  await screen.findByRole('alert')
  status = 200
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'No activity yet' })
})
