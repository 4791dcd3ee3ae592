import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changePhotoDates } from '#contract/photo-dates.ts'
import { getPhotos, type Image } from '#contract/photos.ts'
import { parseXmpSidecar } from '#web/domains/uploads/companions/read-companions.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { createReadyExport, downloadZips, isManifest, upload } from './testing/library.ts'

const server = closeAfterAll(await testServer())

const PICTURES = {
  'year.jpg': {},
  'month.jpg': {},
  'day.jpg': {},
  'exact.jpg': {},
  // Two of everything: with a date, a zone and a fraction of their own.
  'year of a camera.jpg': { taken: '2024:05:03 14:15:00', offset: '+02:00', subSecond: '25' },
  'month of a camera.jpg': { taken: '2024:05:03 14:15:00' },
  'day of a camera.jpg': { taken: '2024:05:03 14:15:00' },
  'exact of a camera.jpg': { taken: '2024:05:03 14:15:00' },
  'shifted.jpg': { taken: '2024:05:03 14:15:00', offset: '+02:00', subSecond: '75' },
  'shifted by a second.jpg': { taken: '2024:05:03 14:15:00', offset: '-05:30' },
  'untouched.jpg': { taken: '2024:05:04 14:15:00', offset: '+02:00', subSecond: '5' },
  'undated.jpg': {},
  'new year of 1970.jpg': {},
}

const CHANGES: Record<string, object> = {
  year: { set: { precision: 'year', year: 1974 } },
  month: { set: { precision: 'month', year: 1974, month: 8 } },
  day: { set: { precision: 'day', year: 1974, month: 8, day: 12 } },
  exact: { set: { precision: 'second', year: 1974, month: 8, day: 12, time: '15:30:40' } },
  'shifted.': { shift: { minutes: -75 } },
  'shifted by': { shift: { minutes: 1 } },
  'new year': { set: { precision: 'day', year: 1970, month: 1, day: 1 } },
}

const list = async (customer: Client): Promise<Image[]> => (await customer.call(getPhotos)).images

/** What is compared: dates with all that belongs to them, in the order of the library. */
const readDates = async ({ accountId }: Client) =>
  (
    await sql<object>`select file_name, taken_at, taken_offset, taken_precision, taken_sort
      from photos where account_id = ${accountId} and taken_at is not null order by taken_sort, file_name`.execute(
      server.ctx.db,
    )
  ).rows

const readExport = async (customer: Client) => {
  const [zip] = await downloadZips(customer, await createReadyExport(server, customer))
  return new Map([...zip!].filter(([name]) => !isManifest(name)))
}

test('RV-1081 an export that is added to an empty library gives the same dates, and the same sidecars', async () => {
  const customer = await server.customer()
  const files = await Promise.all(
    Object.entries(PICTURES).map(async ([name, options]) => [name, await jpeg(options)] as const),
  )
  await upload(server, customer, files)
  const images = await list(customer)
  for (const [start, wanted] of Object.entries(CHANGES)) {
    const photoIds = images.filter(each => each.localFileName.startsWith(start)).map(each => each.imageId)
    expect(photoIds.length).toBeGreaterThan(0)
    await customer.call(changePhotoDates, {
      body: { requestId: randomUUID(), selection: { photoIds }, ...wanted },
    })
  }
  const entries = await readExport(customer)

  const other = await server.customer()
  for (const [path, bytes] of entries) {
    if (path.endsWith('.xmp')) continue
    const sidecar = entries.get(`${path}.xmp`)?.toString()
    const content = sidecar === undefined ? undefined : parseXmpSidecar(sidecar, server.clock.now().getTime())
    const metadata: Record<string, string> =
      content?.kind === 'photo' ? { companion: encode(content.facts) } : {}
    const { response } = await other.upload(path.split('/').at(-1)!, bytes, metadata)
    expect(response.status).toBe(204)
  }
  await server.idle()
  expect(await readDates(other)).toEqual(await readDates(customer))
  expect(await readDates(other)).toHaveLength(12)
  const again = await readExport(other)
  const sidecarsOf = (zip: Map<string, Buffer>) =>
    [...zip]
      .filter(([name]) => name.endsWith('.xmp'))
      .map(([name, text]) => `${name} ${text.toString()}`)
      .toSorted()
  expect(sidecarsOf(again)).toEqual(sidecarsOf(entries))
  expect(sidecarsOf(again)).toHaveLength(11)
})

const encode = (facts: object) => Buffer.from(JSON.stringify(facts)).toString('base64url')
