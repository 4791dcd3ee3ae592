import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getActivity } from '#contract/activity.ts'
import * as albums from '#contract/albums.ts'
import { undoEntry } from '#contract/journal.ts'
import { changePhotoDates } from '#contract/photo-dates.ts'
import * as photosContract from '#contract/photos.ts'
import * as contract from '#contract/tidy-up.ts'
import { change } from '../../context.ts'
import { deleteRows, findRow, insertRows, listColumns, listRows, updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import {
  findAlbumCountErrors,
  findFactErrors,
  findGroupErrors,
  findMonthCountErrors,
} from '../../testing/consistency-checks.ts'
import { jpeg } from '../../testing/pictures.ts'
import { upsertProject } from '../projects/index.ts'
import { projectForTests } from '../projects/projects.testing.ts'
import { startWidgetServer } from '../widgets/widget-server.testing.ts'
import { decideAll } from './decide-all.ts'
import { drawPage, PAGE_KINDS } from './drawn-pages.testing.ts'
import { groupPhotos, searchLibrary, writeGroups } from './group-photos.ts'
import { turnHash } from './grouping/find-copies.ts'
import { groupPhotosJob } from './job-kinds.ts'
import { insertRun } from './store/runs.ts'
import {
  type ComparedPhotoOptions,
  createHash,
  insertComparedPhotos,
  listGroupIds,
  listGroups,
  regroup,
} from './tidy-up.testing.ts'

const DAY = 86_400_000

let t: Awaited<ReturnType<typeof startWidgetServer>>
beforeAll(async () => {
  t = await startWidgetServer()
})
afterAll(() => t.server.close())

/** A customer with these photos and the groups of them. */
async function createLibrary(photos: ComparedPhotoOptions[]) {
  const customer = await t.server.customer()
  const ids = await insertComparedPhotos(t.server.ctx, customer.accountId, photos)
  await regroup(t.server, customer)
  return { customer, ids }
}

/** A picture of 4000 px and its copies, the best one first. */
function createCopies(...copies: ComparedPhotoOptions[]): ComparedPhotoOptions[] {
  const hash = createHash()
  return [{}, ...copies].map((copy, place) => ({
    hash,
    cameraId: place === 0 ? 1 : null,
    ...(place === 0 ? {} : { width: 2000 - place, height: 1500 - place }),
    ...copy,
  }))
}

/** An original and two smaller copies, which are turned. */
function createTurnedCopies(): ComparedPhotoOptions[] {
  const hash = createHash()
  const turned = { hash: turnHash(hash), cameraId: null }
  return [{ hash }, { ...turned, width: 2100, height: 2800 }, { ...turned, width: 600, height: 800 }]
}

const createBurst = (...shots: ComparedPhotoOptions[]): ComparedPhotoOptions[] => {
  const hash = createHash()
  return shots.map((shot, place) => ({
    hash: hash ^ (BigInt(31 * place) << 8n),
    takenAt: `2024-07-01 10:00:0${place}`,
    ...shot,
  }))
}

async function createAlbumOf(customer: Client, name: string, photoIds: string[]) {
  const { albumId } = await customer.call(albums.createAlbum, { body: { name } })
  for (const photoId of photoIds)
    await customer.call(albums.addAlbumPhotos, { params: { id: albumId }, body: { photoIds: [photoId] } })
  return albumId
}

const readAlbum = async (customer: Client, id: string) => {
  const query = { sortKey: 'created', sortOrder: 'asc' } as const
  const { images } = await customer.call(albums.getAlbumPhotos, { params: { id }, query })
  return images.map(image => image.imageId)
}
const readLibrary = async (customer: Client) =>
  (await customer.call(photosContract.getPhotos)).images.map(({ imageId, dateTaken }) => [imageId, dateTaken])

const decide = async (customer: Client, kind: contract.TidyUpKind, keep: string[]) => {
  const groups = await listGroups(customer, kind)
  const group = groups.find(each => each.members.some(({ image }) => keep.includes(image.imageId)))!
  const params = { kind, groupId: group.groupId }
  return customer.call(contract.decideGroup, { params, body: { version: group.version, keep } })
}

/** Ids of the photos of the library, sorted. */
const listIds = async (customer: Client) => (await readLibrary(customer)).map(([id]) => id).toSorted()
const remove = (customer: Client, ...photoIds: string[]) =>
  customer.call(photosContract.deletePhotos, { body: { photoIds } })
const restore = (customer: Client, ...photoIds: string[]) =>
  customer.call(photosContract.restorePhotos, { body: { photoIds } })
const erase = (customer: Client, ...photoIds: string[]) =>
  customer.call(photosContract.erasePhotos, { body: { photoIds } })
const undo = (customer: Client, id: string) => customer.call(contract.undoDecision, { params: { id } })
const separate = (customer: Client, groupId: string, photoIds: string[]) =>
  customer.call(contract.separateCopies, { params: { groupId }, body: { photoIds } })
/** Decides all groups of a kind, and waits for it. */
async function runAll(customer: Client, kind: contract.TidyUpKind, requestId: string = randomUUID()) {
  await customer.call(contract.decideAllGroups, { params: { kind }, body: { requestId } })
  await t.server.idle()
}

const expectConsistent = async ({ accountId }: Client) => {
  const { ctx } = t.server
  expect(await findAlbumCountErrors(ctx, accountId)).toEqual([])
  expect(await findMonthCountErrors(ctx, accountId)).toEqual([])
  expect(await findFactErrors(ctx, accountId)).toEqual([])
  expect(await findGroupErrors(ctx, accountId)).toEqual([])
}

describe('NX-219 Tidy up lists groups', () => {
  test('similar shots and copies apart, with numbers, newest first, 50 a page', async () => {
    const pairs = Array.from({ length: 60 }, (_, place) =>
      createCopies({}).map(photo => ({
        ...photo,
        takenAt: `20${10 + (place % 50)}-03-${10 + (place % 7)} 10:00:00`,
      })),
    )
    const { customer, ids } = await createLibrary([
      ...createBurst({}, {}, {}),
      ...pairs.flat(),
      ...Array.from({ length: 20 }, () => ({})),
    ])
    expect(await customer.call(contract.getTidyUp)).toEqual({
      similar: { groups: 1, photos: 3 },
      copies: { groups: 60, photos: 120 },
      state: 'ready',
      done: 143,
      of: 143,
    })
    const params = { kind: 'copies' } as const
    const first = await customer.call(contract.getTidyUpGroups, { params })
    const second = await customer.call(contract.getTidyUpGroups, { params, query: { cursor: first.cursor! } })
    expect([first.groups.length, second.groups.length, second.cursor]).toEqual([50, 10, null])
    const groups = [...first.groups, ...second.groups]
    const dates = groups.map(group => group.members[0]!.image.dateTaken!)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(new Set(groups.flatMap(({ members }) => members.map(({ image }) => image.imageId)))).toEqual(
      new Set(ids.slice(3, 123)),
    )
    await decide(
      customer,
      'copies',
      first.groups[0]!.members.map(({ image }) => image.imageId),
    )
    expect(await customer.call(contract.getTidyUp)).toMatchObject({
      similar: { groups: 1, photos: 3 },
      copies: { groups: 59, photos: 118 },
    })
  })

  test('NX-220 NX-221 a copy of a shot is listed as a copy only', async () => {
    const [best, ...shots] = createBurst({}, {}, {})
    const copy = { ...best, cameraId: null, width: 800, height: 600 }
    const { customer, ids } = await createLibrary([best!, ...shots, copy])
    expect(await listGroupIds(customer, 'copies')).toEqual([[ids[0], ids[3]]])
    expect((await listGroupIds(customer, 'similar')).map(group => group.toSorted())).toEqual([
      ids.slice(0, 3).toSorted(),
    ])
  })

  test('NX-222 NX-226 a run bins what starts as Bin; the recommended and almost as sharp ones start as Keep, each with its reason', async () => {
    const { customer, ids } = await createLibrary(
      createBurst({ sharpness: 10 }, { sharpness: 95 }, { sharpness: 100 }, { sharpness: 80, dark: 0.6 }),
    )
    const [group] = await listGroups(customer, 'similar')
    expect(group!.members.map(({ image, reason, keep }) => [image.imageId, reason, keep])).toEqual([
      [ids[2], 'sharpest-well-lit', true],
      [ids[1], 'almost-as-sharp', true],
      [ids[3], 'too-dark', false],
      [ids[0], 'blurred', false],
    ])
    const params = { kind: 'similar' } as const
    expect(await customer.call(contract.getTidyUpTotals, { params })).toMatchObject({ groups: 1, photos: 2 })
    await runAll(customer, 'similar')
    expect(await listIds(customer)).toEqual(ids.slice(1, 3).toSorted())
  })

  test('NX-230 photos that were not looked at are counted, and not grouped', async () => {
    const { customer } = await createLibrary([...createCopies({ factsVersion: 0 }), {}])
    expect(await customer.call(contract.getTidyUp)).toMatchObject({
      copies: { groups: 0 },
      state: 'searching',
      done: 2,
      of: 3,
    })
  })

  test('NX-230 photos that wait to be read are counted, also after those from before have been read', async () => {
    const { customer, ids } = await createLibrary([{}, {}, {}])
    const { db, clock } = { ...t.server.ctx, ...t.server }
    const { accountId } = customer
    const backfill = {
      account_id: accountId,
      facts_version: 1,
      passed: null,
      photos: 3,
      total: 3,
      done: true,
    }
    await insertRows(db, 'facts_backfills', { ...backfill, stepped_at: clock.now() })
    const ready = { state: 'ready', done: 3, of: 3 }
    expect(await customer.call(contract.getTidyUp)).toMatchObject(ready)
    // No job exists for this ingest, so it stays.
    const ingest = { account_id: accountId, photo_id: ids[0]!, lane: 'jpeg-png' as const, turn: 1 }
    await insertRows(db, 'photo_ingests', { ...ingest, requested_at: clock.now() })
    expect(await customer.call(contract.getTidyUp)).toMatchObject({ state: 'searching', done: 2, of: 3 })
    await deleteRows(db, 'photo_ingests', { account_id: accountId })
    expect(await customer.call(contract.getTidyUp)).toMatchObject(ready)
  })

  test('new photos are grouped at the end of the next minute, once for all of a minute', async () => {
    const customer = await t.server.customer()
    for (let n = 0; n < 3; n++) await customer.upload(`${n}.jpg`, await jpeg())
    await t.server.idle()
    const { rows } = await sql<{ startAfter: Date }>`
      select start_after as "startAfter" from pgboss.job
      where name = ${groupPhotosJob.name} and data ->> 'accountId' = ${customer.accountId}`.execute(
      t.server.ctx.db,
    )
    expect(rows).toHaveLength(1)
    const waitMs = rows[0]!.startAfter.getTime() - t.server.clock.now().getTime()
    expect(waitMs).toBeGreaterThanOrEqual(60_000)
    expect(waitMs).toBeLessThanOrEqual(120_000)
  })
})

describe('NX-223 deciding a group', () => {
  test('moves exactly the other photos to the bin; the kept ones come back with a new photo only', async () => {
    const burst = createBurst({ sharpness: 100 }, { sharpness: 90 }, { sharpness: 20 }, {})
    const { customer, ids } = await createLibrary([...burst.slice(0, 3), {}])
    const kept = ids.slice(0, 2)
    const answer = await decide(customer, 'similar', kept)
    expect(answer).toMatchObject({ binned: 1, addedAlbums: 0, setDate: false })
    expect(await listIds(customer)).toEqual([...kept, ids[3]].toSorted())
    expect(await listGroups(customer, 'similar')).toEqual([])
    await regroup(t.server, customer)
    expect(await listGroups(customer, 'similar')).toEqual([])
    await expectConsistent(customer)
    const [added] = await insertComparedPhotos(t.server.ctx, customer.accountId, burst.slice(3))
    await regroup(t.server, customer)
    expect((await listGroupIds(customer, 'similar'))[0]!.toSorted()).toEqual([...kept, added].toSorted())
  })

  test('409 for an older version, for a photo deleted meanwhile, and for a photo of another group', async () => {
    const { customer, ids } = await createLibrary([...createBurst({}, {}, {}), ...createCopies({})])
    const [group] = await listGroups(customer, 'similar')
    const params = { kind: 'similar', groupId: group!.groupId } as const
    const attempt = async (version: number, keep: string[]) =>
      (await customer.expectError(contract.decideGroup, { params, body: { version, keep } })).status
    expect(await attempt(group!.version, [ids[3]!])).toBe(409)
    expect(await attempt(group!.version - 1, [ids[0]!])).toBe(409)
    expect(await attempt(group!.version, [])).toBe(400)
    await remove(customer, ids[1]!)
    expect(await attempt(group!.version, [ids[0]!])).toBe(409)
    const shown = await customer.call(contract.getTidyUpGroup, { params })
    const asCopies = { params: { ...params, kind: 'copies' as const } }
    expect((await customer.expectError(contract.getTidyUpGroup, asCopies)).status).toBe(404)
    expect(shown.group.members.map(({ image }) => image.imageId).toSorted()).toEqual(
      [ids[0], ids[2]].toSorted(),
    )
    const body = { version: shown.group.version, keep: [ids[0]!] }
    expect(await customer.call(contract.decideGroup, { params, body })).toMatchObject({ binned: 1 })
    await expectConsistent(customer)
  })

  test('a group whose photos are deleted elsewhere is gone at once', async () => {
    const { customer, ids } = await createLibrary(createCopies({}))
    await remove(customer, ids[0]!)
    expect(await customer.call(contract.getTidyUp)).toMatchObject({ copies: { groups: 0, photos: 0 } })
    await restore(customer, ids[0]!)
    await regroup(t.server, customer)
    expect(await listGroupIds(customer, 'copies')).toEqual([ids])
  })
})

describe('NX-222 a group that loses its recommended photo', () => {
  const read = async (customer: Client, kind: contract.TidyUpKind) =>
    (await listGroups(customer, kind)).map(({ members }) =>
      members.map(({ image, reason, turn, keep }) => [image.imageId, reason, turn, keep]),
    )

  test('recommends another shot with a reason of its own', async () => {
    const { customer, ids } = await createLibrary(
      createBurst({ sharpness: 200 }, { sharpness: 100 }, { sharpness: 95 }, { sharpness: 60 }),
    )
    const [first, second, third, fourth] = ids as string[]
    const reasons = async () =>
      (await read(customer, 'similar')).map(group => group.map(([, reason]) => reason))
    expect(await reasons()).toEqual([['sharpest-well-lit', 'less-sharp', 'less-sharp', 'blurred']])
    const rest = [
      [second, 'sharpest-well-lit', 0, true],
      [third, 'almost-as-sharp', 0, true],
      [fourth, 'less-sharp', 0, false],
    ]
    await remove(customer, first!)
    expect(await read(customer, 'similar')).toEqual([rest])
    await regroup(t.server, customer)
    expect(await read(customer, 'similar')).toEqual([rest])
    const { decisionId } = await decide(customer, 'similar', [second!])
    await remove(customer, second!)
    await undo(customer, decisionId)
    expect(await read(customer, 'similar')).toEqual([
      [
        [third, 'sharpest-well-lit', 0, true],
        [fourth, 'less-sharp', 0, false],
      ],
    ])
    await expectConsistent(customer)
  })

  test('compares and turns copies by the next version', async () => {
    const { customer, ids } = await createLibrary(createTurnedCopies())
    const [best, next, smallest] = ids as string[]
    expect(await read(customer, 'copies')).toEqual([
      [
        [best, 'best-version', 0, true],
        [next, 'turned', 3, false],
        [smallest, 'turned', 3, false],
      ],
    ])
    const rest = [
      [next, 'best-version', 0, true],
      [smallest, 'smaller', 0, false],
    ]
    await remove(customer, best!)
    expect(await read(customer, 'copies')).toEqual([rest])
    await regroup(t.server, customer)
    expect(await read(customer, 'copies')).toEqual([rest])
  })

  test('NX-225 NX-227 undo joins no copies that were separated since', async () => {
    const { customer, ids } = await createLibrary(createCopies({}, {}))
    const { decisionId } = await decide(customer, 'copies', ids.slice(0, 2))
    const rows = await listColumns(t.server.ctx.db, 'photo_groups', { account_id: customer.accountId }, [
      'group_id',
    ])
    await separate(customer, rows[0]!.group_id, ids.slice(0, 2))
    await undo(customer, decisionId)
    expect(await listGroupIds(customer, 'copies')).toEqual([[ids[0], ids[2]]])
    await expectConsistent(customer)
  })
})

describe('NX-223 at the same moment', () => {
  test('decisions, deletions, undo and searches agree: no photo is lost, no group has one of the bin', async () => {
    const { customer, ids } = await createLibrary(
      Array.from({ length: 12 }, () => createCopies({}, {})).flat(),
    )
    const album = await createAlbumOf(customer, 'All', ids.slice(0, 18))
    const groups = await listGroups(customer, 'copies')
    const idsOf = ({ members }: contract.TidyUpGroup) => members.map(({ image }) => image.imageId)
    const decideFirst = async (group: contract.TidyUpGroup) => {
      const params = { kind: 'copies', groupId: group.groupId } as const
      const body = { version: group.version, keep: idsOf(group).slice(0, 1) }
      const response = await customer.send(contract.decideGroup, { params, body })
      expect([200, 404, 409]).toContain(response.status)
      if (response.status !== 200) return
      const { decisionId } = (await response.json()) as { decisionId: string }
      await undo(customer, decisionId)
    }
    await Promise.all([
      ...groups.map(decideFirst),
      ...groups.slice(0, 6).map(group => {
        const photoIds = idsOf(group).slice(1, 2)
        return customer.call(photosContract.deletePhotos, { body: { photoIds } })
      }),
      groupPhotos(t.server.ctx, customer.accountId),
      groupPhotos(t.server.ctx, customer.accountId),
    ])
    await expectConsistent(customer)
    await customer.call(photosContract.restoreAllPhotos, { body: {} })
    await t.server.idle()
    await regroup(t.server, customer)
    expect(await listIds(customer)).toEqual(ids.toSorted())
    expect((await listGroupIds(customer, 'copies')).flat().toSorted()).toEqual(ids.toSorted())
    expect((await readAlbum(customer, album)).toSorted()).toEqual(ids.slice(0, 18).toSorted())
    await expectConsistent(customer)
  })
})

describe('NX-225 undo that meets other changes', () => {
  /** The best of three copies was kept. */
  const createDecided = async () => {
    const merged = await createMerged()
    const { decisionId } = await decide(merged.customer, 'copies', [merged.best])
    return { ...merged, undo: () => undo(merged.customer, decisionId) }
  }
  const expectBefore = async ({
    customer,
    ids,
    best,
    ...merged
  }: Awaited<ReturnType<typeof createMerged>>) => {
    expect(await listIds(customer)).toEqual(ids.toSorted())
    expect(await readAlbum(customer, merged.album)).toEqual(merged.inAlbum)
    expect(await readLibrary(customer)).toContainEqual([best, undefined])
    await expectConsistent(customer)
  }

  test('after a photo was restored by hand restores the others, albums and date', async () => {
    const merged = await createDecided()
    const { customer, ids } = merged
    await restore(customer, merged.dated)
    await regroup(t.server, customer)
    expect(await merged.undo()).toEqual({ restored: 1 })
    await expectBefore(merged)
    expect((await listGroupIds(customer, 'copies')).map(group => group.toSorted())).toEqual([
      ids.slice(0, 3).toSorted(),
    ])
    await regroup(t.server, customer)
    expect(await listGroups(customer, 'copies')).toHaveLength(1)
    await expectConsistent(customer)
  })

  test('after the kept photo was deleted restores the others, and the kept one without what it got', async () => {
    const merged = await createDecided()
    const { customer, best, dated, undated, a, b } = merged
    await remove(customer, best)
    expect(await merged.undo()).toEqual({ restored: 2 })
    expect(await readAlbum(customer, merged.album)).toEqual([a, dated, b, undated])
    expect(await listGroupIds(customer, 'copies')).toEqual([[dated, undated]])
    await expectConsistent(customer)
    await restore(customer, best)
    await expectBefore(merged)
  })

  test('after the kept photo was erased or the album deleted restores the others', async () => {
    const erased = await createDecided()
    await remove(erased.customer, erased.best)
    await erase(erased.customer, erased.best)
    expect(await erased.undo()).toEqual({ restored: 2 })
    expect(await readAlbum(erased.customer, erased.album)).toEqual(erased.inAlbum)
    await expectConsistent(erased.customer)
    const { customer, ids, album, undo } = await createDecided()
    await customer.call(albums.deleteAlbum, { params: { id: album } })
    expect(await undo()).toEqual({ restored: 2 })
    expect(await listIds(customer)).toEqual(ids.toSorted())
    await expectConsistent(customer)
  })

  test('of an older decision after a later one about the same photos, in either order', async () => {
    for (const isLaterFirst of [true, false]) {
      const merged = await createDecided()
      const { customer, dated } = merged
      await restore(customer, dated)
      await regroup(t.server, customer)
      const { decisionId } = await decide(customer, 'copies', [dated])
      const undoLater = () => undo(customer, decisionId)
      for (const step of isLaterFirst ? [undoLater, merged.undo] : [merged.undo, undoLater]) await step()
      await expectBefore(merged)
    }
  })
})

describe('NX-223 deciding twice', () => {
  test('of two decisions at once about a group one is made', async () => {
    const { customer, ids } = await createLibrary(createCopies({}, {}))
    const [group] = await listGroups(customer, 'copies')
    const params = { kind: 'copies', groupId: group!.groupId } as const
    const responses = await Promise.all(
      ids.map(id =>
        customer.send(contract.decideGroup, { params, body: { version: group!.version, keep: [id] } }),
      ),
    )
    expect(responses.map(({ status }) => (status === 404 ? 409 : status)).toSorted()).toEqual([200, 409, 409])
    expect(await readLibrary(customer)).toHaveLength(1)
    await expectConsistent(customer)
  })

  test('while another device deletes a member: either 409 or all of the others are in the bin', async () => {
    for (let round = 0; round < 5; round++) {
      const { customer, ids } = await createLibrary(createCopies({}, {}))
      const [group] = await listGroups(customer, 'copies')
      const params = { kind: 'copies', groupId: group!.groupId } as const
      const decision = { params, body: { version: group!.version, keep: [ids[round % 2]!] } }
      const [{ status }] = await Promise.all([
        customer.send(contract.decideGroup, decision),
        remove(customer, ids[0]!),
      ])
      expect([200, 409]).toContain(status)
      const library = await listIds(customer)
      const kept = status === 200 ? [ids[round % 2]] : ids
      expect(library).toEqual(kept.filter(id => id !== ids[0]).toSorted())
      await expectConsistent(customer)
    }
  })

  test('NX-226 requests of a run at once are one run, which decides nothing more when new groups are there', async () => {
    const { customer, ids } = await createLibrary(createBurst({}, { sharpness: 20 }))
    const body = { requestId: randomUUID() }
    const params = { kind: 'similar' } as const
    const request = () => customer.call(contract.decideAllGroups, { params, body })
    const answers = await Promise.all([request(), request(), request()])
    expect(answers.map(({ groups }) => groups)).toEqual([1, 1, 1])
    await t.server.idle()
    const done = { state: 'done', done: 1, binned: 1 }
    expect(await request()).toMatchObject(done)
    expect(await listIds(customer)).toEqual([ids[0]])
    await insertComparedPhotos(
      t.server.ctx,
      customer.accountId,
      createBurst({ takenAt: '2025-01-01 10:00:00' }, { takenAt: '2025-01-01 10:00:01', sharpness: 20 }),
    )
    await regroup(t.server, customer)
    expect(await request()).toMatchObject(done)
    await t.server.idle()
    expect(await listGroups(customer, 'similar')).toHaveLength(1)
    const copies = { params: { kind: 'copies' } as const, body }
    expect((await customer.expectError(contract.decideAllGroups, copies)).status).toBe(409)
    await expectConsistent(customer)
  })
})

test('NX-223 a copy that comes after a decision is offered with the one that was kept', async () => {
  const photos = createCopies({})
  const { customer, ids } = await createLibrary(photos)
  await decide(customer, 'copies', [ids[0]!])
  const later = { ...photos[1]!, width: 1000, height: 750 }
  const [laterId] = await insertComparedPhotos(t.server.ctx, customer.accountId, [later])
  await regroup(t.server, customer)
  expect(await listGroupIds(customer, 'copies')).toEqual([[ids[0], laterId]])
  await expectConsistent(customer)
})

describe('a search that began before', () => {
  /** Writes what a search finds now, after `meanwhile`. */
  const searchDuring = async ({ accountId }: Client, meanwhile: () => Promise<unknown>) => {
    const { ctx } = t.server
    const search = await searchLibrary(ctx, accountId)
    await meanwhile()
    await change(ctx, tx => writeGroups(ctx, tx, accountId, search))
  }

  test.each(['copies', 'similar'] as const)(
    'NX-223 NX-225 leaves decided %s decided, and those that undo has brought back',
    async kind => {
      const photos =
        kind === 'copies' ? createCopies({}, {}) : createBurst({}, { sharpness: 90 }, { sharpness: 20 })
      const { customer, ids } = await createLibrary(photos)
      let decisionId = ''
      await searchDuring(customer, async () => {
        ;({ decisionId } = await decide(customer, kind, ids.slice(0, 2)))
      })
      expect(await listGroups(customer, kind)).toEqual([])
      await regroup(t.server, customer)
      expect(await listGroups(customer, kind)).toEqual([])
      await searchDuring(customer, () => undo(customer, decisionId))
      expect(await listGroupIds(customer, kind)).toEqual([ids])
      const [group] = await listGroups(customer, kind)
      await regroup(t.server, customer)
      expect(await listGroups(customer, kind)).toMatchObject([
        { groupId: group!.groupId, version: group!.version },
      ])
      await expectConsistent(customer)
    },
  )

  test.each([
    ['similar', createBurst({}, { sharpness: 90 }, { sharpness: 20 }), ['sharpest-well-lit', 'blurred']],
    ['copies', createTurnedCopies(), ['best-version', 'smaller']],
  ] as const)('NX-222 RV-1142 recommends among the %s that are left', async (kind, photos, reasons) => {
    const { customer } = await createLibrary([{}])
    const ids = await insertComparedPhotos(t.server.ctx, customer.accountId, photos)
    await searchDuring(customer, () => remove(customer, ids[0]!))
    const [group] = await listGroups(customer, kind)
    expect(group!.members.map(({ image, reason, turn }) => [image.imageId, reason, turn])).toEqual(
      reasons.map((reason, place) => [ids[place + 1], reason, 0]),
    )
    await expectConsistent(customer)
  })

  test('NX-227 does not join photos that were separated', async () => {
    const { customer, ids } = await createLibrary(createCopies({}, {}))
    const [group] = await listGroups(customer, 'copies')
    await searchDuring(customer, () => separate(customer, group!.groupId, ids.slice(0, 2)))
    expect(await listGroupIds(customer, 'copies')).toEqual([[ids[0], ids[2]]])
    await expectConsistent(customer)
  })
})

/** Three copies in two albums with others; the first one is the best, the second alone has a date and a title. */
async function createMerged() {
  const [best, ...copies] = createCopies({ takenAt: '2019-05-04 10:00:00', title: 'Oslo' }, { takenAt: null })
  const { customer, ids } = await createLibrary([{ ...best, takenAt: null }, ...copies, {}, {}])
  const [kept, dated, undated, a, b] = ids as [string, string, string, string, string]
  const inAlbum = [a, dated, b, undated]
  const album = await createAlbumOf(customer, 'Norway', inAlbum)
  const other = await createAlbumOf(customer, 'Best', [a, kept, dated])
  return { customer, ids, best: kept, dated, undated, a, b, inAlbum, album, other }
}

describe('NX-224 NX-225 copies', () => {
  const findDecision = async (customer: Client, decisionId: string) =>
    (await customer.call(getActivity)).items.find(({ entry }) => entry?.subject === decisionId)

  test('the kept copy gets albums at the position of the copy, its date, title and cover; undo restores all, and several are one', async () => {
    const { customer, best, dated, a, b, inAlbum, album, other } = await createMerged()
    const params = { id: album }
    await customer.call(albums.updateAlbum, { params, body: { coverPhotoId: dated } })
    const readCover = async () => (await customer.call(albums.getAlbum, { params })).coverPhoto?.imageId
    const library = (await readLibrary(customer)).toSorted()
    const group = await listGroupIds(customer, 'copies')
    const { decisionId, ...answer } = await decide(customer, 'copies', [best])
    expect(answer).toMatchObject({ binned: 2, addedAlbums: 1, setDate: true })
    expect(await readAlbum(customer, album)).toEqual([a, best, b])
    expect(await readAlbum(customer, other)).toEqual([a, best])
    expect(await readCover()).toBe(best)
    expect(await readLibrary(customer)).toContainEqual([best, '2019-05-04T10:00:00'])
    await expectConsistent(customer)
    const answers = await Promise.all([1, 2, 3].map(() => undo(customer, decisionId)))
    expect(answers.map(({ restored }) => restored).toSorted()).toEqual([0, 0, 2])
    expect(await undo(customer, decisionId)).toEqual({ restored: 0 })
    expect(await readAlbum(customer, album)).toEqual(inAlbum)
    expect(await readAlbum(customer, other)).toEqual([a, best, dated])
    expect(await readCover()).toBe(dated)
    expect((await readLibrary(customer)).toSorted()).toEqual(library)
    expect(await listGroupIds(customer, 'copies')).toEqual(group)
    await regroup(t.server, customer)
    expect(await listGroupIds(customer, 'copies')).toEqual(group)
    await expectConsistent(customer)
  })

  test('a copy restored from the bin alone is in its album again, beside the kept one', async () => {
    const { customer, best, dated, a, b, album } = await createMerged()
    await decide(customer, 'copies', [best])
    await restore(customer, dated)
    expect(await readAlbum(customer, album)).toEqual([a, best, b, dated])
    await expectConsistent(customer)
  })

  test('undo is 404 after 30 days and for another account', async () => {
    const { customer, ids } = await createLibrary(createCopies({}))
    const { decisionId } = await decide(customer, 'copies', [ids[0]!])
    const other = await t.server.customer()
    const params = { id: decisionId }
    expect((await other.expectError(contract.undoDecision, { params })).status).toBe(404)
    await updateRows(
      t.server.ctx.db,
      'photo_group_decisions',
      { decision_id: decisionId },
      { decided_at: new Date(t.server.clock.now().getTime() - 30 * DAY - 1) },
    )
    expect((await customer.expectError(contract.undoDecision, { params })).status).toBe(404)
  })

  test.each([
    ['the copies', 2, 'over'],
    ['the copy that they are from', 1, 'possible'],
  ] as const)(
    'without %s undo leaves album and date to the kept copy, and is offered while it restores any',
    async (_, erased, state) => {
      const { customer, best, dated, undated, a, b, album } = await createMerged()
      const { decisionId } = await decide(customer, 'copies', [best])
      await erase(customer, ...[dated, undated].slice(0, erased))
      const rest = [undated].slice(erased - 1)
      expect(await findDecision(customer, decisionId)).toMatchObject({ entry: { undo: state } })
      expect(await undo(customer, decisionId)).toEqual({ restored: rest.length })
      expect(await listGroupIds(customer, 'copies')).toEqual(rest.map(id => [best, id]))
      expect(await readAlbum(customer, album)).toEqual([a, best, b, ...rest])
      expect(await readLibrary(customer)).toContainEqual([best, '2019-05-04T10:00:00'])
      await expectConsistent(customer)
    },
  )

  test('undo leaves a date that the customer entered since, whether a date or only a title was copied', async () => {
    const setDate = (customer: Client, photoId: string) =>
      customer.call(changePhotoDates, {
        body: {
          requestId: randomUUID(),
          selection: { photoIds: [photoId] },
          set: { precision: 'day', year: 1974, month: 8, day: 2 },
        },
      })
    const merged = await createMerged()
    const titled = await createLibrary(createCopies({ title: 'Oslo' }))
    for (const [customer, best] of [
      [merged.customer, merged.best],
      [titled.customer, titled.ids[0]!],
    ] as const) {
      const { decisionId, setDate: hasSetDate } = await decide(customer, 'copies', [best])
      expect(hasSetDate).toBe(customer === merged.customer)
      await setDate(customer, best)
      await undo(customer, decisionId)
      expect(await readLibrary(customer)).toContainEqual([best, '1974-08-02T00:00:00'])
      await expectConsistent(customer)
    }
  })

  test('undo gives the title back unless the photo has another one since', async () => {
    const { db } = t.server.ctx
    const readTitle = async (photoId: string) =>
      (await findRow(db, 'photos', { photo_id: photoId }, ['title']))?.title
    for (const later of ['Oslo', 'Bergen']) {
      const { customer, ids } = await createLibrary(createCopies({ title: 'Oslo' }))
      const { decisionId } = await decide(customer, 'copies', [ids[0]!])
      expect(await readTitle(ids[0]!)).toBe('Oslo')
      await updateRows(db, 'photos', { photo_id: ids[0]! }, { title: later })
      await undo(customer, decisionId)
      expect(await readTitle(ids[0]!)).toBe(later === 'Oslo' ? null : 'Bergen')
    }
  })

  test('a copy that was restored and deleted again is not restored by undo', async () => {
    const { customer, ids } = await createLibrary(createCopies({}, {}))
    const { decisionId } = await decide(customer, 'copies', [ids[0]!])
    await restore(customer, ids[1]!)
    t.server.clock.advance(1_000)
    await remove(customer, ids[1]!)
    expect(await findDecision(customer, decisionId)).toMatchObject({ total: 2, entry: { undo: 'possible' } })
    expect(await undo(customer, decisionId)).toMatchObject({ restored: 1 })
    expect(await listIds(customer)).toEqual([ids[0], ids[2]].toSorted())
  })
})

describe('NX-226 used photos', () => {
  /** Requests to decide all groups of copies, without a job that does it. */
  async function requestRun(customer: Client): Promise<string> {
    const groups = (await listGroups(customer, 'copies')).map(
      ({ groupId, version }) => [groupId, version] as [string, number],
    )
    const run = { account_id: customer.accountId, run_id: randomUUID(), kind: 'copies', groups } as const
    await change(t.server.ctx, tx => insertRun(tx, { ...run, requested_at: t.server.clock.now() }))
    return run.run_id
  }

  test('start as Keep with what they are part of, and all groups are decided without theirs', async () => {
    const { customer, ids } = await createLibrary([
      ...createCopies({}),
      ...createCopies({}),
      ...createCopies({}),
      ...createCopies({}, {}),
    ])
    const [, inProject, , inOrder, , inWidget, best, copy, second] = ids as string[]
    const { ctx, clock } = t.server
    const project = projectForTests(clock.now(), { photoIds: [inProject!], title: 'Japan 2025' })
    await upsertProject(ctx, randomUUID(), customer.accountId, project)
    const book = { customer, order: `K-${randomUUID()}`, product: `K-${randomUUID()}-1`, photos: [inWidget!] }
    await t.putOrder(book, {
      products: [
        {
          code: book.product,
          article: 'BOOK',
          title: 'Photo book',
          status: 'ProductionStarted',
          photoIds: [inOrder!],
        },
      ],
    })
    await t.putWidget(book)
    const album = await createAlbumOf(customer, 'Japan', [second!])
    const uses = (await listGroups(customer, 'copies')).flatMap(group =>
      group.members.flatMap(({ image, use, keep }) =>
        use ? [[image.imageId, use.kind, use.title, keep]] : [],
      ),
    )
    expect(new Map(uses.map(([id, ...use]) => [id, use]))).toEqual(
      new Map([
        [inProject, ['project', 'Japan 2025', true]],
        [inOrder, ['order', null, true]],
        [inWidget, ['widget', null, true]],
      ]),
    )
    const params = { kind: 'copies' } as const
    const size = (1999 - 0) * (1499 - 0) + 1998 * 1498
    expect(await customer.call(contract.getTidyUpTotals, { params })).toEqual({
      groups: 1,
      photos: 2,
      bytes: size,
      albums: 1,
      dates: 0,
      leftOut: 3,
    })
    const body = { requestId: randomUUID() }
    await runAll(customer, 'copies', body.requestId)
    const run = { runId: body.requestId, state: 'done', groups: 1, done: 1, binned: 2 }
    expect(await customer.call(contract.decideAllGroups, { params, body })).toEqual(run)
    expect(await readAlbum(customer, album)).toEqual([best])
    expect(await listGroups(customer, 'copies')).toHaveLength(3)
    const undo = { params: { id: body.requestId } }
    expect(await customer.call(contract.undoDecision, undo)).toEqual({ restored: 0 })
    await t.server.idle()
    expect(await readAlbum(customer, album)).toEqual([second])
    expect((await listGroupIds(customer, 'copies')).find(group => group.includes(copy!))).toEqual([
      best,
      copy,
      second,
    ])
    await expectConsistent(customer)
  })

  test('leave their groups out of all, whichever photo of the group is used, also when it is since the request', async () => {
    const { customer, ids } = await createLibrary([
      ...createCopies({}),
      ...createCopies({}, {}),
      ...createCopies({}),
      ...createCopies({}),
    ])
    const { ctx, clock } = t.server
    const { accountId } = customer
    const [usedBest, , , used, , usedLater, , best, copy] = ids as string[]
    const use = (photoIds: string[]) =>
      upsertProject(ctx, randomUUID(), accountId, projectForTests(clock.now(), { photoIds }))
    await use([usedBest!, used!])
    const params = { kind: 'copies' } as const
    const totals = () => customer.call(contract.getTidyUpTotals, { params })
    expect(await totals()).toMatchObject({ groups: 2, photos: 2, leftOut: 2 })
    const runId = await requestRun(customer)
    await use([usedLater!])
    expect(await totals()).toMatchObject({ groups: 1, photos: 1, leftOut: 3 })
    await decideAll(ctx, { accountId, runId }, new AbortController().signal)
    const library = (await readLibrary(customer)).map(([id]) => id)
    expect(ids.filter(id => !library.includes(id))).toEqual([copy])
    expect(library).toContain(best)
    expect(await totals()).toMatchObject({ groups: 0, photos: 0, leftOut: 3 })
    await expectConsistent(customer)
  })

  test.each([0, 2])('NX-225 undo of a run that has decided %i of its groups ends it', async decided => {
    const { customer, ids } = await createLibrary(Array.from({ length: 5 }, () => createCopies({})).flat())
    const { ctx } = t.server
    const { accountId } = customer
    const runId = await requestRun(customer)
    const stop = new AbortController()
    let checks = 0
    const signal = Object.assign(stop.signal, {
      throwIfAborted: () => {
        if (checks++ === decided) throw new Error('The worker stops')
      },
    })
    await expect(decideAll(ctx, { accountId, runId }, signal)).rejects.toThrow('The worker stops')
    expect(await readLibrary(customer)).toHaveLength(10 - decided)
    const undo = { params: { id: runId } }
    for (let i = 0; i < 2; i++)
      expect(await customer.call(contract.undoDecision, undo)).toEqual({ restored: 0 })
    await t.server.idle()
    await decideAll(ctx, { accountId, runId }, new AbortController().signal)
    expect(await listIds(customer)).toEqual(ids.toSorted())
    const ended = { params: { kind: 'copies' }, body: { requestId: runId } } as const
    expect(await customer.call(contract.decideAllGroups, ended)).toMatchObject({ state: 'done' })
    await expectConsistent(customer)
  })

  test('NX-225 undo while a run decides: all photos are in the library in the end', async () => {
    const { customer, ids } = await createLibrary(Array.from({ length: 12 }, () => createCopies({})).flat())
    const params = { kind: 'copies' } as const
    const body = { requestId: randomUUID() }
    await customer.call(contract.decideAllGroups, { params, body })
    await customer.call(contract.undoDecision, { params: { id: body.requestId } })
    await t.server.idle()
    expect(await listIds(customer)).toEqual(ids.toSorted())
    await expectConsistent(customer)
  })
})

describe('NX-227 These are not the same', () => {
  test('separates photos for ever, also after regrouping; the others stay copies', async () => {
    const { customer, ids } = await createLibrary(createCopies({}, {}))
    const [group] = await listGroups(customer, 'copies')
    const params = { groupId: group!.groupId }
    const refuse = async (photoIds: string[]) =>
      (await customer.expectError(contract.separateCopies, { params, body: { photoIds } })).status
    expect(await refuse([ids[0]!, randomUUID()])).toBe(400)
    await separate(customer, group!.groupId, ids.slice(0, 2))
    expect(await listGroups(customer, 'copies')).toEqual([])
    await regroup(t.server, customer)
    expect(await listGroupIds(customer, 'copies')).toEqual([[ids[0], ids[2]]])
    expect(await refuse(ids)).toBe(404)
  })

  test.each([0, 1])(
    'RV-1282 RV-1141 is forgotten when photo %i of the two is erased, as is what is known of its pairs',
    async erased => {
      const { customer, ids } = await createLibrary(createCopies({}, {}))
      const pair = ids.slice(0, 2).toSorted()
      const [group] = await listGroups(customer, 'copies')
      await separate(customer, group!.groupId, pair)
      const listPairs = async (table: 'photo_distinctions' | 'photo_comparisons') =>
        (await listRows(t.server.ctx.db, table, { account_id: customer.accountId })).map(
          ({ photo_a, photo_b }) => [photo_a, photo_b],
        )
      const expectPairs = async (distinct: string[], compared: number) => {
        expect(await listPairs('photo_distinctions')).toEqual(distinct.length > 0 ? [distinct] : [])
        expect(await listPairs('photo_comparisons')).toHaveLength(compared)
      }
      await expectPairs(pair, 3)
      await remove(customer, pair[erased]!)
      await expectPairs(pair, 3)
      await erase(customer, pair[erased]!)
      await expectPairs([], 1)
      expect(await listPairs('photo_comparisons')).toEqual([ids.filter(id => id !== pair[erased]).toSorted()])
    },
  )
})

describe('NX-225 0074 the activity', () => {
  test('lists decisions with the id that undoes them, deletions around them as one, and each undo restores its own', async () => {
    const { customer, ids } = await createLibrary([...createCopies({}, {}), {}, {}, {}])
    await remove(customer, ids[3]!)
    t.server.clock.advance(1_000)
    const { decisionId } = await decide(customer, 'copies', [ids[0]!])
    for (const id of ids.slice(4)) {
      t.server.clock.advance(1_000)
      await remove(customer, id)
    }
    const list = async () => {
      const items = (await customer.call(getActivity)).items.filter(({ kind }) => kind.startsWith('photos.'))
      return items.toSorted((a, b) => a.kind.localeCompare(b.kind))
    }
    const summarize = async () =>
      (await list()).map(({ kind, total, entry }) => [kind, total, entry?.subject, entry?.undo])
    const [deletion] = await list()
    expect(await summarize()).toEqual([
      ['photos.deleted', 3, null, 'possible'],
      ['photos.tidied', 2, decisionId, 'possible'],
    ])
    await customer.call(undoEntry, { params: { id: deletion!.id } })
    expect(await listIds(customer)).toEqual([ids[0], ...ids.slice(3)].toSorted())
    expect((await summarize()).map(([, , , state]) => state)).toEqual(['done', 'possible'])
    await undo(customer, decisionId)
    expect(await listIds(customer)).toEqual(ids.toSorted())
    expect((await summarize()).map(([, , , state]) => state)).toEqual(['done', 'done'])
  })
})

describe('NX-220 pictures', () => {
  test('copies of uploaded pictures are found: saved again, scaled and turned; mirrored and black-and-white ones are not', async () => {
    const customer = await t.server.customer()
    const original = await drawOriginal()
    const mirrored = await sharp(original).flop().jpeg().toBuffer()
    const copies = [
      await sharp(original).jpeg({ quality: 40 }).toBuffer(),
      await sharp(original).resize(640).jpeg({ quality: 70 }).toBuffer(),
      await sharp(original).rotate(90).jpeg({ quality: 80 }).toBuffer(),
      await sharp(original).rotate(180).resize(900).jpeg({ quality: 80 }).toBuffer(),
      await sharp(original).rotate(270).resize(500).jpeg({ quality: 80 }).toBuffer(),
    ]
    const grey = await sharp(original).greyscale().resize(800).jpeg({ quality: 80 }).toBuffer()
    for (const [place, bytes] of [original, mirrored, ...copies, grey].entries())
      await customer.upload(`${place}.jpg`, bytes)
    await t.server.idle()
    await regroup(t.server, customer)
    const [group, ...others] = await listGroups(customer, 'copies')
    expect(others).toEqual([])
    const found = group!.members.map(({ image, reason, turn }) => [image.localFileName, reason, turn])
    expect(found.toSorted()).toEqual(
      [
        ['0.jpg', 'best-version', 0],
        ['2.jpg', 'same', 0],
        ['3.jpg', 'smaller', 0],
        ['4.jpg', 'turned', 3],
        ['5.jpg', 'turned', 2],
        ['6.jpg', 'turned', 1],
      ].toSorted(),
    )
    expect(found[0]![0]).toBe('0.jpg')
  })
})

/** Uploads pictures, in this order, and searches for groups of copies. */
async function uploadAll(pictures: Record<string, Buffer>) {
  const customer = await t.server.customer()
  for (const [name, bytes] of Object.entries(pictures)) await customer.upload(name, bytes)
  await t.server.idle()
  await regroup(t.server, customer)
  const groups = (await listGroups(customer, 'copies')).map(({ members }) =>
    members.map(({ image, reason, keep }) => [image.localFileName, reason, keep]),
  )
  const totals = await customer.call(contract.getTidyUpTotals, { params: { kind: 'copies' } })
  return { customer, groups, totals }
}

describe('RV-1142 an altered copy of the same size', () => {
  const alter = async (original: Buffer) => ({
    'filter.jpg': await sharp(original).modulate({ saturation: 1.5, hue: 20 }).jpeg().toBuffer(),
    'lighter.jpg': await sharp(original).linear(1.08, 0).jpeg().toBuffer(),
    'stamp.jpg': await sharp(original)
      .composite([{ input: await drawStamp(), left: 960, top: 840 }])
      .jpeg()
      .toBuffer(),
    'turned.jpg': await sharp(original).rotate(180).jpeg().toBuffer(),
    'png.png': await sharp(original).png().toBuffer(),
  })
  const drawStamp = () =>
    sharp({ create: { width: 190, height: 30, channels: 3, background: '#ff9020' } })
      .png()
      .toBuffer()

  test('is not the best version of a camera’s photo; a run bins groups of the same pixels only', async () => {
    const original = await drawOriginal()
    const { customer, groups, totals } = await uploadAll({
      ...(await alter(original)),
      'original.jpg': original,
    })
    expect(groups).toHaveLength(1)
    const [best, ...others] = groups[0]!
    expect(best).toEqual(['original.jpg', 'best-version', true])
    expect(others.toSorted()).toEqual([
      ['filter.jpg', 'light', true],
      ['lighter.jpg', 'light', true],
      ['png.png', 'same', false],
      ['stamp.jpg', 'detail', true],
      ['turned.jpg', 'turned', false],
    ])
    expect(totals).toMatchObject({ groups: 0, photos: 0 })
    const { images } = await customer.call(photosContract.getPhotos)
    const altered = images.filter(({ localFileName }) => /filter|lighter|stamp/.test(localFileName))
    const body = { photoIds: altered.map(({ imageId }) => imageId) }
    await customer.call(photosContract.deletePhotos, { body })
    const params = { kind: 'copies' } as const
    expect(await customer.call(contract.getTidyUpTotals, { params })).toMatchObject({ groups: 1, photos: 2 })
    await runAll(customer, 'copies')
    const rest = (await customer.call(photosContract.getPhotos)).images
    expect(rest.map(({ localFileName }) => localFileName)).toEqual(['original.jpg'])
  })

  test('is kept beside the other one where no camera tells which is the original', async () => {
    const original = await drawScene(1200, 900).jpeg({ quality: 92 }).toBuffer()
    for (const [name, bytes] of Object.entries(await alter(original))) {
      const { groups, totals } = await uploadAll({ 'original.jpg': original, [name]: bytes })
      for (const member of groups.flat()) expect([name, member[2]]).toEqual([name, true])
      if (name !== 'stamp.jpg') expect(groups[0]![0]![1]).toBe('undecided')
      expect(totals).toMatchObject({ groups: 0, photos: 0 })
    }
  })
})

test('RV-1141 pages of one layout with different texts, or one other digit, are no copies; saved again they are', async () => {
  const pages: Record<string, Buffer> = {}
  for (const kind of PAGE_KINDS) {
    for (let number = 0; number < PAGES; number++)
      pages[`${kind} ${number}.png`] = await drawPage(kind, number).png().toBuffer()
    pages[`${kind} 0 sent.jpg`] = await drawPage(kind, 0)
      .resize({ width: 800, height: 800, fit: 'inside' })
      .jpeg({ quality: 75 })
      .toBuffer()
  }
  const { customer, groups } = await uploadAll(pages)
  const names = groups.map(group => group.map(([name]) => name).toSorted())
  // Each pair is read once: what is known of it answers later searches.
  const count = async () =>
    (await listRows(t.server.ctx.db, 'photo_comparisons', { account_id: customer.accountId })).length
  const compared = await count()
  expect(compared).toBeGreaterThan(PAGE_KINDS.length)
  const readLuminance = vi.spyOn(t.server.ctx.images, 'readLuminance')
  await regroup(t.server, customer)
  expect([await count(), readLuminance.mock.calls.length]).toEqual([compared, 0])
  expect(await listGroups(customer, 'copies')).toHaveLength(groups.length)
  expect(names.toSorted()).toEqual(PAGE_KINDS.map(kind => [`${kind} 0 sent.jpg`, `${kind} 0.png`]).toSorted())
})

const PAGES = 5

test('RV-1141 a picture that cannot be read is offered once it can be', async () => {
  const original = await drawOriginal()
  const customer = await t.server.customer()
  await customer.upload('a.jpg', original)
  await customer.upload('b.jpg', await sharp(original).jpeg({ quality: 60 }).toBuffer())
  await t.server.idle()
  const { images } = await customer.call(photosContract.getPhotos)
  const key = `${customer.accountId}/variants/${images[0]!.imageId}-800`
  const { blobs } = t.server.ctx
  const variant = (await blobs.get(key))!
  for (const broken of [null, Buffer.from('no picture')]) {
    await blobs.remove([key])
    if (broken) await blobs.put(key, broken)
    await regroup(t.server, customer)
    expect(await listGroups(customer, 'copies')).toEqual([])
  }
  await blobs.put(key, variant)
  await regroup(t.server, customer)
  expect(await listGroups(customer, 'copies')).toHaveLength(1)
})

/** As a camera saves it. */
const drawOriginal = () =>
  drawScene(1200, 900)
    .jpeg({ quality: 92 })
    .withExif({ IFD0: { Make: 'Canon', Model: 'EOS R5' }, IFD2: { DateTimeOriginal: '2024:06:01 12:00:00' } })
    .toBuffer()

/** Draws a scene without symmetry: sky, sun, two hills and a fence. */
function drawScene(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / height]
      const isSun = Math.hypot((u - 0.78) * 1.33, v - 0.22) < 0.12
      const isHill = v > 0.62 - 0.16 * Math.sin(u * 5 + 0.6)
      const isFence = v > 0.72 && v < 0.93 && x % 52 < 16
      const colour = isFence
        ? [201, 160, 106]
        : v > 0.85 - u * 0.2
          ? [36, 71, 31]
          : isHill
            ? [63, 125, 58]
            : isSun
              ? [255, 226, 122]
              : [125, 180, 232 - Math.round(v * 60)]
      pixels.set(colour, (y * width + x) * 3)
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
