// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import type { Environment } from '#contract/brands.ts'
import type { StorageStatus } from '#contract/retention.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { StorageButton } from './storage-button.tsx'
import { answerStorage, libraryAnswers, STATUS } from './storage-status.testing.ts'

vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))

const listening = vi.hoisted(() => vi.fn(() => ({ close: () => {} })))
vi.mock('#web/platform/push/import.ts', () => ({ subscribeImport: listening }))

const brand = findHostBrand('keepsake-gb.localhost')!

let answer: Partial<StorageStatus> | null

// Loaded when it is needed: the first test shall not wait for it.
beforeAll(() => import('./storage-modal.tsx'))
beforeEach(() => {
  setHostFlags({ PhotoManagementReactivationEnabled: true })
  configureCalls({
    token: async () => 'token',
    fetch: async () =>
      answer ? Response.json({ ...STATUS, ...answer }) : Response.json({ message: 'no' }, { status: 400 }),
  })
})

/** A page after a load: only the session storage is kept. */
function load(status: typeof answer, environment: Environment = 'test') {
  cleanup()
  answer = status
  return show(environment)
}

const show = (environment: Environment) => renderElement(<StorageButton />, { environment }).queries
const button = () => screen.findByRole('button', { name: /storage|photos will be/ })
const icon = async () => (await button()).querySelector('svg')?.innerHTML

test.each([
  ['safe', 14, 430, '14 months storage remaining.'],
  ['warning', 1, 40, '40 days storage remaining.'],
  ['critical', 0, 0, 'Your photos will be deleted today. Any order keeps them.'],
  ['critical', 0, -1, 'Your photos will be deleted today. Any order keeps them.'],
  ['critical', 0, 1, 'Your photos will be deleted tomorrow. Any order keeps them.'],
  ['critical', 0, 6, 'Your photos will be deleted in 6 days. Any order keeps them.'],
] as const)(
  'PL-128 RV-851 %s, %i months and %i days left: %s',
  async (status, monthsRemaining, daysRemaining, text) => {
    sessionStorage.setItem('shouldShowReactivationModal', 'false')
    load({ status, monthsRemaining, daysRemaining })
    expect((await button()).textContent).toBe(text)
  },
)

test('PL-128 critical has another icon', async () => {
  load({})
  const safe = await icon()
  sessionStorage.setItem('shouldShowReactivationModal', 'false')
  load({ status: 'critical', daysRemaining: 3 })
  expect(await icon()).not.toBe(safe)
})

test('PL-129 OP-24 the button opens the modal with the rule, the last order and the deletion date', async () => {
  load({})
  fireEvent.click(await button())
  const modal = await screen.findByRole('dialog', { name: '14 months storage remaining.' })
  for (const fact of ['18 months', '5 September 2025', '5 March 2027', '2 saved projects'])
    expect(modal.textContent).toContain(fact)
  expect(screen.getByRole('link', { name: 'Go to the shop' }).getAttribute('href')).toBe(brand.addresses.shop)
})

test('RV-814 RV-851 the modal says until when an order brings the photos back, and when the date was postponed', async () => {
  load({ lastRestorableDay: '2027-04-03' })
  fireEvent.click(await button())
  const modal = await screen.findByRole('dialog')
  expect(modal.textContent).toContain('Your last order was on 5 September 2025, so')
  expect(modal.textContent).toContain('Until 3 April 2027 an order still brings everything back.')
  load({ deletionDate: '2027-05-01T00:00:00Z', delayedDeletionDate: '2027-05-01T00:00:00Z' })
  fireEvent.click(await button())
  expect((await screen.findByRole('dialog')).textContent).toContain(
    'We’ve postponed the date for you: your photos and 2 saved projects will leave your library on 1 May 2027.',
  )
})

test('RV-305 the modal shows how much of the quota is used', async () => {
  const GIGABYTE = 1024 ** 3
  configureCalls({
    token: async () => 'token',
    fetch: async request =>
      Response.json(
        String(request instanceof Request ? request.url : request).includes('/uploads/usage')
          ? { storedBytes: Math.round(12.3 * GIGABYTE), unfinishedBytes: 0, quotaBytes: 500 * GIGABYTE }
          : STATUS,
      ),
  })
  show('test')
  fireEvent.click(await button())
  await screen.findByRole('dialog', { name: '14 months storage remaining.' })
  expect((await screen.findByText('12.3 GB')).parentElement?.textContent).toBe(
    'You’re using 12.3 GB of 500 GB.',
  )
})

test('PL-130 critical opens the modal automatically once per session; a reload does not, a new session does', async () => {
  const critical = { status: 'critical', daysRemaining: 3 } as const
  load(critical)
  expect(await screen.findByRole('dialog')).toBeDefined()
  expect(sessionStorage.getItem('shouldShowReactivationModal')).toBe('false')
  load(critical)
  await button()
  expect(screen.queryByRole('dialog')).toBeNull()
  sessionStorage.clear()
  load(critical)
  expect(await screen.findByRole('dialog')).toBeDefined()
})

test('PL-191 OP-40 in production nothing is shown if the status cannot be fetched', async () => {
  const queries = load(null, 'production')
  await waitFor(() => expect(queries.getQueryState(['retention', 'status'])?.status).toBe('error'))
  expect(document.body.textContent).toBe('')
})

test('PL-002 RV-505 the status follows an order, and is refetched when changes may have been missed', async () => {
  load({ monthsRemaining: 14 })
  await button()
  act(() => push({ type: 'storage-status', status: { ...STATUS, monthsRemaining: 18 } }))
  expect(await screen.findByText('18 months storage remaining.')).toBeDefined()
  answer = { monthsRemaining: 3 }
  act(() => push({ type: 'ready' }))
  expect(await screen.findByText('3 months storage remaining.')).toBeDefined()
})

test('PL-002 PL-130 in the grace period: until when an order restores the photos, opened automatically once', async () => {
  const grace = { leftAt: '2027-03-05T09:15:00Z', photosCount: 214 }
  load({ status: 'warning', monthsRemaining: 1, daysRemaining: 59, grace })
  const modal = await screen.findByRole('dialog', {
    name: 'Order by 3 April 2027 to get your photos back.',
  })
  for (const fact of ['214 photos left your library on 5 March 2027', 'until 3 April 2027', '18 months'])
    expect(modal.textContent).toContain(fact)
  expect(screen.getByRole('link', { name: 'Go to the shop' })).toBeDefined()
})

test.each(['test', 'acceptance', 'development'] as const)(
  'PL-191 OP-40 in %s a sample stands in: two months ahead, sixteen back',
  async environment => {
    load(null, environment)
    expect((await button()).textContent).toMatch(/^(5[6-9]|6[0-2]) days storage remaining\.$/)
    fireEvent.click(await button())
    const modal = await screen.findByRole('dialog')
    const registered = new Date()
    registered.setMonth(registered.getMonth() - 16, 1)
    expect(modal.textContent).toContain(
      registered.toLocaleDateString('en-GB', { month: 'long', year: 'numeric' }),
    )
    expect(modal.textContent).toContain('your registration')
  },
)

describe('OP-26 a library in the legacy store', () => {
  /** Answers the three calls the button makes; the page is as after a load. */
  function archive(photosCount: number) {
    cleanup()
    const answers = libraryAnswers(photosCount, 'NOT_ACTIVE')
    configureCalls({
      fetch: input => answerStorage(input, { status: 'critical', daysRemaining: 0 }, answers),
    })
    show('test')
  }

  test('OP-26 OP-24 PL-133 it is named instead of a deletion date, with a button to reactivate it', async () => {
    archive(0)
    sessionStorage.setItem('shouldShowReactivationModal', 'false')
    fireEvent.click(await screen.findByRole('button', { name: 'Your photos are in our archive' }))
    const modal = await screen.findByRole('dialog', { name: 'Your photos are in our archive' })
    expect(modal.textContent).toContain('60 photos from our earlier service')
    expect(modal.textContent).not.toContain('18 months')
    fireEvent.click(await screen.findByRole('button', { name: 'Reactivate my photos' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(listening).toHaveBeenCalledOnce()
  })

  test('OP-26 imported photos have a deletion date, those in the legacy store are named beside it', async () => {
    sessionStorage.setItem('shouldShowReactivationModal', 'false')
    archive(3)
    const name = 'Your photos will be deleted today. Any order keeps them.'
    fireEvent.click(await screen.findByRole('button', { name }))
    const modal = await screen.findByRole('dialog', { name })
    for (const fact of ['18 months', '60 photos from our earlier service'])
      expect(modal.textContent).toContain(fact)
    expect(screen.getByRole('button', { name: 'Reactivate my photos' })).toBeDefined()
  })
})
