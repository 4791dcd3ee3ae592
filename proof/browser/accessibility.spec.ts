import type { Page } from '@playwright/test'
import { createApiKey } from '#contract/api-keys.ts'
import { requestEmailChange } from '#contract/email-changes.ts'
import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { createAccount, signIn } from './fixtures/customer.ts'
import { findLinkPath } from './fixtures/mailbox.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { expectSignInPage } from './fixtures/sign-in-page.ts'
import { expect, test } from './fixtures/test.ts'

test('axe finds no violation on the sign-in pages', { tag: ['@suite', '@phone'] }, async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 400.*\/sign-up$/)
  await page.goto('/')
  await expectSignInPage(page)
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Please fill in this field').first()).toBeVisible()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
})

test('NX-320 NX-321 NX-323 axe finds no violation on the pages behind mailed links about security, and no text is cut off', {
  tag: '@phone',
}, async ({ page, context, baseURL, mailbox }) => {
  const account = await createAccount('keepsake-gb', process.env.E2E_OPERATOR_PORT, 'Active')
  const { client } = await signIn(context.request, baseURL!, account)
  const key = { name: 'ERP live', scopes: ['orders:read' as const], days: 365 as const }
  await client.call(createApiKey, { body: key })
  const newEmail = `new-${account.email}`
  await client.call(requestEmailChange, {
    params: { idpType: 'keepsake', idpSub: client.accountId },
    body: { email: newEmail, channel: 'KEEPSAKE-GB' },
  })
  const open = async (path: string, heading: string) => {
    await page.goto(path)
    await expectAccessible(page, heading)
  }
  const change = await mailbox.waitForMail(account.email, /^Your email address is about to change$/)
  await open(findLinkPath(change, 'identity/stop-email-change'), 'Stop the change of your email address?')
  await page.goto(findLinkPath(await mailbox.waitForMail(newEmail, /^Confirm your new email address$/)))
  // The link redirects to this page; a navigation that is made before would be replaced by it.
  await expect(page.getByRole('heading', { name: 'Your email address has been changed' })).toBeVisible()
  const changed = await mailbox.waitForMail(account.email, /^Your email address was changed$/)
  await open(findLinkPath(changed, 'identity/revert-email'), 'Get your email address back')

  await context.clearCookies()
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(newEmail)
  await page.getByRole('button', { name: 'Send link' }).click()
  const recovery = await mailbox.waitForMail(newEmail, /^Choose a new password$/)
  await open(findLinkPath(recovery), 'Choose a new password')
  await expect(page.getByRole('checkbox', { name: /ERP live/ })).toBeVisible()

  await open(findLinkPath(change, 'identity/not-me'), 'End everything that has access?')
  await page.getByRole('button', { name: 'End everything' }).click()
  await expectAccessible(page, 'Your account is locked for everyone')
})

async function expectAccessible(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  expect(await findViolationsInBothSchemes(page), heading).toEqual([])
  expect(await findOverflowsAtBothWidths(page), heading).toEqual([])
}
