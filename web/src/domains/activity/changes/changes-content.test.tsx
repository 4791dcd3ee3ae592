// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DeviceSignIn } from '#contract/devices.ts'
import type { JournalEntry } from '#contract/journal.ts'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { entryForTests as entry } from '../activity.testing.ts'
import { ChangesContent } from './changes-content.tsx'

vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))
vi.mock('@tanstack/react-router', async original => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

const SIGN_IN = '2026-05-03T09:00:00.000Z'
const THIEF = { type: 'device', device: 'Chrome, Windows', network: '146.70.12.x' }
const toActor = (more: Partial<JournalEntry['actor']> = {}) => ({
  ...entry('x').actor,
  ...THIEF,
  accessId: 'thief',
  ...more,
})
const OWN = toActor({ device: 'Safari, Mac', network: '81.2.69.x', isThisDevice: true, accessId: 'own' })

let entries: JournalEntry[]
let review: { waiting: []; lockedAt: string | null; doubted: object | null }
let devices: DeviceSignIn[]
let asked: string[]
let refused: string[]
beforeEach(() => {
  entries = []
  review = { waiting: [], lockedAt: '2026-05-03T11:31:00.000Z', doubted: { at: SIGN_IN, ...THIEF } }
  devices = []
  asked = []
  refused = []
  configureCalls({
    token: async () => 'token',
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(String(input), 'http://localhost')
      if (init?.method === 'GET' && pathname.endsWith('/review')) return Response.json(review)
      if (pathname.endsWith('/devices')) return Response.json({ devices })
      asked.push(`${init?.method} ${pathname.split('/journal')[1]}`)
      if (init?.method === 'GET') {
        const since = searchParams.get('since')!
        return Response.json({ entries: entries.filter(({ at }) => at >= since), cursor: null })
      }
      if (pathname.endsWith('/review')) {
        review = { waiting: [], lockedAt: null, doubted: null }
        return new Response(null, { status: 204 })
      }
      const id = pathname.split('/').at(-2)!
      if (refused.includes(id))
        return Response.json({ code: 'conflict', message: '', reason: 'over' }, { status: 409 })
      entries = entries.map(each => (each.id === id ? { ...each, undo: 'done' } : each))
      return Response.json({ restored: 0, hasMore: false })
    },
  })
})

const show = () => renderElement(<ChangesContent />)
const getSection = async (name: string) =>
  within((await screen.findByRole('heading', { level: 2, name })).closest('section')!)

test('NX-416 NX-417 what was done since the doubted sign-in, device by device, the doubted one first', async () => {
  entries = [
    entry('profile.changed', { id: 'own', actor: OWN, undo: 'possible' }),
    entry('photos.deleted', { id: 'b', actor: toActor(), total: 40, undo: 'possible' }),
    entry('export.requested', { id: 'c', actor: toActor() }),
    entry('sign-in.new-device', { id: 'd', actor: toActor({ accessId: null }), at: SIGN_IN }),
    entry('address.added', { id: 'e', actor: OWN, at: '2026-05-02T10:00:00.000Z' }),
    entry('change.undone', { id: 'f', actor: OWN }),
  ]
  show()
  const thief = await getSection('Chrome on Windows')
  expect(screen.getAllByRole('heading', { level: 2 }).map(each => each.textContent)).toEqual([
    'Chrome on Windows',
    'This device',
  ])
  expect(thief.getByText('It wasn’t me')).toBeDefined()
  expect(thief.getByText('146.70.12.x')).toBeDefined()
  expect(thief.getAllByRole('heading', { level: 3 }).map(each => each.textContent)).toEqual([
    '40 photos deleted',
    'Export of the library requested',
    'Signed in on a new device',
  ])
  expect(thief.getByText('It can’t be taken back.')).toBeDefined()
  const own = await getSection('This device')
  expect(own.queryByText('It wasn’t me')).toBeNull()
  expect(own.getAllByRole('heading', { level: 3 }).map(each => each.textContent)).toEqual([
    'Personal details changed',
  ])
})

test('NX-417 a section says when and how its device signed in, and that it has no access any more', async () => {
  const now = Date.now()
  const device = { client: 'web', label: 'Chrome, Windows', signedInAt: new Date(now).toISOString() }
  devices = [
    { ...device, id: 'other', methods: ['pop'], endedAt: null },
    { ...device, id: 'thief', methods: ['pwd'], endedAt: new Date(now).toISOString() },
    { ...device, id: 'own', methods: ['pop'], endedAt: null, label: 'Safari, iPhone' },
  ]
  entries = [
    entry('sign-in.new-device', { id: 'a', actor: toActor({ accessId: null }) }),
    entry('profile.changed', { id: 'b', actor: toActor() }),
    entry('profile.changed', { id: 'c', actor: OWN }),
    entry('photos.deleted', {
      id: 'd',
      actor: toActor({ type: 'system', device: null, network: null, accessId: null }),
    }),
  ]
  show()
  const thief = await getSection('Chrome on Windows')
  expect(
    await thief.findByText(/^146\.70\.12\.x · Signed in today, \S+ · password · Signed out today, \S+$/),
  ).toBeDefined()
  expect(
    (await getSection('This device')).getByText(/^81\.2\.69\.x · Signed in today, \S+ · passkey$/),
  ).toBeDefined()
  expect((await getSection('Automatic')).queryByText(/Signed/)).toBeNull()
})

test('NX-418 a value of before is struck out, one that was added stands alone', async () => {
  entries = [
    entry('address.default-chosen', {
      id: 'a',
      actor: toActor(),
      change: [{ field: 'defaultAddress', from: '12 Rosemary Lane, Bristol', to: '88 Dock Road, Grays' }],
    }),
    entry('address.added', {
      id: 'b',
      actor: toActor(),
      change: [{ field: 'address', from: null, to: '1 High Street, York' }],
    }),
  ]
  show()
  const { getByText, container } = { ...(await getSection('Chrome on Windows')), container: document.body }
  expect([...container.querySelectorAll('del')].map(({ textContent }) => textContent)).toEqual([
    '12 Rosemary Lane, Bristol',
  ])
  expect(getByText('12 Rosemary Lane, Bristol').closest('p')!.textContent).toBe(
    '12 Rosemary Lane, Bristol → 88 Dock Road, Grays',
  )
  expect(getByText('1 High Street, York')).toBeDefined()
})

test('NX-420 NX-423 all of a device is undone from the newest to the oldest; what could not be undone is named', async () => {
  entries = ['a', 'b', 'c'].map(id =>
    entry(id === 'b' ? 'address.removed' : 'profile.changed', { id, actor: toActor(), undo: 'possible' }),
  )
  refused = ['b']
  show()
  const thief = await getSection('Chrome on Windows')
  fireEvent.click(thief.getByRole('button', { name: 'Undo all 3' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'These changes couldn’t be undone: Address deleted',
  )
  expect(asked.filter(each => each.startsWith('POST'))).toEqual([
    'POST /a/undo',
    'POST /b/undo',
    'POST /c/undo',
  ])
  expect(thief.getAllByText('Undone')).toHaveLength(2)
  expect(thief.getByRole('button', { name: 'Undo' })).toBeDefined()
})

test('NX-416 the check ends by a press, and nothing else is asked for', async () => {
  show()
  await screen.findByRole('heading', { name: 'Nothing was changed' })
  expect(screen.getByText(/^You ended all access: /)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'I’ve checked everything' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'I’ve checked everything' })).toBeNull())
  expect(asked).toContain('POST /review')
})

test('NX-417 without a lock it begins 30 days ago; another sign-in can be chosen', async () => {
  review = { waiting: [], lockedAt: null, doubted: null }
  const recent = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  entries = [
    entry('profile.changed', { id: 'a', at: recent(1) }),
    entry('sign-in.new-device', { id: 'b', at: recent(2) }),
    entry('address.added', { id: 'c', at: recent(3) }),
    entry('address.changed', { id: 'd', at: recent(31) }),
  ]
  show()
  await screen.findByRole('heading', { name: 'Address added' })
  expect(screen.queryByRole('heading', { name: 'Address changed' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Since: The last 30 days' }))
  fireEvent.click(await screen.findByRole('option', { name: /Chrome on Windows$/ }))
  await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'Address added' })).toBeNull())
  expect(await screen.findByRole('heading', { name: 'Personal details changed' })).toBeDefined()
})
