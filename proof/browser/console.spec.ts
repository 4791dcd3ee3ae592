import { expectSignInPage } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

test('RV-118 the console is empty on every screen without a session', async ({ page }) => {
  const messages: string[] = []
  page.on('console', message => messages.push(`${page.url()}: ${message.type()} ${message.text()}`))
  for (const address of ['/', '/my-photos/photos', '/nobody/knows']) {
    await page.goto(address)
    await expectSignInPage(page)
  }
  for (const link of ['Create an account', 'Forgot your password?']) {
    await page.goto('/')
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
  }
  expect(messages).toEqual([])
})
