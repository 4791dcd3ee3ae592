// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hostBrandOf } from '#brands/index.ts'
import type { StorageStatus } from '#contract/retention.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { connect } from '#web/platform/http/call.ts'
import { textsForTests } from '#web/platform/i18n/texts-for-tests.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { StorageButton } from './storage-button.tsx'

// A machine with more to do is slower, not wrong.
configure({ asyncUtilTimeout: 10_000 })

const brand = hostBrandOf('keepsake-gb.localhost')!
const texts = textsForTests()
const STATUS: StorageStatus = {
  status: 'safe',
  monthsRemaining: 14,
  daysRemaining: 430,
  deletionDate: '2027-03-05T00:00:00Z',
  lastOrderDate: '2025-09-05T10:00:00Z',
  registrationDate: '2020-01-01T00:00:00Z',
  projectCount: 2,
  delayedDeletionDate: null,
  projectedDeletionDate: '2027-03-05T00:00:00Z',
}

let before: ReturnType<typeof connect>
let answer: Partial<StorageStatus> | null

// Loaded when it is needed: the first test shall not wait for it.
beforeAll(() => import('./storage-modal.tsx'))
beforeEach(() => {
  setHostFlags({ PhotoManagementReactivationEnabled: true })
  before = connect({
    token: async () => 'token',
    fetch: async () =>
      answer ? Response.json({ ...STATUS, ...answer }) : Response.json({ message: 'no' }, { status: 400 }),
  })
})
afterEach(() => {
  cleanup()
  connect(before)
  setHostFlags({})
  sessionStorage.clear()
})

/** A page as it is after a load: nothing in memory but the session's storage. */
function load(status: typeof answer) {
  cleanup()
  answer = status
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <ConfigProvider configured={{ environment: 'test', brand, menu: EMPTY_MENU, texts }}>
      <TextsProvider texts={texts}>
        <QueryClientProvider client={queries}>
          <StorageButton />
        </QueryClientProvider>
      </TextsProvider>
    </ConfigProvider>,
  )
  return queries
}
const button = () => screen.findByRole('button', { name: /storage|photos will be/ })
const icon = async () => (await button()).querySelector('svg')?.innerHTML

test.each([
  ['safe', 14, 430, '14 months storage remaining.'],
  ['warning', 1, 40, '40 days storage remaining.'],
  ['critical', 0, 0, 'Your photos will be deleted today.'],
  ['critical', 0, 1, 'Your photos will be deleted tomorrow.'],
  ['critical', 0, 6, 'Your photos will be deleted in 6 days.'],
] as const)(
  'PL-128 %s, %i months and %i days left: %s',
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

test('PL-129 PL-143 OP-24 with PhotoManagementReactivationEnabled off the status is plain text and nothing opens the modal', async () => {
  setHostFlags({})
  load({ status: 'critical', daysRemaining: 3 })
  expect(await screen.findByText('Your photos will be deleted in 3 days.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sessionStorage.getItem('shouldShowReactivationModal')).toBeNull()
})

test('PL-130 critical opens the modal by itself once per session; a reload does not, a new session does', async () => {
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

test.each(['safe', 'warning'] as const)('PL-130 %s does not open it', async status => {
  load({ status })
  await button()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sessionStorage.getItem('shouldShowReactivationModal')).toBeNull()
})

test('OP-40 a status that cannot be had is not shown', async () => {
  const queries = load(null)
  await waitFor(() => expect(queries.getQueryState(['retention', 'status'])?.status).toBe('error'))
  expect(document.body.textContent).toBe('')
})
