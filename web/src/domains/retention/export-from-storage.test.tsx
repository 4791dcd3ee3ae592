// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type Respond,
  readyExport,
  renderScreen,
  runningExport,
} from '#web/domains/exports/export-screen.testing.tsx'
import { StorageButton } from '#web/domains/retention/storage-button.tsx'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'

import { STATUS } from './storage-status.testing.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))
vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))

let screenOf: ReturnType<typeof renderScreen>
let requests: string[]

beforeAll(() =>
  Promise.all([
    import('#web/domains/retention/storage-modal.tsx'),
    import('#web/domains/exports/export-modal.tsx'),
  ]),
)
beforeEach(() => {
  requests = []
  watchedWork.clear()
  setHostFlags({ PhotoManagementReactivationEnabled: true, PhotoManagementPhotoExportEnabled: true })
})

/** Opens the storage modal; the export service answers as given. */
async function openStorage(exports: Respond) {
  screenOf = renderScreen(StorageButton, '/', (path, init) => {
    if (!path.includes('/photo-export/')) return path.includes('storage-status') ? STATUS : 404
    requests.push(`${init.method} ${path} ${init.body ? JSON.stringify(init.body) : ''}`.trim())
    return exports(path, init)
  })
  fireEvent.click(await screen.findByRole('button', { name: '14 months storage remaining.' }))
  return screen.findByRole('dialog', { name: '14 months storage remaining.' })
}

async function openExport(exports: Respond) {
  const storage = await openStorage(exports)
  fireEvent.click(within(storage).getByRole('button', { name: 'Export photos' }))
  return screen.findByRole('dialog', { name: 'Export photos' })
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('PL-115 PL-143 the storage modal links to it only with PhotoManagementPhotoExportEnabled on', async () => {
  setHostFlags({ PhotoManagementReactivationEnabled: true })
  const storage = await openStorage(() => 500)
  expect(within(storage).queryByRole('button', { name: 'Export photos' })).toBeNull()
  expect(within(storage).getByRole('button', { name: 'Add to calendar' })).toBeDefined()
})

test('PL-116 PL-115 it mentions 48 hours, .zip files, 7 days and the mail', async () => {
  const modal = await openExport(() => 500)
  for (const fact of ['48 hours', '.zip files', '7 days', "We'll email you when your export is ready"])
    expect(modal.textContent).toContain(fact)
  expect(within(modal).getByRole('button', { name: 'Create export' })).toBeDefined()
  expect(screen.queryByRole('dialog', { name: '14 months storage remaining.' })).toBeNull()
  expect(requests).toEqual([])
})

test('PL-117 PL-118 pending it says so and cannot be closed; then that the export is being processed', async () => {
  let answer = (_: unknown) => {}
  const modal = await openExport((_path, init) =>
    init?.method === 'POST'
      ? new Promise(resolve => {
          answer = resolve
        })
      : runningExport('IN_PROGRESS'),
  )
  press('Create export')
  const button = await within(modal).findByRole('button', { name: 'Requesting export...' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect((within(modal).getByRole('button', { name: 'Close' }) as HTMLButtonElement).disabled).toBe(true)
  expect(requests).toEqual(['POST /api/photo-export/backups {"channel":"KEEPSAKE-GB"}'])
  answer(runningExport())
  expect(await within(modal).findByText("We're processing your export")).toBeDefined()
  expect(watchedWork.get()).toEqual(['b1'])
  expect(modal.textContent).toContain(
    "We'll email you within 48 hours when your export is ready to download.",
  )
  fireEvent.click(within(modal).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('PL-118 while open it polls the export, and links to it when it is ready', async () => {
  const modal = await openExport((_, init) => (init?.method === 'POST' ? runningExport() : readyExport()))
  press('Create export')
  expect(await within(modal).findByText('Your export is ready to download')).toBeDefined()
  expect(screenOf.path()).toBe('/')
  press('Open export')
  expect(await screen.findByText('The export page')).toBeDefined()
  expect(screenOf.path()).toBe('/my-photos/exports/b1')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('PL-119 an answer that is READY already leads to the download page of its backupId', async () => {
  await openExport(() => readyExport({ backupId: 'b7' }))
  press('Create export')
  expect(await screen.findByText('The export page')).toBeDefined()
  expect(screenOf.path()).toBe('/my-photos/exports/b7')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['a failed call', 500],
  ['FAILED', runningExport('FAILED')],
  ['a READY answer without a chunk (PL-127)', readyExport({ chunks: [] })],
])(
  'PL-120 OP-23 %s: the problem is said, it points to the library, and it can be tried again',
  async (_, bad) => {
    let answer: unknown = bad
    const modal = await openExport(() => answer)
    press('Create export')
    const alert = await within(modal).findByRole('alert')
    expect(alert.textContent).toBe(
      "We've run into a problem exporting your photos. Please try again later or download photos from your library.",
    )
    const link = within(alert).getByRole('link', { name: 'library' })
    expect(link.getAttribute('href')).toBe('/my-photos/photos')
    answer = runningExport()
    press('Create export')
    expect(await within(modal).findByText("We're processing your export")).toBeDefined()
    expect(within(modal).queryByRole('alert')).toBeNull()
  },
)
