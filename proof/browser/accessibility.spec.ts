import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { expectSignInPage } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

test('axe finds no violation on the sign-in pages', async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 400.*\/sign-up$/)
  await page.goto('/')
  await expectSignInPage(page)
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Please fill in this field').first()).toBeVisible()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
})
