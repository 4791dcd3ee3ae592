// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ExportFile } from '#contract/exports.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import type { WorkerEvent } from './check/scan-worker.ts'
import { ExportPage } from './export-page.tsx'
import { type Respond, readyExport, renderScreen, runningExport } from './export-screen.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

// The worker itself is tested by check/scan-files.test.ts and proof/browser/exports.spec.ts.
const worker = vi.hoisted(() => ({ emit: (_: unknown) => {}, files: [] as File[], stopped: 0 }))
vi.mock('./check/scan-in-worker.ts', () => ({
  scanInWorker: (files: File[], emit: (events: unknown) => void) => {
    Object.assign(worker, { emit, files })
    return () => {
      worker.stopped++
    }
  },
}))

let screenOf: ReturnType<typeof renderScreen>
const saved: string[] = []

beforeAll(() => import('./export-modal.tsx'))
beforeEach(() => {
  saved.length = 0
  worker.stopped = 0
  setHostFlags({ PhotoManagementPhotoExportEnabled: true })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.getAttribute('href')} as ${this.download}`)
  })
})

const open = (answers: Respond) => {
  screenOf = renderScreen(ExportPage, '/my-photos/exports/b1', answers)
}

test("PL-121 back link 'My photos' and title 'Export photos', from the start", async () => {
  open(() => new Promise(() => {}))
  expect(await screen.findByRole('heading', { level: 1, name: 'Export photos' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'My photos' }).getAttribute('href')).toBe('/my-photos/photos')
  expect((await screen.findByRole('status')).textContent).toBe('Loading your export')
})

test('PL-122 OP-23 404: the link has expired, after 7 days, and the modal for a new one opens', async () => {
  open(() => 404)
  expect(await screen.findByRole('heading', { name: 'Your download link has expired' })).toBeDefined()
  expect(screen.getByText('Download links expire after 7 days')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Create a new export' }))
  expect(await screen.findByRole('dialog', { name: 'Export photos' })).toBeDefined()
})

const [chunk] = readyExport().chunks
test.each([
  ['an answer of 400', 400],
  ['FAILED', runningExport('FAILED')],
  ['READY with no backupId', { ...readyExport(), backupId: '' }],
  ['READY with no chunk', readyExport({ chunks: [] })],
  ['READY with an iteration below 0', readyExport({ chunks: [{ ...chunk!, iteration: -1 }] })],
  ['READY with a size below 1', readyExport({ chunks: [{ ...chunk!, size: 0 }] })],
])("PL-123 PL-127 %s: 'Export error'", async (_, answer) => {
  open(() => answer)
  expect(await screen.findByRole('heading', { name: 'Export error' })).toBeDefined()
  expect(screen.queryByText('Your download link has expired')).toBeNull()
})

test("RV-109 an answer of 500 offers 'Try again', which shows the export; a failed one offers a new one and no 'Try again'", async () => {
  let answer: unknown = 500
  open(() => answer)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('button', { name: 'Create a new export' })).toBeNull()
  answer = readyExport()
  fireEvent.click(again)
  expect(await screen.findByText('Your export is ready to download')).toBeDefined()
  cleanup()
  open(() => runningExport('FAILED'))
  expect(await screen.findByRole('button', { name: 'Create a new export' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test.each([
  ['an expired link', 404, 'Your download link has expired', 'Download links expire after 7 days'],
  [
    'a failed export',
    runningExport('FAILED'),
    'Export error',
    'An unexpected error has occurred, please contact us if you continue to have problems.',
  ],
])('RV-850 PL-143 with the flag of exports off %s offers no new one', async (_, answer, title, text) => {
  setHostFlags({})
  open(() => answer)
  const heading = await screen.findByRole('heading', { name: title })
  expect(heading.parentElement!.textContent).toBe(title + text)
  expect(screen.queryByRole('button')).toBeNull()
})

test('RV-850 PL-124 with the flag of exports off an export that is ready can be downloaded', async () => {
  setHostFlags({})
  open(() => readyExport())
  expect(await screen.findAllByRole('button', { name: /^Download My Photos export/ })).toHaveLength(2)
})

test.each(['REQUESTED', 'IN_PROGRESS'] as const)('PL-123 %s leads to the photos', async status => {
  open(() => runningExport(status))
  expect(await screen.findByText('The photos')).toBeDefined()
  expect(screenOf.path()).toBe('/my-photos/photos')
})

test('PL-124 READY: the banner with the day it ends, and how to unzip on each system', async () => {
  open(() => readyExport())
  const banner = (await screen.findByText('Your export is ready to download')).closest('[role=status]')
  expect(banner!.textContent).toContain('10 May 2026')
  const tabs = screen.getAllByRole('tab').map(tab => tab.textContent)
  expect(tabs).toEqual(['Windows', 'macOS', 'iOS', 'Android', 'Other'])
  const hints = new Set<string | null>()
  for (const tab of screen.getAllByRole('tab')) {
    fireEvent.click(tab)
    expect(tab.getAttribute('aria-selected')).toBe('true')
    hints.add(screen.getByRole('tabpanel').textContent)
  }
  expect(hints.size).toBe(5)
})

test("PL-125 PL-126 the chunks with name, size and 'Download .zip', saved as photo-export-{iteration}.zip", async () => {
  let address: unknown = 409
  const chunks = readyExport().chunks.map(each => ({ ...each, iteration: each.iteration * 2 }))
  const shuffled = readyExport({ chunks: chunks.toReversed() })
  open(path => (path.endsWith('/url') ? address : shuffled))
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(row => within(row).getByRole('heading').textContent)).toEqual([
    'My Photos export (1 of 2)',
    'My Photos export (2 of 2)',
  ])
  expect(rows[0]!.textContent).toContain('1.50 GB · 3 photos · July 2019 to May 2024')
  expect(rows[1]!.textContent).toContain('2.00 KB · 2 photos · Unknown Date')
  const button = within(rows[1]!).getByRole('button', {
    name: 'Download My Photos export (2 of 2) as .zip',
  })
  expect(button.textContent).toBe('Download .zip')
  fireEvent.click(button)
  expect((await within(rows[1]!).findByRole('alert')).textContent).toBe('Download failed')
  address = { url: '/signed/2' }
  fireEvent.click(button)
  await waitFor(() => expect(saved).toEqual(['/signed/2 as photo-export-4.zip']))
  expect(await within(rows[1]!).findByText('Download already started in this browser')).toBeDefined()
  expect(within(rows[0]!).queryByText('Download already started in this browser')).toBeNull()
})

const file = (index: number): ExportFile => ({
  name: `2024/05/${index}.jpg`,
  size: 10,
  sha256: String(index).repeat(64),
})
const withFiles: Respond = path => {
  if (path.includes('/chunks/1/files?cursor=2')) return { cursor: null, files: [file(3)] }
  if (path.includes('/chunks/1/files')) return { cursor: '2', files: [file(1), file(2)] }
  if (path.includes('/chunks/2/files')) return { cursor: null, files: [file(4), file(5)] }
  return readyExport()
}

async function choose(...names: string[]) {
  worker.files = []
  const input = await waitFor(() => document.querySelector<HTMLInputElement>('input[type=file]')!)
  fireEvent.change(input, { target: { files: names.map(name => new File(['x'], name)) } })
  await waitFor(() => expect(worker.files.map(each => each.name)).toEqual(names))
}
const emit = (...events: WorkerEvent[]) =>
  waitFor(() => {
    for (const each of events.splice(0)) worker.emit(each)
  })
const hash = (index: number): WorkerEvent => ({ kind: 'hash', sha256: String(index).repeat(64), size: 10 })
/** A zip of these photos; the bytes of `changed` are others than in the export. */
const zipEvents = (name: string, indices: number[], changed?: number): WorkerEvent[] => [
  { kind: 'file', name },
  ...indices.map(
    (index): WorkerEvent => ({
      kind: 'hash',
      entry: `2024/05/${index}.jpg`,
      size: 10,
      sha256: (index === changed ? 'f' : String(index)).repeat(64),
    }),
  ),
]

test('P14 OP-94 photos that could not be read: their number, where they are listed, and counts without them', async () => {
  const [first, second] = readyExport().chunks
  open(() => readyExport({ chunks: [{ ...first!, missingCount: 2 }, second!] }))
  expect(await screen.findByText('2 photos couldn’t be read')).toBeDefined()
  expect(screen.getByText(/‘Missing photos.txt’ in them lists what is missing/)).toBeDefined()
  expect(screen.getByText(/3 photos in 2 files/)).toBeDefined()
  const [row] = screen.getAllByRole('listitem')
  expect(row!.textContent).toContain('1.50 GB · 1 photo · July 2019 to May 2024')
})

test('PL-125 checking files lists missing photos and the result per zip', async () => {
  open(withFiles)
  await screen.findByText('Your export is ready to download')
  await choose('photo-export-1.zip', 'other.zip')
  await emit({ kind: 'file', name: 'photo-export-1.zip' }, hash(1), hash(2), hash(2), {
    kind: 'progress',
    bytes: 1,
  })
  expect(await screen.findByText('2 of 5 photos are there')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Check my files' }).getAttribute('aria-valuenow')).toBe('50')
  await emit({ kind: 'damaged', name: 'photo-export-1.zip' }, { kind: 'file', name: 'other.zip' }, hash(9), {
    kind: 'done',
  })
  expect(await screen.findByText('3 photos are missing in these files')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('photo-export-1.zip is damaged')
  expect(screen.getByText('other.zip contains no photos from this export.')).toBeDefined()
  for (const name of ['2024/05/3.jpg', '2024/05/4.jpg', '2024/05/5.jpg'])
    expect(screen.getByText(name)).toBeDefined()
  const [first, second] = within(screen.getByRole('region', { name: 'Files to download' })).getAllByRole(
    'listitem',
  )
  expect(first!.textContent).toContain('Checked: 1 photo is missing')
  expect(second!.textContent).not.toContain('Checked')
  await choose('photo-export-1.zip', 'photo-export-2.zip', '3.jpg')
  await emit({ kind: 'file', name: 'photo-export-1.zip' }, hash(1), hash(2))
  await emit({ kind: 'file', name: 'photo-export-2.zip' }, hash(4), hash(5), { kind: 'file', name: '3.jpg' })
  await emit(hash(3))
  // No success before the end of the check: the last file may be damaged.
  expect(await screen.findByText('5 of 5 photos are there')).toBeDefined()
  for (const row of [first!, second!]) expect(row.textContent).not.toContain('Checked')
  await emit({ kind: 'done' })
  expect(await screen.findByText('All 5 photos are there, complete and unchanged')).toBeDefined()
  for (const row of [first!, second!]) expect(row.textContent).toContain('Checked: all photos are there')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('RV-811 a damaged zip is named with its photo after a good one was checked on the same page, and nothing is complete', async () => {
  open(withFiles)
  await screen.findByText('Your export is ready to download')
  const rows = within(screen.getByRole('region', { name: 'Files to download' })).getAllByRole('listitem')
  await choose('good.zip')
  await emit(...zipEvents('good.zip', [1, 2, 3, 4, 5]), { kind: 'done' })
  expect(await screen.findByText('All 5 photos are there, complete and unchanged')).toBeDefined()

  const expectDamage = async () => {
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(
      '1 photo in photo-export-1.zip is damaged or changed. Please download the file again.',
    )
    expect(within(alert).getByText('2024/05/2.jpg')).toBeDefined()
    expect(screen.queryByText(/complete and unchanged/)).toBeNull()
    for (const row of rows) expect(row.textContent).not.toContain('all photos are there')
  }
  // The CRC-32 is wrong.
  await choose('photo-export-1.zip')
  expect(screen.queryByText(/complete and unchanged/)).toBeNull()
  for (const row of rows) expect(row.textContent).not.toContain('Checked')
  await emit(
    ...zipEvents('photo-export-1.zip', [1, 3, 4, 5]),
    { kind: 'damaged', name: 'photo-export-1.zip', entry: '2024/05/2.jpg' },
    { kind: 'done' },
  )
  await expectDamage()
  expect(screen.getByText('1 photo is missing in these files')).toBeDefined()
  // The CRC-32 fits the changed bytes: only the hash differs.
  await choose('photo-export-1.zip')
  await emit(...zipEvents('photo-export-1.zip', [1, 2, 3, 4, 5], 2), { kind: 'done' })
  await expectDamage()
  // A good copy among the given files does not hide the damaged one.
  await choose('good.zip', 'photo-export-1.zip')
  await emit(...zipEvents('good.zip', [1, 2, 3, 4, 5]), ...zipEvents('photo-export-1.zip', [1, 2], 2), {
    kind: 'done',
  })
  await expectDamage()
  expect(screen.queryByText(/missing in these files/)).toBeNull()
})

test('RV-811 a changed photo outside of a zip is named; another photo with the same name is not', async () => {
  open(withFiles)
  await screen.findByText('Your export is ready to download')
  const loose = (name: string, sha256: string, size: number): WorkerEvent[] => [
    { kind: 'file', name },
    { kind: 'hash', sha256, size },
  ]
  await choose('1.jpg', '2.jpg')
  await emit(...loose('1.jpg', 'f'.repeat(64), 10), ...loose('2.jpg', 'e'.repeat(64), 99), { kind: 'done' })
  expect((await screen.findByRole('alert')).textContent).toContain('1.jpg is damaged or incomplete.')
  expect(screen.getByText('2.jpg contains no photos from this export.')).toBeDefined()
})

test('RV-811 PL-125 the result of a check is gone when the next one starts, is cancelled, which stops it, or fails, which can be retried', async () => {
  open(withFiles)
  await screen.findByText('Your export is ready to download')
  const complete = async () => {
    await choose('good.zip')
    await emit(...zipEvents('good.zip', [1, 2, 3, 4, 5]), { kind: 'done' })
    expect(await screen.findByText('All 5 photos are there, complete and unchanged')).toBeDefined()
    expect(screen.getAllByText('Checked: all photos are there')).toHaveLength(2)
  }
  const expectNothing = () => {
    expect(screen.queryByText(/complete and unchanged/)).toBeNull()
    expect(screen.queryByText(/^Checked/)).toBeNull()
  }
  await complete()
  await choose('other.zip')
  expectNothing()
  const { stopped } = worker
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(worker.stopped).toBe(stopped + 1)
  expectNothing()
  await complete()
  await choose('other.zip')
  await emit({ kind: 'failed', problem: 'out of memory' })
  expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be checked')
  expectNothing()
  await choose('a.zip')
  await emit(hash(1), { kind: 'done' })
  expect(await screen.findByText('4 photos are missing in these files')).toBeDefined()
})

test('RV-801 a dropped file and a folder that cannot be read are named by the check', async () => {
  open(withFiles)
  await screen.findByText('Your export is ready to download')
  const fail = () => Promise.reject(new DOMException('locked', 'NotReadableError'))
  const handles = [
    { kind: 'file', name: 'photo-export-1.zip', getFile: fail },
    {
      kind: 'directory',
      name: 'Backup',
      values: async function* () {
        yield await fail()
      },
    },
    { kind: 'file', name: '1.jpg', getFile: async () => new File(['x'], '1.jpg') },
  ]
  const items = handles.map(handle => ({
    kind: 'file',
    getAsFile: () => null,
    getAsFileSystemHandle: async () => handle,
  }))
  worker.files = []
  window.dispatchEvent(Object.assign(new Event('drop'), { dataTransfer: { types: ['Files'], items } }))
  await waitFor(() => expect(worker.files.map(({ name }) => name)).toEqual(['1.jpg']))
  await emit({ kind: 'file', name: '1.jpg' }, hash(1), { kind: 'done' })
  expect(await screen.findByText('4 photos are missing in these files')).toBeDefined()
  expect(screen.getAllByRole('alert').map(alert => alert.textContent)).toEqual([
    expect.stringContaining('photo-export-1.zip could not be read'),
    expect.stringContaining('Backup could not be read'),
  ])
})
