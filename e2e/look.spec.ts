import { addAlbumPhotos } from '#contract/albums.ts'
import { violations } from './fixtures/axe.ts'
import { dropFiles } from './fixtures/drop.ts'
import { gridOf, seesPicture } from './fixtures/grid.ts'
import { share } from './fixtures/sharing.ts'
import { expect, test } from './fixtures/test.ts'

test('axe finds nothing on photos, preview, upload, storage, bin and downloads', { tag: '@phone' }, async ({
  signedIn: page,
  library,
}) => {
  test.slow()
  const { open, select, tile, tiles } = gridOf(page)
  await library.add([{ taken: '2024:05:03 14:15:00' }, {}])
  await open()
  await seesPicture(tile(1))
  await tile(1).click()
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to photos' }).click()

  await dropFiles(page, [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
    { name: 'nothing.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  ])
  await expect(page.getByRole('heading', { name: '2 refused' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.getByRole('button', { name: '18 months storage remaining.' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await select()
  await tile(1).click()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(tiles).toHaveCount(1)

  await page.goto('/my-photos/deleted')
  await page.getByRole('button', { name: /^Photo 1, deleted/ }).click()
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto('/downloads')
  await expect(page.getByRole('heading', { name: 'No downloads yet' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('axe finds nothing on albums, their modals and the copy modal', { tag: '@phone' }, async ({
  signedIn: page,
  library,
  customer,
}) => {
  test.slow()
  const { select, tile } = gridOf(page)
  const photoIds = await library.add([{ taken: '2024:05:03 14:15:00' }, {}])
  await page.goto('/my-photos/albums')
  await expect(page.getByText('No albums yet')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'New album' }).click()
  await page.getByRole('button', { name: 'Create album' }).click()
  await expect(page.getByText('Please give your album a name')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('Oslo')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your album is empty')).toBeVisible()
  expect(await violations(page)).toEqual([])

  const albumId = new URL(page.url()).pathname.split('/').at(-1)!
  await customer.client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
  await seesPicture(tile(1))
  await page.getByRole('button', { name: 'Rename album' }).click()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await select()
  await tile(1).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Copy to album' }).click()
  await page.getByRole('radio', { name: /^Oslo/ }).check()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'New album' }).click()
  await expect(page.getByRole('textbox', { name: 'Album name' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Remove from album' }).click()
  await expect(page.getByRole('button', { name: 'Delete photo' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto('/my-photos/albums')
  await seesPicture(page.getByRole('link', { name: /^Oslo/ }))
  expect(await violations(page)).toEqual([])
})

test('axe finds nothing on shared albums, their preview and question', { tag: '@phone' }, async ({
  signedIn: page,
  library,
  customer,
  friend,
}) => {
  test.slow()
  const { select, tile } = gridOf(page)
  const [photoId = ''] = await library.add([{ taken: '2024:05:03 14:15:00' }])
  const photos = [{ owner: customer, photoId }]
  await share({ name: 'Oslo', owner: customer, participants: [friend], photos })
  await share({ name: 'Bergen', owner: friend, participants: [customer], photos })
  await page.goto('/my-photos/albums')
  await expect(page.getByRole('heading', { name: 'Shared with you' })).toBeVisible()
  await seesPicture(page.getByRole('link', { name: /^Bergen/ }))
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: /^Oslo/ }).click()
  await expect(page.getByText('Shared with 1 person')).toBeVisible()
  await seesPicture(tile(1))
  expect(await violations(page)).toEqual([])
  await select()
  await tile(1).click()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await tile(1).click()
  await expect(page.getByRole('button', { name: 'Back to album' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete album' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
})
