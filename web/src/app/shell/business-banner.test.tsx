// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { customerQuery } from '#web/domains/customers/index.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { renderScreens } from '../screens.testing.tsx'
import { BusinessBanner } from './business-banner.tsx'

let reads: string[] = []
vi.mock('#web/platform/http/call.ts', () => ({
  call: async () => ({ accountDeleted: false, status: reads.shift() }),
}))

async function show(status: string | null) {
  const queries = new QueryClient()
  queries.setQueryData(customerQuery.queryKey, { status } as never)
  const frame = () => (
    <>
      <h1>Page</h1>
      <BusinessBanner />
    </>
  )
  renderScreens('/', {}, { frame, queries, toasts: false })
  await screen.findByRole('heading', { name: 'Page' })
}

test('AA-021 with missing details the banner leads to the business settings', async () => {
  await show('Default')
  expect(screen.getByRole('status').textContent).toContain(
    'Missing account details, please complete additional details',
  )
  expect(screen.getByRole('link', { name: 'Complete details' }).getAttribute('href')).toBe('/settings/b2b')
})

test('AA-022 while the account is validated the banner says so', async () => {
  await show('New')
  expect(screen.getByRole('status').textContent).toBe('Pending account validation')
  expect(screen.queryByRole('link')).toBeNull()
})

test('AA-023 a blocked account is led to the contact page', async () => {
  await show('Blocked')
  expect(screen.getByRole('alert').textContent).toContain('Blocked account, please contact customer care')
  expect(screen.getByRole('link', { name: 'Customer care' }).getAttribute('href')).toBe(
    'https://www.keepsake.example/contact',
  )
})

test.each(['Active', null, 'Later'])('AA-024 OP-50 status %s shows no banner', async status => {
  await show(status)
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['while the page is open', 'customer-changed'],
  ['when a change may have been missed', 'ready'],
] as const)('AA-021 AA-022 AA-023 RV-202 the banner follows the status %s', async (_when, type) => {
  await show('New')
  reads = ['Blocked']
  act(() => push({ type }))
  expect((await screen.findByRole('alert')).textContent).toContain('Blocked account')
})
