import { expect } from 'vitest'
import * as contract from '#contract/photos.ts'
import { getStorageStatus } from '#contract/retention.ts'
import { getMonth, sortPhotos } from './library-model.ts'
import type { ModelCustomer, Step } from './model-customer.ts'
import { expectPages, pickOrder } from './pages.ts'
import { DAY } from './retention-model.ts'

/** Reads the photos per month, by date taken or by upload. */
export const readTimeline: Step = async customer => {
  customer.logStep('timeline')
  await expectTimeline(customer, customer.random.pick(['created', 'dateTaken'] as const))
}

/** Expects that the counts of all months are those of the library. */
export async function expectTimeline(
  { client, library }: ModelCustomer,
  groupBy: contract.SortKey,
): Promise<void> {
  const years = Object.entries(await client.call(contract.getTimeline, { query: { groupBy } }))
  const months = years.flatMap(([year, counts]) =>
    Object.entries(counts).map(([month, count]) => [Number(year) * 100 + Number(month), count] as const),
  )
  expect(Object.fromEntries(months)).toEqual(library.listMonths(groupBy))
}

/** Reads some pages of the library, in any order and of any size. */
export const readLibrary: Step = async customer => {
  const { client, library, random } = customer
  const order = pickOrder(random)
  customer.logStep(`library by ${order.sortKey} ${order.sortOrder}`)
  await expectPages(random, library.listOrderedIds(order), query =>
    client.call(contract.getPhotos, { query: { ...order, ...query } }),
  )
}

/** Reads some pages of a month. */
export const readMonth: Step = async customer => {
  const { client, library, random } = customer
  const order = pickOrder(random)
  const month = random.pick([...Object.keys(library.listMonths(order.sortKey)).map(Number), 201912])
  customer.logStep(`month ${month} by ${order.sortKey} ${order.sortOrder}`)
  const photos = library.library.filter(photo => getMonth(photo, order.sortKey) === month)
  const expected = sortPhotos(photos, order, ({ sequence }) => sequence).map(({ id }) => id)
  const params = { year: Math.floor(month / 100), month: month % 100 }
  await expectPages(random, expected, query =>
    client.call(contract.getMonthPage, { params, query: { ...order, groupBy: order.sortKey, ...query } }),
  )
}

/** Reads one photo and its position in its month; one in the bin is not found. */
export const readPhoto: Step = async customer => {
  const { client, library, random } = customer
  if (library.photos.size === 0) return readLibrary(customer)
  const photo = random.pick([...library.photos.values()])
  const order = pickOrder(random)
  customer.logStep(`photo ${photo.id} by ${order.sortKey} ${order.sortOrder}`)
  const call = { params: { id: photo.id }, query: order }
  if (photo.deletedAt !== null) {
    expect((await client.expectError(contract.getPhoto, call)).status).toBe(404)
    return
  }
  const answer = await client.call(contract.getPhoto, call)
  const month = getMonth(photo, order.sortKey)
  const monthPhotos = library.library.filter(each => getMonth(each, order.sortKey) === month)
  expect(answer).toMatchObject({
    image: { imageId: photo.id, localFileName: photo.picture.name, size: photo.picture.bytes.length },
    year: Math.floor(month / 100),
    month: month % 100,
    position: sortPhotos(monthPhotos, order, ({ sequence }) => sequence).indexOf(photo),
  })
}

/** Reads the whole bin, newest first, with the time each photo is erased. */
export const readBin: Step = async customer => {
  const { client, library, modelState } = customer
  customer.logStep('bin')
  const { images } = await client.call(contract.getDeletedPhotos, { query: { limit: 100 } })
  expect(images.map(image => image.imageId).sort()).toEqual(library.bin.map(({ id }) => id).sort())
  const deleted = images.map(image => image.deletedAt)
  expect(deleted).toEqual(deleted.toSorted().reverse())
  const { binDays, retention } = modelState.server.ctx.config
  for (const { imageId, deletedAt, erasedAt } of images) {
    const { expired, deletedAt: expiredAt } = library.photos.get(imageId)!
    const days = (Date.parse(erasedAt) - Date.parse(deletedAt)) / DAY
    expect(days).toBe(expired ? retention.graceDays : binDays)
    if (expired) expect(Date.parse(deletedAt)).toBe(expiredAt)
  }
}

/** Reads the deletion date, the date it counts from, and an expiration. */
export const readStorage: Step = async customer => {
  const { client, retention } = customer
  customer.logStep('storage status')
  const status = await client.call(getStorageStatus)
  const { expiration, orderedAt } = retention
  expect(status.lastOrderDate).toBe(orderedAt === null ? null : toIsoString(orderedAt))
  expect(status.registrationDate).toBe(toIsoString(retention.registeredAt))
  // The brand's time zone may differ from UTC by an hour.
  expect(status.deletionDate.slice(0, 10)).toBe(
    toIsoString(retention.findEarliestDeletion(customer.now)).slice(0, 10),
  )
  expect(status.grace).toEqual(
    expiration ? { leftAt: toIsoString(expiration.expiredAt), photosCount: expiration.photos } : undefined,
  )
  if (expiration) expect(status.lastRestorableDay).toBe(toIsoString(expiration.eraseAt - DAY).slice(0, 10))
}

const toIsoString = (at: number) => new Date(at).toISOString()
