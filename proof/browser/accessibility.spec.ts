import { violations } from './fixtures/axe.ts'
import { expectSignInPage } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

test('axe finds no violation on the sign-in pages', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 400.*\/sign-up$/)
  await page.goto('/')
  await expectSignInPage(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Please fill in this field').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('axe finds no violation on overview, photos, selection and not-found', { tag: '@phone' }, async ({
  signedIn: page,
  library,
}) => {
  await page.goto('/my-photos/photos')
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
  expect(await violations(page)).toEqual([])

  const photos = page.getByRole('button', { name: /^Photo \d/ })
  await library.add([...Array(4)].map((_, index) => ({ taken: `2024:0${index + 1}:03 14:15:00` })))
  await page.reload()
  await expect(photos).toHaveCount(4)
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await photos.first().click()
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await violations(page)).toEqual([])

  for (const [path, title] of [
    ['/', 'Hello'],
    ['/nobody/knows', 'Page not found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await violations(page)).toEqual([])
  }
})
