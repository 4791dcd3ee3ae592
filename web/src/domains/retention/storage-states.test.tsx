// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import type { ActivationStatus } from '#contract/activation.ts'
import type { StorageStatus } from '#contract/retention.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { StorageButton } from './storage-button.tsx'
import { StorageNote } from './storage-note.tsx'

vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))

const brand = findHostBrand('keepsake-gb.localhost')!
const texts = textsForTests()
const STATUS: StorageStatus = {
  status: 'safe',
  monthsRemaining: 14,
  daysRemaining: 430,
  deletionDate: '2027-03-05T00:00:00Z',
  lastOrderDate: '2025-09-05T10:00:00Z',
  registrationDate: '2020-01-01T00:00:00Z',
  projectCount: 0,
  delayedDeletionDate: null,
  projectedDeletionDate: '2027-03-05T00:00:00Z',
  lastRestorableDay: '2027-04-03',
}
const WARNING: Partial<StorageStatus> = { status: 'warning', monthsRemaining: 1, daysRemaining: 40 }
const CRITICAL: Partial<StorageStatus> = { status: 'critical', monthsRemaining: 0, daysRemaining: 1 }
const GRACE = { leftAt: '2027-03-05T09:15:00Z', photosCount: 214 }

interface State {
  status: Partial<StorageStatus>
  activation?: ActivationStatus
  photos?: number
}

beforeAll(() => import('./storage-modal.tsx'))

function show(Component: () => ReactNode, state: State, flag: boolean) {
  cleanup()
  setHostFlags({ PhotoManagementReactivationEnabled: flag })
  const answers: Record<string, object> = {
    '/users/activate': { status: state.activation ?? 'ACTIVE', waitingCount: 60 },
    '/users': {
      userId: 'owner',
      photosCount: state.photos ?? 5,
      albumsCount: 0,
      registrationDate: STATUS.registrationDate,
      lastUploadedAt: null,
      deletedCount: 0,
    },
  }
  configureCalls({
    token: async () => 'token',
    fetch: async input => {
      const path = String(input).replace('/api/photo-management', '')
      return Response.json(answers[path] ?? { ...STATUS, ...state.status })
    },
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <ConfigProvider config={{ environment: 'test', brand, menu: EMPTY_MENU, texts }}>
      <TextsProvider texts={texts}>
        <QueryClientProvider client={queries}>
          <Component />
        </QueryClientProvider>
      </TextsProvider>
    </ConfigProvider>,
  )
  return queries
}

const DELETED = 'Your photos will be deleted tomorrow. Any order keeps them.'
const NEUTRAL = '1 day storage remaining.'
const ARCHIVED = 'Your photos are in our archive'
const ORDER = 'Order by 3 April 2027 to get your photos back.'
const REACTIVATE = 'Reactivate my photos'

/** State, text with and without the flag, whether the modal opens by itself, whether it offers to reactivate. */
const STATES: [string, State, { on: string; off: string; opens: boolean; reactivates?: boolean }][] = [
  [
    'safe',
    { status: {} },
    { on: '14 months storage remaining.', off: '14 months storage remaining.', opens: false },
  ],
  [
    'warning',
    { status: WARNING },
    { on: '40 days storage remaining.', off: '40 days storage remaining.', opens: false },
  ],
  ['critical', { status: CRITICAL }, { on: DELETED, off: NEUTRAL, opens: true }],
  ['critical and empty', { status: CRITICAL, photos: 0 }, { on: NEUTRAL, off: NEUTRAL, opens: false }],
  [
    'critical beside archived photos',
    { status: CRITICAL, activation: 'NOT_ACTIVE' },
    { on: DELETED, off: NEUTRAL, opens: true, reactivates: true },
  ],
  [
    'archived',
    { status: {}, activation: 'NOT_ACTIVE', photos: 0 },
    { on: ARCHIVED, off: ARCHIVED, opens: false, reactivates: true },
  ],
  [
    'archived and critical',
    { status: CRITICAL, activation: 'NOT_ACTIVE', photos: 0 },
    { on: ARCHIVED, off: ARCHIVED, opens: true, reactivates: true },
  ],
  [
    'hidden, in the grace period',
    { status: { grace: GRACE }, photos: 0 },
    { on: ORDER, off: ORDER, opens: true },
  ],
  [
    'hidden beside archived photos',
    { status: { grace: GRACE }, activation: 'NOT_ACTIVE', photos: 0 },
    { on: ORDER, off: ORDER, opens: true, reactivates: true },
  ],
  [
    'importing and critical',
    { status: CRITICAL, activation: 'IMPORTING' },
    { on: DELETED, off: NEUTRAL, opens: true },
  ],
]

describe.each(STATES)('RV-849 %s', (_name, state, { on, off, opens, reactivates = false }) => {
  test('with the flag: the text, and the modal by itself on the first visit of a session only', async () => {
    show(StorageButton, state, true)
    if (opens) {
      const modal = await screen.findByRole('dialog', { name: on })
      expect(screen.queryByRole('button', { name: REACTIVATE }) !== null).toBe(reactivates)
      expect(modal.textContent).not.toMatch(/will be deleted(?!.*(keeps|brings))/)
    }
    // The dialog hides the page behind it from assistive technology.
    expect(await screen.findByRole('button', { name: on, hidden: true })).toBeDefined()
    if (!opens) expect(screen.queryByRole('dialog')).toBeNull()
    show(StorageButton, state, true)
    ;(await screen.findByRole('button', { name: on })).click()
    expect(await screen.findByRole('dialog', { name: on })).toBeDefined()
    expect(screen.queryByRole('button', { name: REACTIVATE }) !== null).toBe(reactivates)
  })

  test('without the flag: plain text, nothing opens the modal', async () => {
    show(StorageButton, state, false)
    expect(await screen.findByText(off)).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sessionStorage.getItem('shouldShowReactivationModal')).toBeNull()
  })

  test('the overview and the saved projects show the same text', async () => {
    show(StorageNote, state, true)
    expect(await screen.findByText(on)).toBeDefined()
    show(StorageNote, state, false)
    expect(await screen.findByText(off)).toBeDefined()
  })
})

describe('RV-849 being deleted by the retailer', () => {
  const state: State = { status: CRITICAL, activation: 'DELETING' }

  test.each([true, false])('the overview says so, the page of photos has no date; flag: %s', async flag => {
    show(StorageNote, state, flag)
    expect(await screen.findByText('Your photo library is being deleted')).toBeDefined()
    const queries = show(StorageButton, state, flag)
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(queries.getQueryData(['retention', 'status'])).toBeDefined()
    expect(document.body.textContent).toBe('')
    expect(sessionStorage.getItem('shouldShowReactivationModal')).toBeNull()
  })
})
