// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import type { offersAnswer } from '#contract/merchandise-offers.ts'
import type { ChoiceReason, DraftChange, LeftOutKind, SelectionDraft } from '#contract/selection-drafts.ts'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { addressesExpire, photoForTests, userForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { SuggestPage } from './suggest-page.tsx'
import { SuggestedPage } from './suggested-page.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

let service: ReturnType<typeof suggestionsForTests>
beforeEach(() => {
  setHostFlags({ PhotoManagementAlbumViewEnabled: true, PhotoManagementOrderPrintsEnabled: true })
  service = suggestionsForTests()
})
afterEach(() => {
  onlineManager.setOnline(true)
})

const open = (
  path: string = PATHS.suggestedSelection.replace('$draftId', DRAFT_ID),
  options?: Parameters<typeof renderScreens>[2],
) => renderScreens(path, { [PATHS.suggest]: SuggestPage, [PATHS.suggestedSelection]: SuggestedPage }, options)
const shownIds = () =>
  [...document.querySelectorAll<HTMLElement>('button[data-photo]')].map(tile => tile.dataset.photo)
const ids = (...indexes: number[]) => indexes.map(photoId)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const tile = (index: number) => document.querySelector<HTMLElement>(`[data-photo="${photoId(index)}"]`)!
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

test('NX-233 each photo says why, events their days, and the page what was left out', async () => {
  open()
  await heading('3 photos suggested')
  expect(shownIds()).toEqual(ids(1, 2, 3))
  expect(tile(1).getAttribute('aria-label')).toMatch(/^Photo 1 of 3, taken .*, Sharpest of 5$/)
  expect(tile(2).getAttribute('aria-label')).toMatch(/^Photo 2 of 3, taken [\w ]*$/)
  const foot = screen.getByRole('region', { name: 'Suggested photos' })
  expect(foot.textContent).toContain('3 landscape · 3 large enough for 20 × 30 cm')
  const names = screen.getAllByRole('heading', { level: 2 }).map(each => each.textContent)
  expect(names).toEqual(['Friday, 3 May 2024', expect.stringMatching(/^12\s?–\s?14 May 2024$/)])
  expect(
    screen.getByText(/^From 12 photos, May 2024\. All 2 events are covered\. Left out: 2 blurred\./),
  ).toBeDefined()
})

test('NX-234 a photo is left out and swapped, each by one change of the version before; one that fails is taken back and reported', async () => {
  open()
  await heading('3 photos suggested')
  service.fail = { line: 'PATCH', status: 400 }
  fireEvent.click(tile(3))
  await press('Leave out')
  expect(await screen.findByText('The suggestion couldn’t be changed. Please try again.')).toBeDefined()
  await waitFor(() => expect(shownIds()).toEqual(ids(1, 2, 3)))
  service.fail = null
  service.changes = []
  fireEvent.click(tile(3))
  await press('Leave out')
  await heading('2 photos suggested')
  fireEvent.click(tile(2))
  const dialog = await screen.findByRole('dialog', { name: 'Why this one?' })
  expect(dialog.textContent).toContain('One of the photos of this event.')
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Choose photo 1 instead' }))
  await waitFor(() => expect(shownIds()).toEqual(ids(1, 9)))
  await waitFor(() =>
    expect(service.changes).toEqual([
      { version: 1, remove: photoId(3) },
      { version: 2, swap: { out: photoId(2), in: photoId(9) } },
    ]),
  )
})

test('NX-234 steps of an event that are pressed before an answer are made one after the other', async () => {
  open()
  await heading('3 photos suggested')
  const event = screen.getByRole('group', { name: /14 May 2024/ })
  const more = within(event).getByRole('button', { name: 'One photo more' })
  fireEvent.click(more)
  await waitFor(() => expect(within(event).getByRole('status').textContent).toBe('2'))
  fireEvent.click(more)
  await heading('5 photos suggested')
  expect(service.changes.map(({ event: change }) => change?.count)).toEqual([2, 3])
  const first = within(screen.getByRole('group', { name: 'Friday, 3 May 2024' }))
  expect(first.getByRole('button', { name: 'One photo more' }).getAttribute('aria-disabled')).toBe('true')
})

test('NX-234 Undo, Back and Forward restore the version of their entry; a change after it follows the restored one', async () => {
  const { router } = open()
  await heading('3 photos suggested')
  fireEvent.click(tile(3))
  await press('Leave out')
  await heading('2 photos suggested')
  await press('Undo')
  await heading('3 photos suggested')
  await waitFor(() => expect(service.changes.at(-1)).toEqual({ version: 2, restore: 1 }))
  await waitFor(() => expect(router.state.location.state.draftVersion).toBe(3))
  router.history.forward()
  await heading('2 photos suggested')
  expect(service.changes.at(-1)).toEqual({ version: 3, restore: 2 })
})

test('NX-234 a draft that was changed in another window is loaded again, and the customer told', async () => {
  open()
  await heading('3 photos suggested')
  service.draft = { ...service.draft!, version: 5, events: service.draft!.events.slice(0, 1) }
  fireEvent.click(tile(3))
  await press('Leave out')
  expect(
    await screen.findByText('This suggestion was changed in another window. You now see its latest version.'),
  ).toBeDefined()
  await heading('2 photos suggested')
  expect(shownIds()).toEqual(ids(1, 2))
})

test('NX-234 without a connection a change is taken back, those before it stay, and Undo works again later', async () => {
  open()
  await heading('3 photos suggested')
  fireEvent.click(tile(3))
  await press('Leave out')
  await waitFor(() => expect(service.changes).toHaveLength(1))
  service.isOffline = true
  onlineManager.setOnline(false)
  await press('Undo')
  expect(await screen.findByText('The suggestion couldn’t be changed. Please try again.')).toBeDefined()
  fireEvent.click(tile(2))
  await press('Leave out')
  const change = `PATCH /selection-drafts/${DRAFT_ID}`
  await waitFor(() => expect(service.unreached.filter(line => line === change)).toHaveLength(2))
  await waitFor(() => expect(shownIds()).toEqual(ids(1, 2)))
  service.isOffline = false
  onlineManager.setOnline(true)
  fireEvent.click(tile(2))
  await press('Leave out')
  await heading('1 photo suggested')
  await waitFor(() => expect(service.changes.at(-1)).toEqual({ version: 2, remove: photoId(2) }))
})

test('NX-233 what was left out is listed by reason, and a photo of it added', async () => {
  open()
  await press('Show what was left out')
  const dialog = await screen.findByRole('dialog', { name: 'What was left out' })
  expect(
    within(dialog)
      .getAllByRole('tab')
      .map(tab => tab.textContent),
  ).toEqual(['Blurred 2'])
  fireEvent.click(await within(dialog).findByRole('button', { name: /^Add: Photo 1 of 1/ }))
  await waitFor(() => expect(service.changes).toEqual([{ version: 1, add: photoId(7) }]))
})

const listOptions = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('li button')].map(each =>
    [...each.querySelectorAll('span > *')].map(part => part.textContent),
  )

test('NX-235 the photos can become a book, a calendar, prints, albums and a download, with pages and prices that the shop has sent, and only of what it shows', async () => {
  open()
  await press('Use 3 photos')
  const options = await screen.findByRole('dialog', { name: 'Use 3 photos' })
  expect(listOptions(options)).toEqual([
    ['Photo book', '3 photos'],
    ['Calendar', 'Room for 13 photos'],
    ['Order prints', '3 prints'],
    ['New album', 'To go on choosing later'],
    ['Copy to album', 'Add them to one of your albums'],
    ['Download', expect.stringMatching(/^3 originals, /)],
  ])
  expect(options.textContent).not.toContain('too small')
  cleanup()
  service.articles = [
    { ArticleType: 'photo-book', PageCount: 24, Price: 2595, Visible: true },
    { ArticleType: 'photo-book', PageCount: 48, Price: 4795, Visible: true },
    { ArticleType: 'photo-book', PageCount: 12, Price: 995, Visible: false },
    { ArticleType: 'calendar', PageCount: null, Price: 1795, Visible: true },
    // The cheapest is not known.
    { ArticleType: 'calendar', PageCount: null, Price: null, Visible: true },
    { ArticleType: 'prints', PageCount: null, Price: 17, Visible: true },
  ]
  open()
  await press('Use 3 photos')
  const dialog = await screen.findByRole('dialog', { name: 'Use 3 photos' })
  await within(dialog).findByText('3 photos · 24 to 48 pages · from £25.95')
  expect(listOptions(dialog).slice(1, 3)).toEqual([
    ['Calendar', 'Room for 13 photos'],
    ['Order prints', '3 prints · from £0.17 each'],
  ])
})

test('NX-235 photos that are too small for a full page are counted, and most of many fit into a calendar', async () => {
  const event = service.draft!.events[0]!
  const { image, reason } = event.choices[0]!
  const choices = Array.from({ length: 14 }, (_, index) => ({
    image: {
      ...image,
      imageId: photoId(index + 1),
      ...(index < 2 && { visibleWidth: 1200, visibleHeight: 800 }),
    },
    reason,
  }))
  service.draft = { ...service.draft!, events: [{ ...event, choices }] }
  open()
  await press('Use 14 photos')
  const dialog = await screen.findByRole('dialog', { name: 'Use 14 photos' })
  expect(dialog.textContent).toContain('13 of them fit; you choose which in the editor')
  expect(dialog.textContent).toContain('2 of them are too small for a full page; the editor says where.')
})

test('NX-235 a product without an editor is not offered, nor are small photos counted without a book', async () => {
  service.draft!.events[0]!.choices[0]!.image.visibleWidth = 300
  open(undefined, { brandParts: { productEditors: { calendar: 'https://editor.example/calendar' } } })
  await press('Use 3 photos')
  const dialog = await screen.findByRole('dialog', { name: 'Use 3 photos' })
  const titles = listOptions(dialog).map(([title]) => title)
  expect(titles).toEqual(['Calendar', 'Order prints', 'New album', 'Copy to album', 'Download'])
  expect(dialog.textContent).not.toContain('too small')
})

test('NX-236 other photos are suggested from the draft, with the next seed', async () => {
  open()
  await press('Suggest others')
  await waitFor(() =>
    expect(service.created).toEqual([
      {
        wanted: 3,
        leaveOut: ['similar', 'blurred'],
        seed: 1,
        keep: DRAFT_ID,
        draftId: expect.any(String),
      },
    ]),
  )
})

test('NX-232 NX-236 a request is repeated with the same id while its answer is lost, another one has its own', async () => {
  open(PATHS.suggest)
  await screen.findByRole('button', { name: 'Suggest 9 photos' })
  service.isLost = true
  await press('Suggest 9 photos')
  await screen.findByText('The photos couldn’t be suggested. Please try again.')
  service.isLost = false
  await press('Suggest 9 photos')
  await heading('3 photos suggested')
  await press('Suggest others')
  await waitFor(() => expect(service.created).toHaveLength(3))
  const [lost, repeated, others] = service.created.map(({ draftId }) => draftId)
  expect(repeated).toBe(lost)
  expect(others).not.toBe(lost)
})

test('NX-233 NX-235 a failure shows a message with a working retry, and a draft that is gone says so', async () => {
  service.fail = { line: 'GET /selection-drafts', status: 503 }
  open()
  await press('Try again')
  await heading('3 photos suggested')
  cleanup()
  service.draft = null
  open()
  expect(await screen.findByText('This suggestion is no longer available')).toBeDefined()
})

test('NX-231 NX-230 RV-1150 fewer photos than wanted, and photos that nobody has looked at yet, are named', async () => {
  service.source.looked = { done: 4, of: 12 }
  open(PATHS.suggest)
  expect(await screen.findByText('There are 9 photos to choose from. We suggest all of them.')).toBeDefined()
  expect(screen.getByText('Large enough for 20 × 30 cm').nextSibling?.textContent).toBe('7')
  // RV-1150: before they are chosen; a small print needs no full page.
  const tooSmall = '2 of the photos to choose from are too small for a full page.'
  expect(screen.getByText(tooSmall)).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: /^Prints/ }))
  await waitFor(() => expect(screen.queryByText(tooSmall)).toBeNull())
  fireEvent.click(screen.getByRole('radio', { name: /^Photo book/ }))
  expect(await screen.findByText(tooSmall)).toBeDefined()
  expect(screen.getByText('We’ve looked at 4 of 12 photos so far.')).toBeDefined()
  await press('Suggest 9 photos')
  await heading('3 photos suggested')
  expect(service.created).toMatchObject([
    { wanted: 60, leaveOut: ['similar', 'blurred', 'badly-lit', 'screenshots'] },
  ])
})

test('NX-231 nothing left to choose from cannot be started; a switch changes it; an empty library leads to the photos', async () => {
  service.source = { ...service.source, toChoose: 0, events: 0 }
  open(PATHS.suggest)
  const button = await screen.findByRole('button', { name: 'Suggest 0 photos' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  service.source = { ...service.source, toChoose: 12 }
  fireEvent.click(screen.getByRole('switch', { name: 'Blurred' }))
  expect(await screen.findByRole('button', { name: 'Suggest 12 photos' })).toBeDefined()
  cleanup()
  service.source = { ...service.source, photos: 0 }
  open(PATHS.suggest)
  expect(await screen.findByText('Your photo library is empty')).toBeDefined()
})

test('NX-231 a purpose sets the number, another number is the customer’s own', async () => {
  open(PATHS.suggest)
  const number = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Number of photos' })
  fireEvent.click(screen.getByRole('radio', { name: 'Calendar 13' }))
  expect(number.value).toBe('13')
  fireEvent.change(number, { target: { value: '14' } })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Other number' }).checked).toBe(true)
  fireEvent.change(number, { target: { value: '0' } })
  fireEvent.blur(number)
  expect(number.value).toBe('14')
})

test('NX-231 albums that could not be listed are missing visibly, and can be loaded again', async () => {
  service.albums = ['Garden', 'Summer']
  service.fail = { line: 'GET /albums page 2', status: 503 }
  open(`${PATHS.suggest}?source=album`)
  expect(await screen.findByText(/^Unable to display albums/)).toBeDefined()
  const choice = screen.getByRole('combobox', { name: 'Album' })
  const listOptions = () =>
    within(choice)
      .getAllByRole('option')
      .map(option => option.textContent)
  await waitFor(() => expect(listOptions()).toEqual(['Choose an album', 'Garden (1 photo)']))
  await press('Try again')
  await waitFor(() => expect(listOptions()).toHaveLength(3))
  expect(screen.queryByText(/^Unable to display albums/)).toBeNull()
})

test('NX-231 results of a search are suggested from, also after another source was looked at', async () => {
  const { router } = open(
    `${PATHS.suggest}?source=${encodeURIComponent('search:date=2024-05&shape=upright')}`,
  )
  const results = await screen.findByRole<HTMLInputElement>('radio', { name: 'Search results' })
  expect(results.checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /^All photos/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  fireEvent.click(screen.getByRole('radio', { name: 'Search results' }))
  await waitFor(() => expect(results.checked).toBe(true))
  await press('Suggest 9 photos')
  await heading('3 photos suggested')
  const filter = { date: ['2024-05'], shape: ['upright'] }
  expect(service.created).toMatchObject([{ selection: { filters: [{ filter }] } }])
})

const DRAFT_ID = '00000000-0000-4000-8000-0000000000d1'
const photoId = (index: number) => photo(index).imageId

const photo = (index: number) => photoForTests(2024, 5, index)
const choice = (index: number, reason: ChoiceReason = { kind: 'sharpest', of: 5 }) => ({
  image: photo(index),
  reason,
})

/** A draft of version 1 with three photos of two events. */
const createDraft = (): SelectionDraft => ({
  draftId: DRAFT_ID,
  version: 1,
  wanted: 3,
  leaveOut: ['similar', 'blurred'],
  seed: 0,
  photos: 12,
  events: [
    {
      first: '2024-05-03T10:00:00',
      last: '2024-05-03T12:00:00',
      photos: 2,
      choices: [choice(1), choice(2, { kind: 'part-of-event' })],
    },
    { first: '2024-05-12T10:00:00', last: '2024-05-14T12:00:00', photos: 5, choices: [choice(3)] },
  ],
  leftOut: [
    { kind: 'blurred', photos: 2 },
    { kind: 'similar', photos: 0 },
  ],
  looked: { done: 12, of: 12 },
  addressesExpire,
})

/** Fake service of suggestions: it keeps every version of one draft, and records the calls and the changes. */
function suggestionsForTests() {
  const service = {
    draft: createDraft() as SelectionDraft | null,
    versions: new Map([[1, createDraft()]]),
    source: { photos: 12, toChoose: 9, events: 2, undated: 0, looked: { done: 12, of: 12 } },
    changes: [] as DraftChange[],
    created: [] as Record<string, unknown>[],
    /** Articles of the channel; null: the retailer has not sent it. */
    articles: null as z.infer<typeof offersAnswer>['channel']['Articles'] | null,
    /** Names of albums; a page has one. */
    albums: [] as string[],
    /** Status with which the next call of this beginning fails. */
    fail: null as { line: string; status: number } | null,
    /** No call reaches the service; it records which did not. */
    isOffline: false,
    unreached: [] as string[],
    /** Calls reach the service, and their answers are lost. */
    isLost: false,
  }
  answerCalls(({ method, path, query, body }) => {
    const page = query.has('cursor') ? ` page ${Number(query.get('cursor')) + 1}` : ''
    const line = `${method} ${path.replace('/api/photo-management', '')}${page}`
    const { fail } = service
    if (service.isOffline) {
      service.unreached.push(line)
      throw new TypeError('Failed to fetch')
    }
    if (!fail || !line.startsWith(fail.line)) {
      const answered = answer(line, body)
      if (service.isLost) throw new TypeError('Failed to fetch')
      return answered
    }
    service.fail = null
    return refusal(fail.status)
  })
  const answer = (line: string, body: Record<string, unknown>): Response => {
    if (line === 'GET /users') return Response.json(userForTests(service.source.photos))
    if (line === 'POST /api/merchandise') {
      const { articles: Articles } = service
      return Response.json({ data: { channel: Articles && { Currency: 'GBP', Articles } } })
    }
    if (line.startsWith('GET /albums')) return listAlbums(Number(line.split(' page ')[1] ?? 1))
    if (line === 'GET /users/timeline')
      return Response.json({
        months: [
          { year: 2024, month: 5, undated: false, photos: 8 },
          { year: 2024, month: 7, undated: false, photos: 4 },
        ],
      })
    if (line === 'POST /selection-drafts/source') {
      const kinds: LeftOutKind[] = ['printed', 'screenshots', 'blurred', 'badly-lit', 'similar']
      const leftOut = kinds.map(kind => ({ kind, photos: kind === 'blurred' ? 3 : 0 }))
      return Response.json({
        ...service.source,
        months: [],
        leftOut,
        ...(body.paper ? { largeEnough: 7 } : {}),
      })
    }
    if (line === 'POST /selection-drafts') {
      service.created.push(body)
      return Response.json(createDraft(), { status: 201 })
    }
    if (line.endsWith('/alternatives'))
      return Response.json({ images: [photo(9), photo(8)], addressesExpire })
    if (line.includes('/left-out/'))
      return Response.json({ photos: 1, cursor: null, images: [photo(7)], addressesExpire })
    if (!service.draft) return refusal(404)
    if (line.startsWith('PATCH')) return changeDraft(service.draft, body as DraftChange)
    return Response.json(service.draft)
  }
  const listAlbums = (page: number): Response => {
    const albums = service.albums.slice(page - 1, page)
    return Response.json({
      albums: albums.map(albumName => ({
        albumId: `00000000-0000-4000-8000-0000000000a${page}`,
        userId: 'a',
        albumName,
        photosCount: 1,
        coverPhoto: photo(page),
        coverChosen: false,
        size: 1,
        isShared: false,
        created: '2024-01-01T00:00:00Z',
        updated: '2024-01-01T00:00:00Z',
      })),
      cursor: page < service.albums.length ? String(page) : null,
      addressesExpire,
    })
  }
  const changeDraft = (draft: SelectionDraft, { version, ...change }: DraftChange): Response => {
    service.changes.push({ version, ...change })
    if (version !== draft.version) return refusal(409)
    const restored = change.restore && service.versions.get(change.restore)
    if (change.restore && !restored) return refusal(404)
    const events = restored
      ? restored.events
      : draft.events.map((event, index) => ({ ...event, choices: listChoices(event, index, change) }))
    service.draft = { ...draft, events, version: version + 1 }
    service.versions.set(version + 1, service.draft)
    return Response.json(service.draft)
  }
  return service
}

function listChoices(
  { choices }: SelectionDraft['events'][number],
  index: number,
  { swap, remove, add, event }: Omit<DraftChange, 'version'>,
) {
  if (add && index === 0) return [...choices, choice(7, { kind: 'customer' })]
  if (event?.index === index) return [choice(3), choice(4), choice(5), choice(6)].slice(0, event.count)
  return choices.flatMap(each => {
    if (each.image.imageId === remove) return []
    return [each.image.imageId === swap?.out ? choice(9, { kind: 'customer' }) : each]
  })
}
