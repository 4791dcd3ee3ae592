import { findViolations } from './fixtures/axe.ts'
import { findLinkPath } from './fixtures/mailbox.ts'
import { expectSignInPage, submitSignIn } from './fixtures/sign-in-page.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

test('AA-043 AA-048 AA-053 AA-054 OP-60 the address is changed, by the keyboard alone, with the mailed link, which signs out; the new one signs in', {
  tag: '@suite',
}, async ({ signedIn: page, account, mailbox, browserErrors }) => {
  // The used link.
  browserErrors.allow(/status of 404 .*emailchanges/)
  const email = `new-${account.email}`
  await page.goto('/settings/email')
  await tabTo(page.getByRole('textbox', { name: 'New email address' }).first())
  await page.keyboard.type(email)
  await tabTo(page.getByRole('textbox', { name: 'Repeat the new email address' }))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('We’ve sent a confirmation email')).toContainText(email)
  expect(await findViolations(page)).toEqual([])

  const link = findLinkPath(await mailbox.waitForMail(email, /^Confirm your new email address$/))
  // Mail scanners open links.
  for (let i = 0; i < 10; i++) {
    expect((await page.request.get(link)).ok()).toBe(true)
    expect((await page.request.head(link)).ok()).toBe(true)
  }
  // The mail is opened where nobody is signed in.
  await page.context().clearCookies()
  await page.goto(link)
  await expectSignInPage(page)
  await submitSignIn(page, account)
  await expect(page.getByRole('heading', { name: 'Your email address has been changed' })).toBeVisible()
  await expect(page).toHaveURL('/change-email-success')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expectSignInPage(page)
  await submitSignIn(page, { ...account, email })
  await page.goto('/settings')
  await expect(page.getByRole('region', { name: 'Email' })).toContainText(email)
  await mailbox.waitForMail(account.email, /^Your email address was changed$/)

  // The used link of an address that is changed says so again; a link without token fails.
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your email address has been changed' })).toBeVisible()
  await page.goto('/change-email-confirmation')
  await expect(page.getByRole('heading', { name: "Your email wasn't changed" })).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Change email address' })).toBeVisible()
})
