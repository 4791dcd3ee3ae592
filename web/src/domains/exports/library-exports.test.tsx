// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PhotoExport } from '#contract/exports.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { readyExport, renderScreen, runningExport } from './export-screen.testing.tsx'
import { LibraryExports } from './library-exports.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

beforeAll(() => import('./export-modal.tsx'))
beforeEach(() => setHostFlags({ PhotoManagementPhotoExportEnabled: true }))

function open(items: PhotoExport[] | number) {
  renderScreen(
    () => (
      <>
        <p>The rest</p>
        <LibraryExports />
      </>
    ),
    '/',
    () => (typeof items === 'number' ? items : { items }),
  )
}

test('PL-010 the downloads screen lists the exports with state, size and a link to their files', async () => {
  open([{ ...runningExport('IN_PROGRESS'), backupId: 'b2' }, readyExport()])
  const [running, ready] = await screen.findAllByRole('listitem')
  expect(running!.textContent).toContain('Being prepared')
  expect(ready!.textContent).toContain('Export of 3 May 2026')
  expect(ready!.textContent).toContain('5 photos in 2 files, 1.50 GB · Available until 10 May 2026')
  expect(within(ready!).getByRole('link', { name: 'Open export' }).getAttribute('href')).toBe(
    '/my-photos/exports/b1',
  )
  expect(screen.queryByRole('button', { name: 'Export photos' })).toBeNull()
})

test.each([
  ['none', []],
  ['a failed one', [runningExport('FAILED')]],
])('PL-010 with %s a new one can be asked for', async (_, items) => {
  open(items)
  fireEvent.click(await screen.findByRole('button', { name: 'Export photos' }))
  expect(await screen.findByRole('dialog', { name: 'Export photos' })).toBeDefined()
  expect(screen.queryAllByText('This export couldn’t be created. Please request a new one.')).toHaveLength(
    items.length,
  )
})

test('PL-010 a list that cannot be loaded shows an error with a retry', async () => {
  open(400)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your exports couldn’t be loaded')
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('PL-115 PL-143 with the flag off nothing is rendered', async () => {
  setHostFlags({})
  open([readyExport()])
  expect(await screen.findByText('The rest')).toBeDefined()
  expect(screen.queryByRole('heading')).toBeNull()
})
