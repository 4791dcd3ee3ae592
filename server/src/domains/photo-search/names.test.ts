import { expect, test } from 'vitest'
import { searchPhotos } from '#contract/photo-search.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'

const server = closeAfterAll(await testServer())
const customer = await server.customer()
for (const name of ['Opa im Garten 01.jpg', 'Ömas Café.jpg', 'IMG-20240503-WA0042.jpg', '100% a_b.jpg'])
  await customer.upload(name, await jpeg())
await server.idle()

const find = async (name: string) =>
  (await customer.call(searchPhotos, { query: { name } })).images.map(({ localFileName }) => localFileName)

test.each<[string, string[]]>([
  ['garten', ['Opa im Garten 01.jpg']],
  ['ARTE', ['Opa im Garten 01.jpg']],
  ['omas cafe', ['Ömas Café.jpg']],
  ['CAFÉ', ['Ömas Café.jpg']],
  ['0042', ['IMG-20240503-WA0042.jpg']],
  ['op', ['Opa im Garten 01.jpg']],
  ['pa', []],
  ['garten cafe', []],
  ['"im garten"', ['Opa im Garten 01.jpg']],
  ['"garten im"', []],
  ['a_b', ['100% a_b.jpg']],
  ['0%4', []],
  ['g_rten', []],
  ['%', []],
])('NX-212 the words %s find %j', async (name, found) => {
  expect(await find(name)).toEqual(found)
})
