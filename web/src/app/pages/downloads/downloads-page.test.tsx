// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Download } from '#contract/downloads.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { renderScreens } from '../../screens.testing.tsx'
import { DownloadsPage } from './downloads-page.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const archive = (number: number, parts: Partial<Download>): Download => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  name: null,
  photosCount: 12,
  size: null,
  state: 'ready',
  created: '2026-05-03T10:00:00Z',
  expires: '2026-05-10T10:00:00Z',
  ...parts,
})

let items: Download[] | null
let addressStatus: number
let hold: Promise<unknown>
let requests: string[]
const saved: string[] = []

beforeEach(() => {
  setHostFlags({ PhotoManagementTimelineViewEnabled: true })
  addressStatus = 200
  hold = Promise.resolve()
  requests = []
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.getAttribute('href')} as ${this.download}`)
  })
  answerCalls(async ({ path }) => {
    if (path.endsWith('/v1/Pdfs/me')) return Response.json({ pdfs: [], cursor: null })
    requests.push(path.replace('/api/downloads', ''))
    await hold
    if (path.endsWith('/url')) return Response.json({ url: '/media/signed' }, { status: addressStatus })
    return items ? Response.json({ items }) : refusal(400)
  })
})

function open(answer: typeof items) {
  items = answer
  renderScreens('/', { '/': DownloadsPage }, { toasts: false })
}

test("PL-010 OP-03 'Photo archives' lists name, number of photos, date and state, ready ones with 'Download .zip'", async () => {
  open([
    archive(1, { name: 'Holiday', size: 5_242_880 }),
    archive(2, { state: 'in-progress' }),
    archive(3, { state: 'failed' }),
  ])
  expect(await screen.findByRole('heading', { level: 2, name: 'Photo archives' })).toBeDefined()
  const [ready, working, failed] = await screen.findAllByRole('listitem')
  for (const fact of ['Holiday', '12 photos', '5.0', '3 May 2026', '10 May 2026'])
    expect(ready!.textContent).toContain(fact)
  fireEvent.click(within(ready!).getByRole('button', { name: /\.zip/ }))
  await waitFor(() => expect(saved).toEqual(['/media/signed as 00000000-0000-4000-8000-000000000001.zip']))
  for (const row of [working!, failed!]) expect(within(row).queryByRole('button')).toBeNull()
  expect(working!.textContent).toContain('Being prepared')
  expect(failed!.textContent).toContain('This archive couldn’t be created.')
})

test('PL-010 without archives an empty state links to the photos', async () => {
  open([])
  expect(await screen.findByRole('heading', { name: 'No downloads yet' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to your photos' }).getAttribute('href')).toBe(
    '/my-photos/photos',
  )
})

test('PL-010 a failure shows a message with a working retry', async () => {
  open(null)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your downloads couldn’t be loaded')
  items = [archive(1, {})]
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('listitem')).toBeDefined()
})

test('PL-148 the list: a loader while it is loading, then the data', async () => {
  const held = Promise.withResolvers<void>()
  hold = held.promise
  open([archive(1, {})])
  expect((await screen.findByRole('status')).textContent).toBe('Loading your downloads')
  expect(screen.queryByRole('listitem')).toBeNull()
  held.resolve()
  expect(await screen.findByRole('listitem')).toBeDefined()
  expect(screen.queryByRole('status')).toBeNull()
})

test('PL-010 PL-148 an address: no request before the press; in progress the button is busy; then failed, then finished', async () => {
  open([archive(1, {})])
  const button = await screen.findByRole('button', { name: /\.zip/ })
  expect([requests, button.getAttribute('aria-busy')]).toEqual([['/downloads'], null])
  const held = Promise.withResolvers<void>()
  hold = held.promise
  addressStatus = 409
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  held.resolve()
  expect((await screen.findByRole('alert')).textContent).toBe('Download failed')
  expect(saved).toEqual([])
  expect(button.getAttribute('aria-busy')).toBeNull()
  addressStatus = 200
  fireEvent.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
})
