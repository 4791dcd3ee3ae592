// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '#contract/endpoint.ts'
import type { getErasureLimit } from '#contract/photos.ts'
import { stubIntersections } from '#web/gallery/page/more-pages.testing.ts'
import { addressesExpire, photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { answerCalls, type ReceivedCall } from '#web/platform/http/http.testing.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens } from '../../screens.testing.tsx'
import { BinPreviewPage } from '../preview-pages.tsx'
import { BinPage } from './bin-page.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const texts = textsForTests()
const NOW = new Date('2026-05-20T10:00:00Z')

let bin: string[]
let address: () => string
let asked: string[]
let sent: { path: string; photoIds: string[] }[]
let erasures: { when: string }[]
let limit: Answer<typeof getErasureLimit>
let fails: (cursor: string | null) => boolean
let hold: Promise<unknown>
let intersections: ReturnType<typeof stubIntersections>

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  asked = []
  sent = []
  erasures = []
  limit = { remaining: 100, waitHours: 24, mayWait: true, mayEraseNow: true }
  fails = () => false
  hold = Promise.resolve()
  intersections = stubIntersections()
  answerCalls(answer)
})

async function answer({ method, path: full, query, body }: ReceivedCall) {
  const path = full.replace('/api/photo-management', '')
  if (path === '/users')
    return Response.json({
      userId: 'owner',
      photosCount: 0,
      albumsCount: 0,
      registrationDate: '2020-01-01T00:00:00Z',
      lastUploadedAt: null,
      deletedCount: bin.length,
    })
  if (path === '/bin/limit') return Response.json(limit)
  if (path.endsWith('/journal/review')) return Response.json({ lockedAt: null, doubted: null, waiting: [] })
  if (body) {
    const { photoIds, ...more } = body
    sent.push({ path: `${method} ${path}`, photoIds })
    if (method === 'DELETE') erasures.push(more)
    const isDelayed = method === 'DELETE' && more.when === 'later'
    if (!isDelayed) bin = bin.filter(id => !photoIds.includes(id))
    return Response.json({ failed: [], effectiveAt: isDelayed ? '2026-05-21T10:00:00.000Z' : null })
  }
  const cursor = query.get('cursor')
  asked.push(cursor ?? 'first')
  await hold
  if (fails(cursor)) return Response.json({ message: 'no' }, { status: 400 })
  const from = Number(cursor ?? 0)
  const to = from + Number(query.get('limit'))
  const images = bin.slice(from, to).map((imageId, index) => ({
    ...photoForTests(2024, 5, from + index),
    imageId,
    deletedAt: '2026-05-10T10:00:00Z',
    erasedAt: '2026-06-09T10:00:00Z',
  }))
  return Response.json({
    cursor: to < bin.length ? String(to) : null,
    images,
    addressesExpire,
  })
}

function open(count: number) {
  bin = Array.from({ length: count }, (_, index) => photoForTests(2024, 5, index).imageId)
  const screens = { [PATHS.deletedPhotos]: BinPage, [PATHS.deletedPhotoPreview]: BinPreviewPage }
  const { router } = renderScreens(PATHS.deletedPhotos, screens, { toasts: false })
  address = () => router.state.location.pathname
}
const photos = (count: number) => waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(count))
const isEnabled = (button: HTMLElement) =>
  waitFor(() => expect(button.matches(':disabled, [aria-disabled="true"]')).toBe(false))
const more = () => screen.queryByRole('button', { name: 'Load more' })

describe('a list that grows at its end', () => {
  test('PL-038 the next page is fetched when the end scrolls into view, until there is none', async () => {
    open(150)
    await photos(100)
    expect(asked).toEqual(['first'])
    intersections.see()
    await photos(150)
    expect(asked).toEqual(['first', '100'])
    expect([more(), intersections.observers.size]).toEqual([null, 0])
  })

  test("PL-038 no call while one is running; 'Load more' shows a spinner", async () => {
    open(250)
    await photos(100)
    const held = Promise.withResolvers<void>()
    hold = held.promise
    fireEvent.click(more()!)
    await waitFor(() => expect(more()?.getAttribute('aria-busy')).toBe('true'))
    fireEvent.click(more()!)
    intersections.see()
    held.resolve()
    await photos(200)
    expect(asked).toEqual(['first', '100'])
    expect(more()?.getAttribute('aria-busy')).toBeNull()
  })

  test('PL-038 a failed page is loaded by the button', async () => {
    open(150)
    await photos(100)
    fails = cursor => cursor === '100'
    intersections.see()
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(intersections.observers.size).toBe(0)
    fails = () => false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await photos(150)
  })
})

describe('OP-91 recently deleted', () => {
  test('OP-91 RV-117 a press opens a photo, the space bar and Shift select, and then a press selects too', async () => {
    open(4)
    await photos(4)
    const tile = (index: number) => screen.getAllByRole('listitem')[index]!.querySelector('button')!
    const [first, second, third] = [tile(0), tile(1), tile(2)]
    expect(first.getAttribute('aria-pressed')).toBeNull()
    fireEvent.keyDown(first, { key: ' ' })
    await screen.findByText('1 selected')
    fireEvent.click(third, { shiftKey: true })
    await screen.findByText('3 selected')
    fireEvent.click(second)
    await screen.findByText('2 selected')
    expect(second.getAttribute('aria-pressed')).toBe('false')
    fireEvent.keyDown(first, { key: ' ' })
    fireEvent.keyDown(third, { key: ' ' })
    await waitFor(() => expect(screen.queryByText(/^\d+ selected$/)).toBeNull())
    fireEvent.click(second)
    await waitFor(() => expect(address()).toBe(`/my-photos/deleted/preview/${bin[1]}`))
  })

  test('OP-91 each photo shows how many days are left; selecting can be started without a mark, and ended', async () => {
    open(2)
    await photos(2)
    for (const each of screen.getAllByRole('listitem')) expect(each.textContent).toContain('20 days')
    fireEvent.click(screen.getByRole('button', { name: 'Select' }))
    fireEvent.click(screen.getAllByRole('listitem')[0]!.querySelector('button')!)
    await screen.findByText('1 selected')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText(/^\d+ selected$/)).toBeNull())
    fireEvent.click(screen.getAllByRole('listitem')[1]!.querySelector('button')!)
    await waitFor(() => expect(address()).toBe(`/my-photos/deleted/preview/${bin[1]}`))
  })

  test('OP-91 RV-117 the preview goes on to photos of pages that are not loaded yet', async () => {
    open(250)
    await photos(100)
    fireEvent.click(screen.getAllByRole('listitem')[99]!.querySelector('button')!)
    await screen.findByRole('dialog', { name: 'Photo preview' })
    const shown = () => screen.getByRole('img', { name: /^Photo \d+ of/ }).getAttribute('aria-label')
    await waitFor(() => expect(shown()).toMatch(/^Photo 100 of/))
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
    await waitFor(() => expect(shown()).toMatch(/^Photo 101 of/))
    expect(asked).toEqual(['first', '100'])
  })

  test('OP-91 erasing asks for confirmation and affects only selected photos', async () => {
    open(3)
    await photos(3)
    const [, second] = [...bin]
    fireEvent.click(screen.getAllByRole('listitem')[1]!.querySelector('[data-check]')!)
    fireEvent.click(await screen.findByRole('button', { name: texts.text('bin.delete') }))
    const question = await screen.findByRole('alertdialog')
    expect(sent).toEqual([])
    const confirm = [...question.querySelectorAll('button')].find(
      button => button.textContent === texts.text('bin.delete'),
    )
    await isEnabled(confirm!)
    fireEvent.click(confirm!)
    await photos(2)
    expect(sent).toEqual([{ path: 'DELETE /bin', photoIds: [second] }])
  })

  async function askToEmpty(count: number) {
    open(count)
    await photos(count)
    fireEvent.click(screen.getByRole('button', { name: 'Empty' }))
    const question = await screen.findByRole('alertdialog', { name: `Delete ${count} photos forever?` })
    const button = (name: string) => within(question).queryByRole('button', { name })
    return { question, button }
  }

  test('RV-105 erasing more than 10 photos asks for the word', async () => {
    const { question, button } = await askToEmpty(11)
    const confirm = button('Delete forever')!
    await isEnabled(confirm)
    fireEvent.click(confirm)
    expect(await within(question).findAllByText('Please type DELETE to confirm')).not.toHaveLength(0)
    expect(sent).toEqual([])
    fireEvent.change(within(question).getByRole('textbox'), { target: { value: 'DELETE' } })
    fireEvent.click(confirm)
    await photos(0)
    expect(sent.flatMap(({ photoIds }) => photoIds)).toHaveLength(11)
  })

  test('RV-105 erasing 10 photos does not', async () => {
    const { question, button } = await askToEmpty(10)
    expect(within(question).queryByRole('textbox')).toBeNull()
    await isEnabled(button('Delete forever')!)
    fireEvent.click(button('Delete forever')!)
    await photos(0)
    expect(erasures).toEqual([{ when: 'usual' }])
  })

  test('NX-428 says before that the number is more than usual, and until when it can be stopped', async () => {
    limit.remaining = 4
    const { question, button } = await askToEmpty(5)
    await within(question).findByText(
      'These 5 photos are more than usual, so we wait before we delete them. Until Thursday 21 May at 11:00 you can stop it on any device.',
    )
    fireEvent.click(button('Delete later')!)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([erasures, bin.length]).toEqual([[{ when: 'later' }], 5])
  })

  test('NX-428 the last number that is usual is deleted at once', async () => {
    limit.remaining = 5
    const { button } = await askToEmpty(5)
    await isEnabled(button('Delete forever')!)
    expect([button('Delete later'), button('Delete now')]).toEqual([null, null])
  })

  test('NX-425 ‘Delete now’ is offered on a known device only; an empty bin shows an empty state', async () => {
    limit.remaining = 4
    const { button } = await askToEmpty(5)
    await waitFor(() => expect(button('Delete now')).not.toBeNull())
    fireEvent.click(button('Delete now')!)
    await photos(0)
    expect(erasures).toEqual([{ when: 'now' }])
    expect(await screen.findByRole('heading', { name: texts.text('bin.empty') })).toBeDefined()
  })

  test('NX-425 on a new device it waits, and after a deletion was stopped it is refused', async () => {
    limit = { remaining: 4, waitHours: 72, mayWait: false, mayEraseNow: false }
    const { question, button } = await askToEmpty(5)
    await within(question).findByText(/A deletion was stopped here in the last week/)
    expect(button('Delete now')).toBeNull()
    expect(button('Delete later')!.matches(':disabled, [aria-disabled="true"]')).toBe(true)
  })
})
