import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as contract from '#contract/photos.ts'
import { change } from '../../../context.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { findFactErrors } from '../../../testing/consistency-checks.ts'
import { testServer } from '../../../testing/harness.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { createRandom } from '../../../testing/random.ts'
import { updateDatesOfFacts } from '../store/facts.ts'

const server = closeAfterAll(await testServer())

const readFacts = async ({ accountId }: Client) => {
  const { rows } = await sql<{ name_norm: string; camera_id: number | null; label: string | null }>`
    select f.name_norm, f.camera_id, c.label from photo_facts f
    left join account_cameras c on c.account_id = f.account_id and c.camera_id = f.camera_id
    where f.account_id = ${accountId} order by f.name_norm`.execute(server.ctx.db)
  return rows
}

test('NX-229 a changed date is copied to the facts of its photo', async () => {
  const customer = await server.customer()
  await customer.upload('a.jpg', await jpeg({ taken: '2024:07:03 10:00:00' }))
  await sql`update photos set taken_sort = '1974-08-01', taken_precision = 'month', taken_month = 197408
    where account_id = ${customer.accountId}`.execute(server.ctx.db)
  const { images } = await customer.call(contract.getPhotos)
  await change(server.ctx, tx => updateDatesOfFacts(tx, customer.accountId, [images[0]!.imageId]))
  expect(await findFactErrors(server.ctx, customer.accountId)).toEqual([])
})

describe('NX-229 facts of photos', () => {
  test('are inserted with the photo: the name without case and accents, and its camera', async () => {
    const customer = await server.customer()
    const upload = async (name: string, camera?: { make: string; model: string }) =>
      customer.upload(name, await jpeg(camera ? { camera } : {}))
    await upload('Großmutter_Été 07.JPG', { make: 'Canon', model: 'Canon EOS 5D' })
    await upload('a.jpg', { make: 'NIKON CORPORATION', model: 'D90' })
    await upload('b.jpg', { make: 'Canon', model: 'Canon EOS 5D' })
    await upload('c.jpg')
    expect(await readFacts(customer)).toEqual([
      { name_norm: 'a jpg', camera_id: 2, label: 'Nikon D90' },
      { name_norm: 'b jpg', camera_id: 1, label: 'Canon EOS 5D' },
      { name_norm: 'c jpg', camera_id: null, label: null },
      { name_norm: 'grossmutter ete 07 jpg', camera_id: 1, label: 'Canon EOS 5D' },
    ])
    expect(await findFactErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test('of its picture are read when its variants are made', async () => {
    const customer = await server.customer()
    await customer.upload('Bildschirmfoto 2024-05-03.png', await jpeg())
    await customer.upload('IMG_1.jpg', await jpeg({ camera: { make: 'Canon', model: 'Canon EOS 5D' } }))
    await server.idle()
    const { rows } = await sql`
      select kind, hash is not null as hashed, length(colours) as colours, sharpness > 0 as sharp, dark, light, facts_version
      from photo_facts where account_id = ${customer.accountId} order by name_norm`.execute(server.ctx.db)
    const picture = { hashed: true, colours: 48, sharp: true, facts_version: 1 }
    expect(rows).toEqual([
      expect.objectContaining({ kind: 'screenshot', ...picture }),
      expect.objectContaining({ kind: 'photo', ...picture }),
    ])
  })

  test('equal their photos after random additions, deletions, restores and erasures', async () => {
    const customer = await server.customer()
    const random = createRandom(30)
    const pick = (ids: string[]) => random.sample(ids, 0.3)
    const list = async (call: typeof contract.getPhotos | typeof contract.getDeletedPhotos) =>
      (await customer.call(call as typeof contract.getPhotos, { query: { limit: 100 } })).images.map(
        each => each.imageId,
      )
    let changes = 0
    const change = async (
      call: typeof contract.deletePhotos | typeof contract.restorePhotos | typeof contract.erasePhotos,
      photoIds: string[],
    ) => photoIds.length > 0 && customer.call(call as typeof contract.deletePhotos, { body: { photoIds } })
    const steps: (() => Promise<unknown>)[] = [
      async () =>
        customer.upload(
          `IMG_${changes}.jpg`,
          await jpeg({ taken: `2024:0${1 + (changes % 9)}:03 14:15:00` }),
        ),
      async () => change(contract.deletePhotos, pick(await list(contract.getPhotos))),
      async () => change(contract.restorePhotos, pick(await list(contract.getDeletedPhotos))),
      async () =>
        random.chance(0.2) && change(contract.erasePhotos, pick(await list(contract.getDeletedPhotos))),
      async () => {
        if (!random.chance(0.1)) return
        const { moveId } = await customer.call(contract.deleteAllPhotos)
        await server.idle()
        await customer.call(contract.restoreAllPhotos, { body: { moveId } })
      },
    ]
    for (; changes < 80; changes++) {
      await random.pick(random.chance(0.5) ? steps.slice(0, 1) : steps)()
      if (changes % 40 === 39) await server.idle()
    }
    await server.idle()
    expect((await list(contract.getPhotos)).length).toBeGreaterThan(5)
    expect(await findFactErrors(server.ctx, customer.accountId)).toEqual([])
  })
})
