import type { Page } from '@playwright/test'
import { deletePasskey, listPasskeys } from '#contract/passkeys.ts'
import { addAuthenticator, disablePasskeyList } from './fixtures/authenticator.ts'
import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { addPasskey, signUpWithPasskey } from './fixtures/passkeys.ts'
import { expectSignInPage, submitSignIn } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey', exact: true })

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/')
}

test('NX-338 NX-334 a customer signs up with a passkey and signs in with it, by the list below the field and by the button', {
  tag: '@suite',
}, async ({ page, mailbox }) => {
  const authenticator = await addAuthenticator(page)
  await signUpWithPasskey(page, mailbox)
  expect(await authenticator.countPasskeys()).toBe(1)
  // The list: the device answers by itself.
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()

  await disablePasskeyList(page)
  await signOut(page)
  await expectSignInPage(page)
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await usePasskey(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()
})

test('NX-336 a device that lost its passkeys, or cannot verify its user, leaves the page as it is', async ({
  page,
  mailbox,
}) => {
  const authenticator = await addAuthenticator(page)
  await signUpWithPasskey(page, mailbox)
  await disablePasskeyList(page)
  await signOut(page)
  await authenticator.setUserVerified(false)
  await usePasskey(page).click()
  await expect(page.getByRole('alert')).toHaveText('That didn’t work. Please try again.')
  await authenticator.setUserVerified(true)
  await usePasskey(page).click()
  await expect(page.getByRole('heading', { name: 'Hello' })).toBeVisible()

  await signOut(page)
  await authenticator.lose()
  await addAuthenticator(page)
  await usePasskey(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeEditable()
})

test('NX-336 a passkey that the device has lost, or that was deleted in the account, is refused with a text, and the password signs in', async ({
  signedIn: page,
  account,
  customer,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401.*\/interaction\//)
  const authenticator = await addAuthenticator(page)
  await addPasskey(page, 'Laptop')
  await disablePasskeyList(page)
  const [passkey] = (await customer.client.call(listPasskeys)).passkeys
  // On another device, so that this one still offers it.
  await customer.client.call(deletePasskey, { params: { id: passkey!.id } })
  await signOut(page)
  await usePasskey(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This passkey can’t be used here. Sign in with your password or another passkey.',
  )
  expect(await findViolationsInBothSchemes(page)).toEqual([])

  await authenticator.forgetPasskeys()
  await usePasskey(page).click()
  await expect(page.getByRole('alert').filter({ visible: true }).last()).toHaveText(
    'That didn’t work. Please try again.',
  )
  await submitSignIn(page, account)
  await expect(page.getByText('Your photo library is empty').first()).toBeVisible()
})

test('NX-337 without script the page has no passkeys, and its forms work', async ({
  browser,
  baseURL,
  account,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto('/session/sign-in')
  await expectSignInPage(page)
  await expect(page.getByRole('button')).toHaveCount(1)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('alert')).toContainText('We sent a link a moment ago.')
  await context.close()
})
