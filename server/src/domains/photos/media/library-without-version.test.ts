import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { deletePhotos, getDeletedPhotos, getPhotos } from '#contract/photos.ts'
import { up } from '../../../migrations/0038-library-versions.ts'
import { testServer } from '../../../testing/harness.ts'
import { jpeg } from '../../../testing/pictures.ts'

test('RV-502 a library whose photos were all in the bin before libraries had versions gets one; without it, pictures are shown', async () => {
  const server = await testServer()
  const { db } = server.ctx
  const customer = await server.customer()
  await customer.upload('a.jpg', await jpeg())
  await server.idle()
  const [photo] = (await customer.call(getPhotos)).images
  await customer.call(deletePhotos, { body: { photoIds: [photo!.imageId] } })
  await sql`drop table library_versions`.execute(db)
  await sql`drop function renew_library_versions cascade`.execute(db)

  await up(db as Kysely<unknown>)
  const versions = () => db.selectFrom('library_versions').select('account_id').execute()
  expect(await versions()).toEqual([{ account_id: customer.accountId }])

  await sql`delete from library_versions`.execute(db)
  const [inBin] = (await customer.call(getDeletedPhotos)).images
  for (const _ of [1, 2]) expect((await fetch(inBin!.thumbnails[0]!.url)).status).toBe(200)
  expect(await versions()).toEqual([])
  await server.close()
})
