import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum, deleteAlbum } from '#contract/albums.ts'
import { deletePhotos } from '#contract/photos.ts'
import {
  changeSelectionDraft,
  createSelectionDraft,
  DRAFT_DAYS,
  deleteSelectionDraft,
  getDraftAlternatives,
  getDraftLeftOut,
  getSelectionDraft,
  type SelectionDraft,
  summarizeSuggestionSource,
} from '#contract/selection-drafts.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { insertPhotoRows } from '../../testing/photo-rows.ts'
import { readPages } from '../../testing/read-pages.ts'
import { createHash, insertComparedPhotos, regroup } from '../similar-photos/tidy-up.testing.ts'
import { cleanUpDrafts } from './index.ts'

let customer: Client
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
beforeEach(async () => {
  customer = await server.customer()
})

/** Ten photos a day on `days` days with a week between them; the first of each day is the sharpest. */
async function addPhotos(days: number, client = customer): Promise<void> {
  await insertPhotoRows(server.ctx, client.accountId, days * 10)
  for (const table of ['photos', 'photo_facts'])
    await sql`
      update ${sql.table(table)} f set taken_sort = n.at, taken_month = to_char(n.at, 'YYYYMM')::int
        ${sql.raw(table === 'photos' ? ', taken_at = n.at' : ', sharpness = 100 + 20 * (9 - n.place % 10), facts_version = 1')}
      from (
        select photo_id, place, timestamp '2023-05-01 10:00' + make_interval(days => 7 * (place / 10)::int, mins => 5 * (place % 10)::int) as at
        from (select photo_id, row_number() over (order by photo_id) - 1 as place from photos where account_id = ${client.accountId}) numbered
      ) n
      where f.account_id = ${client.accountId} and f.photo_id = n.photo_id`.execute(server.ctx.db)
}

const create = (body: object = {}, client = customer) =>
  client.call(createSelectionDraft, { body: { wanted: 6, ...body } })
const read = (draftId: string, client = customer) =>
  client.call(getSelectionDraft, { params: { id: draftId } })
const change = (draft: SelectionDraft, body: object) =>
  customer.call(changeSelectionDraft, {
    params: { id: draft.draftId },
    body: { version: draft.version, ...body },
  })
const fail = (draft: SelectionDraft, body: object) =>
  customer.expectError(changeSelectionDraft, {
    params: { id: draft.draftId },
    body: { version: draft.version, ...body },
  })
const listIds = ({ events }: SelectionDraft) =>
  events.flatMap(({ choices }) => choices.map(({ image }) => image.imageId))

describe('NX-231 before it starts', () => {
  test('the months, what is left out and what remains are told, of the library and of a selection', async () => {
    const empty = await customer.call(summarizeSuggestionSource, { body: { wanted: 6 } })
    expect(empty).toMatchObject({ photos: 0, toChoose: 0, events: 0 })
    await addPhotos(6)
    const source = await customer.call(summarizeSuggestionSource, { body: { wanted: 6 } })
    expect(source).toEqual({
      photos: 60,
      months: [
        { year: 2023, month: 5, photos: 50 },
        { year: 2023, month: 6, photos: 10 },
      ],
      undated: 0,
      leftOut: ['printed', 'screenshots', 'blurred', 'badly-lit', 'similar'].map(kind => ({
        kind,
        photos: 0,
      })),
      toChoose: 60,
      events: 6,
      looked: { done: 60, of: 60 },
    })
    const selection = { months: [{ year: 2023, month: 6 }] }
    const june = await customer.call(summarizeSuggestionSource, { body: { wanted: 6, selection } })
    expect(june).toMatchObject({ photos: 10, events: 1 })
  })

  test('NX-256 of those to choose from it is told how many are large enough for a paper', async () => {
    await addPhotos(1)
    await sql`
      update photo_facts set width = 2200, height = 1500
      where account_id = ${customer.accountId}
        and photo_id in (select photo_id from photo_facts where account_id = ${customer.accountId} order by photo_id limit 3)
    `.execute(server.ctx.db)
    await sql`update photo_facts set width = 1500, height = 1000 where account_id = ${customer.accountId} and width <> 2200`.execute(
      server.ctx.db,
    )
    const count = async (body: object) =>
      (await customer.call(summarizeSuggestionSource, { body: { wanted: 6, ...body } })).largeEnough
    expect(await count({ paper: { long: 300, short: 200 } })).toBe(3)
    expect(await count({ paper: { long: 150, short: 100 } })).toBe(10)
    expect(await count({})).toBeUndefined()
  })
})

describe('NX-232 NX-233 a suggested selection', () => {
  test('has a photo of each event with its reason, and is the same again', async () => {
    await addPhotos(6)
    const draft = await create()
    expect(draft.events).toHaveLength(6)
    expect(draft.events.map(({ photos, choices }) => [photos, choices.length])).toEqual(
      Array.from({ length: 6 }, () => [10, 1]),
    )
    expect(draft.events[0]).toMatchObject({ first: '2023-05-01T10:00:00', last: '2023-05-01T10:45:00' })
    for (const { choices } of draft.events) expect(choices[0]!.reason).toEqual({ kind: 'sharpest', of: 10 })
    expect(listIds(await create())).toEqual(listIds(draft))
    expect(await read(draft.draftId)).toEqual(draft)
    // Photos that are deleted are missing, the rest stays.
    await customer.call(deletePhotos, { body: { photoIds: [listIds(draft)[0]!] } })
    expect(listIds(await read(draft.draftId))).toEqual(listIds(draft).slice(1))
  })

  test('is created once, however often its id is sent, also when the album of its source is gone', async () => {
    await addPhotos(2)
    const draftId = randomUUID()
    const [first, second] = [await create({ draftId }), await create({ draftId })]
    expect(second).toEqual(first)
    const conflict = await customer.expectError(createSelectionDraft, { body: { draftId, wanted: 7 } })
    expect(conflict.status).toBe(409)
    const others = [
      { selection: { months: [{ year: 2023, month: 5 }] } },
      { leaveOut: ['similar'] },
      { seed: 1 },
    ] as const
    for (const other of others) {
      const body = { draftId, wanted: 6, ...other }
      const { status } = await customer.expectError(createSelectionDraft, { body } as never)
      expect(status).toBe(409)
    }
    const { albumId } = await customer.call(createAlbum, { body: { name: 'Garden' } })
    // There are fewer photos than are wanted.
    const photoIds = listIds(await create({ wanted: 60 }))
    await customer.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
    const ofAlbum = {
      draftId: randomUUID(),
      selection: { albums: [{ albumId }] },
      leaveOut: ['similar', 'blurred'],
    }
    const created = await create(ofAlbum)
    expect(created.photos).toBe(20)
    await customer.call(deleteAlbum, { params: { id: albumId } })
    expect(await create({ ...ofAlbum, leaveOut: ['blurred', 'similar'] })).toEqual(created)
  })

  test('NX-231 of the results of a search has those alone, also with others and with more of one event', async () => {
    await addPhotos(6)
    const filter = { date: ['2023-05-08..2023-05-21'] }
    const body = { draftId: randomUUID(), wanted: 4, selection: { filters: [{ filter }] } }
    const draft = await create(body)
    expect([draft.photos, draft.events.map(({ photos }) => photos)]).toEqual([20, [10, 10]])
    expect(await create(body)).toEqual(draft)
    expect((await create({ wanted: 60, keep: draft.draftId })).photos).toBe(20)
    const more = await change(draft, { event: { index: 1, count: 10 } })
    expect(more.events[1]!.choices).toHaveLength(10)
    const other = { filters: [{ filter: { date: ['2023-05'] } }] }
    const { status } = await customer.expectError(createSelectionDraft, {
      body: { ...body, selection: other, leaveOut: [] },
    })
    expect(status).toBe(409)
  })
})

describe('NX-234 a draft', () => {
  test('has another photo swapped in, and shows the old one among its alternatives', async () => {
    await addPhotos(6)
    const draft = await create()
    const out = listIds(draft)[2]!
    const { images } = await customer.call(getDraftAlternatives, {
      params: { id: draft.draftId, photoId: out },
    })
    expect(images).toHaveLength(4)
    const swapped = await change(draft, { swap: { out, in: images[1]!.imageId } })
    expect(swapped.version).toBe(2)
    expect(swapped.events[2]!.choices).toMatchObject([
      { image: { imageId: images[1]!.imageId }, reason: { kind: 'customer' } },
    ])
    const next = await customer.call(getDraftAlternatives, {
      params: { id: draft.draftId, photoId: images[1]!.imageId },
    })
    expect(next.images[0]!.imageId).toBe(out)
  })

  test('has more and fewer photos of one event only, in the order of time', async () => {
    await addPhotos(6)
    const draft = await create()
    const more = await change(draft, { event: { index: 1, count: 4 } })
    expect(more.events.map(({ choices }) => choices.length)).toEqual([1, 4, 1, 1, 1, 1])
    const dates = more.events[1]!.choices.map(({ image }) => image.dateTaken)
    expect(dates).toEqual(dates.toSorted())
    const none = await change(more, { event: { index: 1, count: 0 } })
    expect(none.events.map(({ choices }) => choices.length)).toEqual([1, 0, 1, 1, 1, 1])
    const all = await change(none, { event: { index: 1, count: 99 } })
    expect(all.events[1]!.choices).toHaveLength(10)
  })

  test('RV-1282 leaves a photo out for another one of its event, and never chooses it again', async () => {
    await addPhotos(6)
    const draft = await create()
    const removed = listIds(draft)[0]!
    const left = await change(draft, { remove: removed })
    expect(left.events[0]!.choices).toHaveLength(1)
    expect(listIds(left)).not.toContain(removed)
    const second = listIds(left)[0]!
    const without = await change(left, { remove: second })
    const resized = await change(without, { event: { index: 0, count: 10 } })
    expect(resized.events[0]!.choices).toHaveLength(8)
    for (const each of [removed, second]) expect(listIds(resized)).not.toContain(each)
    const added = await change(resized, { add: removed })
    expect(listIds(added)).toContain(removed)
    expect((await fail(added, { add: removed })).status).toBe(409)
  })

  test('gives the place of a photo to the next best one that is in the library, at its own time', async () => {
    await addPhotos(6)
    const draft = await create({ wanted: 12 })
    const [removed, chosen] = draft.events[0]!.choices.map(({ image }) => image.imageId)
    const params = { id: draft.draftId, photoId: removed! }
    const { images } = await customer.call(getDraftAlternatives, { params })
    await customer.call(deletePhotos, { body: { photoIds: [images[0]!.imageId] } })
    const left = await change(draft, { remove: removed })
    expect(left.events[0]!.choices.map(({ image }) => image.imageId)).toEqual([images[1]!.imageId, chosen])
    expect(left.events[0]!.choices[0]!.reason).toEqual({ kind: 'best', of: 4 })
    const added = await change(left, { add: removed })
    const dates = added.events[0]!.choices.map(({ image }) => image.dateTaken)
    expect(dates).toEqual(dates.toSorted())
  })

  test('is undone by the version before, again and again', async () => {
    await addPhotos(6)
    const draft = await create()
    expect(draft).not.toHaveProperty('previous')
    const first = await change(draft, { event: { index: 0, count: 3 } })
    const second = await change(first, { remove: listIds(first)[0]! })
    expect(second.previous).toBe(2)
    const undone = await change(second, { restore: 2 })
    expect(undone.version).toBe(4)
    expect(listIds(undone)).toEqual(listIds(first))
    const back = await change(undone, { restore: 1 })
    expect(listIds(back)).toEqual(listIds(draft))
    expect((await fail(back, { restore: 99 })).status).toBe(404)
  })

  test('of which another window knows an older version is not changed; a foreign one and a photo of no library are missing', async () => {
    await addPhotos(6)
    const draft = await create()
    const changed = await change(draft, { event: { index: 0, count: 3 } })
    expect((await fail(draft, { event: { index: 1, count: 3 } })).status).toBe(409)
    expect(await read(draft.draftId)).toEqual(changed)
    const other = await server.customer()
    const { status } = await other.expectError(getSelectionDraft, { params: { id: draft.draftId } })
    expect([status, (await fail(changed, { add: randomUUID() })).status]).toEqual([404, 404])
    expect((await fail(changed, {})).status).toBe(400)
    expect((await fail(changed, { remove: listIds(changed)[0], restore: 1 })).status).toBe(400)
  })
})

test('NX-233 what was left out is listed by its reason, and can be added', async () => {
  await addPhotos(6)
  await sql`
    update photo_facts set dark = 0.9
    where account_id = ${customer.accountId} and taken_sort = '2023-05-08 10:20'`.execute(server.ctx.db)
  const draft = await create({ leaveOut: ['badly-lit'] })
  expect(draft.leftOut).toContainEqual({ kind: 'badly-lit', photos: 1 })
  const params = { id: draft.draftId, kind: 'badly-lit' } as const
  const leftOut = await customer.call(getDraftLeftOut, { params })
  expect(leftOut.images.map(({ dateTaken }) => dateTaken)).toEqual(['2023-05-08T10:20:00'])
  const added = await change(draft, { add: leftOut.images[0]!.imageId })
  expect(added.events[1]!.choices).toHaveLength(2)
  expect((await customer.call(getDraftLeftOut, { params })).images).toEqual([])
})

test('NX-233 of similar shots the recommended one is chosen, and the others are listed as left out', async () => {
  const hash = createHash()
  const shots = [20, 100].map((sharpness, place) => ({
    hash: hash ^ (BigInt(31 * place) << 8n),
    takenAt: `2024-07-01 10:00:0${place}`,
    sharpness,
  }))
  const [blurred, sharp] = await insertComparedPhotos(server.ctx, customer.accountId, shots)
  await regroup(server, customer)
  const draft = await create({ leaveOut: ['similar'] })
  expect(listIds(draft)).toEqual([sharp])
  const params = { id: draft.draftId, kind: 'similar' } as const
  const leftOut = await customer.call(getDraftLeftOut, { params })
  expect(leftOut.images.map(({ imageId }) => imageId)).toEqual([blurred])
})

test('NX-233 NX-442 what was left out is read page by page; a cursor of another draft is refused', async () => {
  await addPhotos(6)
  await sql`update photo_facts set dark = 0.9 where account_id = ${customer.accountId}`.execute(server.ctx.db)
  const [draft, other] = [
    await create({ leaveOut: ['badly-lit'] }),
    await create({ leaveOut: ['badly-lit'] }),
  ]
  const read = ({ draftId: id }: typeof draft, query: { limit?: number; cursor?: string }) =>
    customer.call(getDraftLeftOut, { params: { id, kind: 'badly-lit' }, query })
  const { images, photos } = await read(draft, { limit: 100 })
  const pages = await readPages(next => read(draft, { limit: 25, ...next }))
  expect([photos, pages.length]).toEqual([60, 3])
  expect(pages.flatMap(page => page.images).map(({ imageId }) => imageId)).toEqual(
    images.map(({ imageId }) => imageId),
  )
  await expect(read(other, { cursor: pages[0]!.cursor! })).rejects.toThrow('answered 400')
})

test('NX-236 other suggestions have other photos; those that the customer swapped in stay, although the new source has no photo', async () => {
  await addPhotos(6)
  const draft = await create()
  const out = listIds(draft)[3]!
  const { images } = await customer.call(getDraftAlternatives, {
    params: { id: draft.draftId, photoId: out },
  })
  const own = images[2]!.imageId
  await change(draft, { swap: { out, in: own } })
  const others = await create({ seed: 1, keep: draft.draftId })
  expect(listIds(others)).toHaveLength(6)
  expect(listIds(others)[3]).toBe(own)
  expect(listIds(others).filter(id => listIds(draft).includes(id))).toEqual([])
  expect(listIds(await create({ seed: 1, keep: draft.draftId }))).toEqual(listIds(others))
  const selection = { months: [{ year: 1999, month: 1 }] }
  const ofNone = await create({ keep: draft.draftId, selection })
  expect([ofNone.photos, listIds(ofNone)]).toEqual([0, [own]])
})

test('NX-236 other suggestions have none of the photos that the customer left out, then and later', async () => {
  await addPhotos(6)
  const draft = await create()
  const removed = listIds(draft)[0]!
  await change(draft, { remove: removed })
  const others = await create({ keep: draft.draftId })
  expect(listIds(others)).not.toContain(removed)
  expect([others.photos, others.events[0]!.photos]).toEqual([60, 9])
  const all = await change(others, { event: { index: 0, count: 10 } })
  expect(all.events[0]!.choices).toHaveLength(9)
  const again = await create({ seed: 1, keep: others.draftId, wanted: 60 })
  expect(listIds(again)).not.toContain(removed)
  expect(listIds(again)).toHaveLength(59)
})

test('NX-236 other suggestions without a selection have the source of the draft before', async () => {
  await addPhotos(6)
  const selection = { months: [{ year: 2023, month: 6 }] }
  const draft = await create({ selection, wanted: 3 })
  const others = await create({ wanted: 3, seed: 1, keep: draft.draftId })
  expect([others.photos, others.events.length]).toEqual([10, draft.events.length])
})

test('NX-235 a draft is kept for 30 days after its last change', async () => {
  await addPhotos(2)
  const [draft, other] = [await create(), await create()]
  const cleanUp = () => cleanUpDrafts(server.ctx, new AbortController().signal)
  const advanceDays = (days: number) => server.clock.advance(days * 86_400_000)
  advanceDays(DRAFT_DAYS - 1)
  customer = await signInAgain()
  const changed = await change(draft, { event: { index: 0, count: 2 } })
  advanceDays(2)
  await cleanUp()
  customer = await signInAgain()
  expect((await read(draft.draftId)).version).toBe(changed.version)
  const { status } = await customer.expectError(getSelectionDraft, { params: { id: other.draftId } })
  expect(status).toBe(404)
  for (let repeated = 0; repeated < 2; repeated++)
    await customer.call(deleteSelectionDraft, { params: { id: draft.draftId } })
})

const signInAgain = () => server.signIn(customer)

test('NX-231 NX-234 what reads the whole source is limited, and a repeated id is not', async () => {
  const limited = await testServer()
  try {
    const client = await limited.customer()
    const draftId = randomUUID()
    await create({ draftId }, client)
    await sql`update rate_counts set count = 600`.execute(limited.ctx.db)
    const params = { id: draftId }
    const statuses = [
      await client.expectError(createSelectionDraft, { body: { wanted: 6 } }),
      await client.expectError(summarizeSuggestionSource, { body: { wanted: 6 } }),
      await client.expectError(getDraftLeftOut, { params: { ...params, kind: 'printed' } }),
      await client.expectError(changeSelectionDraft, {
        params,
        body: { version: 1, event: { index: 0, count: 1 } },
      }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([429, 429, 429, 429])
    expect((await create({ draftId }, client)).draftId).toBe(draftId)
  } finally {
    await limited.close()
  }
})
