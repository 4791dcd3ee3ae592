// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ActivationStatus } from '#contract/activation.ts'
import type { StorageStatus } from '#contract/retention.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { StorageButton } from './storage-button.tsx'
import { StorageNote } from './storage-note.tsx'
import { answerStorage, libraryAnswers } from './storage-status.testing.ts'

vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))

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
  const answers = libraryAnswers(state.photos ?? 5, state.activation ?? 'ACTIVE')
  configureCalls({
    token: async () => 'token',
    fetch: input => answerStorage(input, { projectCount: 0, ...state.status }, answers),
  })
  return renderElement(<Component />).queries
}

const DELETED = 'Your photos will be deleted tomorrow. Any order keeps them.'
const NEUTRAL = '1 day storage remaining.'
const ARCHIVED = 'Your photos are in our archive'
const ORDER = 'Order by 3 April 2027 to get your photos back.'
const REACTIVATE = 'Reactivate my photos'

/** A modal that opens by itself. */
const opens = true
/** It offers to reactivate. */
const reactivates = true
const BESIDE_ARCHIVE = { activation: 'NOT_ACTIVE' } as const
const ARCHIVE = { activation: 'NOT_ACTIVE', photos: 0 } as const
const MONTHS = '14 months storage remaining.'
const DAYS = '40 days storage remaining.'

/** State, text with and without the flag. */
const STATES: [string, State, string, string, { opens?: boolean; reactivates?: boolean }][] = [
  ['safe', { status: {} }, MONTHS, MONTHS, {}],
  ['warning', { status: WARNING }, DAYS, DAYS, {}],
  ['critical', { status: CRITICAL }, DELETED, NEUTRAL, { opens }],
  ['critical and empty', { status: CRITICAL, photos: 0 }, NEUTRAL, NEUTRAL, {}],
  [
    'critical beside archived photos',
    { status: CRITICAL, ...BESIDE_ARCHIVE },
    DELETED,
    NEUTRAL,
    { opens, reactivates },
  ],
  ['archived', { status: {}, ...ARCHIVE }, ARCHIVED, ARCHIVED, { reactivates }],
  ['archived and critical', { status: CRITICAL, ...ARCHIVE }, ARCHIVED, ARCHIVED, { opens, reactivates }],
  ['hidden, in the grace period', { status: { grace: GRACE }, photos: 0 }, ORDER, ORDER, { opens }],
  [
    'hidden beside archived photos',
    { status: { grace: GRACE }, ...ARCHIVE },
    ORDER,
    ORDER,
    { opens, reactivates },
  ],
  ['importing and critical', { status: CRITICAL, activation: 'IMPORTING' }, DELETED, NEUTRAL, { opens }],
]

describe.each(STATES)('RV-849 %s', (_name, state, on, off, { opens = false, reactivates = false }) => {
  test('PL-130 with the flag: the text, and the modal by itself on the first visit of a session only', async () => {
    show(StorageButton, state, true)
    if (opens) {
      const modal = await screen.findByRole('dialog', { name: on })
      expect(screen.queryByRole('button', { name: REACTIVATE }) !== null).toBe(reactivates)
      expect(modal.textContent).not.toMatch(/will be deleted(?!.*(keeps|brings))/)
    }
    // The dialog hides the page behind it from assistive technology.
    expect(await screen.findByRole('button', { name: on, hidden: true })).toBeDefined()
    if (!opens) {
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(sessionStorage.getItem('shouldShowReactivationModal')).toBeNull()
    }
    show(StorageButton, state, true)
    ;(await screen.findByRole('button', { name: on })).click()
    expect(await screen.findByRole('dialog', { name: on })).toBeDefined()
    expect(screen.queryByRole('button', { name: REACTIVATE }) !== null).toBe(reactivates)
  })

  test('PL-129 PL-143 OP-24 without the flag: plain text, nothing opens the modal', async () => {
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
