import { addPasskey, createPasskeyOptions } from '#contract/passkeys.ts'
import { Authenticator } from '#server/domains/identity/testing/authenticator.ts'
import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { findLinkPath } from './fixtures/mailbox.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

test('NX-313 NX-319 from the settings by the keyboard alone: the password is changed, and this browser stays signed in', {
  tag: ['@suite', '@phone'],
}, async ({ signedIn: page, account }) => {
  await page.goto('/settings')
  const row = page.getByRole('region', { name: 'Sign-in & security' })
  await expect(row).toContainText('Password, 1 device')
  await tabTo(row.getByRole('link', { name: 'Manage Sign-in & security' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in & security' })).toBeVisible()
  await expect(page.getByText('This device')).toBeVisible()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

  await tabTo(page.getByRole('button', { name: 'Change Password' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose a new password' })
  await expect(dialog.getByLabel('New password')).toBeFocused()
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Your password needs at least 10 characters')
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${account.password} too`)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Recent changes' })).toContainText('Password changed')
  await page.reload()
  await expect(page.getByText('This device')).toBeVisible()
})

test('NX-321 ‘It wasn’t me’ asks, and the question has no accessibility violations', async ({
  signedIn: page,
}) => {
  await page.goto('/settings/security')
  const button = page.getByRole('button', { name: 'It wasn’t me' })
  await button.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(button).toBeFocused()
})

test('NX-364 a new password that another browser asks for is told on the open page, and cancelled there by the keyboard', async ({
  signedIn: page,
  customer: { client, accountId, email },
  otherBrowser,
  mailbox,
  browserErrors,
}) => {
  const options = await client.call(createPasskeyOptions, { body: { relatedOrigins: true } })
  const response = new Authenticator().create(options, { origin: client.origin })
  await client.call(addPasskey, { body: { response } })
  await fetch(`http://127.0.0.1:${process.env.E2E_OPERATOR_PORT}/passkeys`, {
    method: 'POST',
    body: JSON.stringify(accountId),
  })
  const socket = page.waitForEvent('websocket', ws => ws.url().includes('/push/library'))
  await page.goto('/orders')
  await (await socket).waitForEvent('framereceived', frame => String(frame.payload).includes('ready'))

  const other = await otherBrowser.newPage()
  await other.goto('/session/sign-in')
  await other.getByRole('link', { name: 'Forgot your password?' }).click()
  await other.getByLabel('Email').fill(email)
  await other.getByRole('button', { name: 'Send link' }).click()
  const banner = page.getByRole('alert').filter({ hasText: 'Somebody asked for a new password by email' })
  await expect(banner).toContainText(/It takes effect on .* at \d\d:\d\d\./)
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

  await tabTo(banner.getByRole('button', { name: 'Cancel recovery' }))
  await page.keyboard.press('Enter')
  await expect(banner).toBeHidden()
  await expect(page.getByText('Cancelled. Your password stays as it is.')).toBeVisible()
  browserErrors.allow(/status of 410/)
  const opened = await other.goto(findLinkPath(await mailbox.waitForMail(email, /^Choose a new password/)))
  expect(opened!.status()).toBe(410)
})
