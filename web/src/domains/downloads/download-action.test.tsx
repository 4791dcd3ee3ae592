// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { StartPage } from '#web/gallery/actions/start-page.testing.tsx'
import type { PhotoAction } from '#web/gallery/index.ts'
import { addressesExpire, photoForTests, userForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { downloadAction } from './index.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))
vi.mock('#web/platform/push/downloads.ts', () => ({ subscribeDownloads: () => ({ close: () => {} }) }))

const texts = textsForTests()
const photos = [0, 1, 2].map(index => photoForTests(2024, 5, index))
const saved: string[] = []
const outcome = vi.fn()
let archives: { id: string; name?: string; photos: { photoId: string }[] }[]
let answer: () => Promise<boolean>

// Loaded when it is needed: the first test shall not wait for it.
beforeAll(() => Promise.all([import('#web/ui/operation-dialog.tsx'), import('./download-parts.tsx')]))
beforeEach(() => {
  archives = []
  watchedWork.clear()
  saved.length = 0
  answer = async () => true
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.getAttribute('href')} as ${this.download}`)
  })
  vi.stubGlobal('fetch', async () => new Response('x', { status: 206 }))
  answerCalls(async ({ method, path, body }) => {
    if (path.endsWith('/users')) return Response.json(userForTests(3))
    if (!(await answer())) return refusal(400)
    if (method !== 'POST')
      return Response.json({ image: photos[0], year: 2024, month: 5, position: 0, addressesExpire })
    archives.push(body)
    return Response.json(body, { status: 201 })
  })
})

async function openAction(action: PhotoAction, ids: string[]) {
  const targets = { count: ids.length, ids: async () => ids }
  renderElement(<StartPage onStart={environment => action.perform(targets, environment).then(outcome)} />)
  fireEvent.click(screen.getByText('Start'))
  return screen.findByRole('alertdialog')
}
const open = (count: number) =>
  openAction(
    downloadAction,
    photos.slice(0, count).map(({ imageId }) => imageId),
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const isOpen = () => screen.queryByRole('alertdialog') !== null

test("PL-108 pending, then failure: 'Error: Your photo could not be downloaded' in the open modal", async () => {
  let go = (_: boolean) => {}
  answer = () => new Promise(resolve => (go = resolve))
  const modal = await open(1)
  press('Download')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(true),
  )
  go(false)
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photo could not be downloaded')
  expect(modal.contains(screen.getByRole('alert'))).toBe(true)
  expect([saved, outcome.mock.calls]).toEqual([[], []])
  press('Cancel')
  await waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('failed'))
})

test('PL-108 an original that cannot be downloaded is a failure too', async () => {
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 404 }))
  await open(1)
  press('Download')
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photo could not be downloaded')
  expect(saved).toEqual([])
})

test("PL-109 several that fail: 'Error: Your photos could not be downloaded'", async () => {
  answer = async () => false
  await open(2)
  press('Download')
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photos could not be downloaded')
  expect(isOpen()).toBe(true)
  expect(toasts.current()).toEqual([])
})

test.each([
  [100, undefined],
  [101, 'Up to 100 photos can be downloaded at a time'],
])('PL-054 %i photos: %s', (count, reason) => {
  expect(downloadAction.disabledReason?.(count, texts)).toBe(reason)
})

describe('RV-819 more than 100 photos', () => {
  const inParts = downloadAction.alternative!
  const ids = Array.from({ length: 250 }, () => crypto.randomUUID())

  test('are requested as archives of 100 that are exactly the selection, named by their part', async () => {
    const dialog = await openAction(inParts, ids)
    expect(dialog.textContent).toContain('Download 250 photos in 3 parts')
    expect(dialog.textContent).toContain('You get 3 .zip files with up to 100 photos each')
    expect(archives).toEqual([])
    press('Download')
    await waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('done'))
    expect(archives.map(({ name, photos }) => [name?.replace(/^Photos of .*, /, ''), photos.length])).toEqual(
      [
        ['part 1 of 3', 100],
        ['part 2 of 3', 100],
        ['part 3 of 3', 50],
      ],
    )
    expect(archives.flatMap(archive => archive.photos.map(({ photoId }) => photoId))).toEqual(ids)
    expect(watchedWork.get()).toEqual(archives.map(({ id }) => id))
    expect(toasts.current()).toMatchObject([
      { text: '3 .zip files are being prepared. You’ll find them under Downloads.', kind: 'success' },
    ])
    expect(saved).toEqual([])
  })

  test('after a failure only the parts that are missing are requested again', async () => {
    let requests = 0
    answer = async () => ++requests !== 2
    await openAction(inParts, ids)
    press('Download')
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photos could not be downloaded')
    expect([archives.length, toasts.current()]).toEqual([1, []])
    press('Download')
    await waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('done'))
    expect(archives.flatMap(archive => archive.photos.map(({ photoId }) => photoId))).toEqual(ids)
  })

  test.each([
    [5000, undefined],
    [5001, 'Up to 5,000 photos can be downloaded in parts. For more, export your library.'],
  ])('parts of %i photos: %s', (count, reason) => {
    expect(inParts.disabledReason?.(count, texts)).toBe(reason)
  })
})
