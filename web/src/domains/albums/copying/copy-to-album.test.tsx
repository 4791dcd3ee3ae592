// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PhotoSelection } from '#contract/photo-selection.ts'
import type { ActionEnvironment } from '#web/gallery/actions/photo-action.ts'
import { StartPage } from '#web/gallery/actions/start-page.testing.tsx'
import { stubIntersections } from '#web/gallery/page/more-pages.testing.ts'
import { toasts } from '#web/ui/toasts.ts'
import { albumsForTests, renderForTests } from '../albums.testing.tsx'
import { copyToAlbumAction } from './copy-to-album-action.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const outcome = vi.fn()
let service: ReturnType<typeof albumsForTests>
let intersections: ReturnType<typeof stubIntersections>

// Loaded when it is needed: the first test shall not wait for it.
beforeAll(() => import('./copy-dialog.tsx'))
beforeEach(() => {
  intersections = stubIntersections()
})

const GIVEN = [
  { name: 'Oslo', count: 12 },
  { name: 'Shared', count: 2, shared: true },
  { name: 'Garden', count: 3 },
]
const ids = (count: number) => Array.from({ length: count }, (_, index) => `photo-${index}`)

function show(count: number, rule?: PhotoSelection) {
  const targets = { count, ids: async () => ids(count), rule: () => rule }
  const start = (environment: ActionEnvironment) =>
    copyToAlbumAction.perform(targets, environment).then(outcome)
  return renderForTests('/test', { '/test': () => <StartPage onStart={start} /> })
}

async function open(count: number, rule?: PhotoSelection, given = GIVEN) {
  service = albumsForTests(given)
  show(count, rule)
  fireEvent.click(await screen.findByText('Start'))
  return screen.findByRole('dialog', { name: 'Copy to album' })
}

const option = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const copied = () =>
  service.calls.filter(({ line }) => line.endsWith('/photos')).map(({ line, body }) => [line, body])

describe('copy to album', () => {
  test("PL-094 '{amount} photos selected', own albums that are not shared, and 'New album'", async () => {
    const modal = await open(3)
    expect(modal.textContent).toContain('3 photos selected')
    await option(/^Oslo/)
    expect(screen.getAllByRole('radio').map(each => each.closest('label')?.textContent)).toEqual([
      'Oslo12 photos',
      'Garden3 photos',
    ])
    expect(within(modal).getByRole('button', { name: 'New album' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Copy' }).getAttribute('aria-disabled')).toBe('true')
    expect(service.lines('GET /albums?')[0]).toContain('displaySharedData=false&limit=49')
  })

  test('PL-094 PL-075 PL-038 more albums are loaded when the end is in view: 49, then 50', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ name: `Album ${index}`, count: 0 }))
    await open(3, undefined, many)
    await option(/^Album 0/)
    expect(screen.getAllByRole('radio')).toHaveLength(49)
    intersections.see()
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(60))
    expect(service.lines('GET /albums?').at(-1)).toContain('limit=50&cursor=49')
  })

  test('PL-101 OP-19 250 photos are added in chunks of 100, a failed chunk is retried', async () => {
    await open(250)
    fireEvent.click(await option(/^Oslo/))
    let calls = 0
    service.fail = line => line.startsWith('POST') && ++calls === 2
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    press('Copy')
    await act(() => vi.advanceTimersByTimeAsync(2000))
    vi.useRealTimers()
    await waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('done'))
    expect(copied().map(([, body]) => (body as { photoIds: string[] }).photoIds.length)).toEqual([
      100, 100, 100, 50,
    ])
  })

  test('PL-101 a selection by rule is one call, whatever its size', async () => {
    const rule = { groupBy: 'dateTaken', months: [{ year: 2024, month: 5, except: [] }] } as const
    await open(60_000, rule as never)
    fireEvent.click(await option(/^Oslo/))
    press('Copy')
    await waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('done'))
    expect(copied().map(([, body]) => body)).toEqual([{ selection: rule }])
  })

  test('PL-096 PL-053 a failure keeps the modal open with an error', async () => {
    const rule = { photoIds: ['a'] }
    const modal = await open(3, rule)
    fireEvent.click(await option(/^Oslo/))
    service.fail = line => line.startsWith('POST')
    press('Copy')
    expect((await within(modal).findByRole('alert')).textContent).toBe(
      'Error: Your photos could not be copied',
    )
    expect(outcome).not.toHaveBeenCalled()
    press('Cancel')
    await waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('failed'))
    expect(toasts.current()).toEqual([])
  })

  test("PL-095 PL-096 'New album' creates one in the modal, which is chosen; 'Photos copied to {album link}'", async () => {
    await open(2)
    press('New album')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Album name' })
    expect(field.placeholder).toBe('Untitled album')
    fireEvent.change(field, { target: { value: 'Summer' } })
    fireEvent.submit(field.closest('form')!)
    expect((await option(/^Summer/)).checked).toBe(true)
    press('Copy')
    await waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('done'))
    const [album] = service.albums
    expect(copied()).toEqual([[`POST /albums/${album!.id}/photos`, { photoIds: ids(2) }]])
    const link = await screen.findByRole('link', { name: 'Summer' })
    expect(link.getAttribute('href')).toBe(`/my-photos/albums/${album!.id}`)
    expect(link.parentElement?.textContent).toBe('Photos copied to Summer')
  })

  test('PL-095 PL-146 Escape closes the form, not the modal', async () => {
    await open(2)
    press('New album')
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Album name' }), { key: 'Escape' })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Copy to album' })).toBeDefined()
  })

  test("PL-076 PL-196 the list cannot be had: 'Unable to display albums. …'; a new one can be made", async () => {
    service = albumsForTests(GIVEN)
    service.fail = line => line.startsWith('GET /albums?')
    show(1)
    fireEvent.click(await screen.findByText('Start'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(
      'Unable to display albums. Please refresh the page or try again later.',
    )
    expect(screen.getByRole('button', { name: 'New album' })).toBeDefined()
  })
})
