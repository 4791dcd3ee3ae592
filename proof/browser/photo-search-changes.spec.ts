import { createGrid } from './fixtures/grid.ts'
import { expect, test } from './fixtures/test.ts'

test('NX-213 a photo that is added while the results are open appears in them', async ({
  signedIn: page,
  library,
}) => {
  await library.add([{ width: 300, height: 200, taken: '2021:05:01 10:00:00', fileName: 'other.jpg' }])
  await page.goto('/my-photos/search?date=2022-05')
  await expect(page.getByRole('heading', { name: 'No photos match' })).toBeVisible()
  await library.add([{ width: 300, height: 200, taken: '2022:05:01 10:00:00', fileName: 'may.jpg' }])
  await expect(createGrid(page).tile(1)).toBeVisible()
})
