import type { z } from 'zod'
import type { offersAnswer } from '#contract/merchandise-offers.ts'
import type { ChoiceReason, DraftChange, LeftOutKind, SelectionDraft } from '#contract/selection-drafts.ts'
import { addressesExpire, photoForTests, userForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'

export const DRAFT_ID = '00000000-0000-4000-8000-0000000000d1'
export const photoId = (index: number) => photo(index).imageId

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
export function suggestionsForTests() {
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
