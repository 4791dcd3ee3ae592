import { findViolations, findViolationsInBothSchemes } from './fixtures/axe.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { refuseOnce } from './fixtures/refuse-once.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

test('NX-307 a change of the address asks again over its form, by the keyboard alone; the call is repeated with the same values', {
  tag: '@suite',
}, async ({ signedIn: page, account, mailbox, browserErrors }) => {
  browserErrors.allow(/status of 401/)
  const bodies = await refuseOnce(page, '**/emailchanges')
  const email = `new-${account.email}`
  await page.goto('/settings/email')
  await tabTo(page.getByRole('textbox', { name: 'New email address' }).first())
  await page.keyboard.type(email)
  await tabTo(page.getByRole('textbox', { name: 'Repeat the new email address' }))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog).toContainText('You’re about to change your email address.')
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await expect(password).toBeFocused()
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  // This server has no limits, so that all tries are left (step-up.test.ts).
  await expect(dialog).toContainText('The password is wrong. 5 tries left.')
  await expect(password).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Show password' }).press('Enter')
  await expect(password).toHaveAttribute('type', 'text')

  // Cancelled, the form is as it was, and nothing says that it failed.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'New email address' }).first()).toHaveValue(email)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await refuseOnce(page, '**/emailchanges', bodies)
  await page.getByRole('textbox', { name: 'Repeat the new email address' }).press('Enter')
  await expect(password).toBeFocused()
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('We’ve sent a confirmation email')).toContainText(email)
  await expect(dialog).toBeHidden()
  await mailbox.waitForMail(email, /^Confirm your new email address$/)
  expect(bodies).toHaveLength(3)
  expect(bodies[2]).toEqual(bodies[1])
})

test('NX-307 while the question cannot be loaded the call fails as without a connection; the page stays signed in, and it can be sent again', async ({
  signedIn: page,
  account,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|net::ERR_|WebSocket|Status Code: 0|load preload assets/)
  const bodies = await refuseOnce(page, '**/emailchanges')
  const email = `new-${account.email}`
  await page.goto('/settings/email')
  await page.getByRole('textbox', { name: 'New email address' }).first().fill(email)
  await page.getByRole('textbox', { name: 'Repeat the new email address' }).fill(email)
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: 'Repeat the new email address' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText(/connection/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(bodies).toHaveLength(1)

  await page.context().setOffline(false)
  await refuseOnce(page, '**/emailchanges', bodies)
  await page.getByRole('textbox', { name: 'Repeat the new email address' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('We’ve sent a confirmation email')).toContainText(email)
  expect(bodies[2]).toEqual(bodies[0])
})

test('NX-307 closing the account and an export ask in the same way', async ({
  signedIn: page,
  account,
  library,
  mailbox,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  await library.add(1)
  const confirm = async (act: string) => {
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(dialog).toContainText(act)
    await dialog.getByRole('textbox', { name: 'Password' }).fill(account.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toBeHidden()
  }
  await refuseOnce(page, '**/backups')
  await page.goto('/my-photos/photos')
  await page.getByRole('button', { name: /storage remaining/ }).click()
  await page.getByRole('button', { name: 'Export photos' }).click()
  const modal = page.getByRole('dialog', { name: 'Export photos' })
  await modal.getByRole('button', { name: 'Create export' }).click()
  await confirm('You’re about to export your whole library.')
  await expect(modal.getByText(/We're processing your export|Your export is ready/)).toBeVisible()

  await refuseOnce(page, '**/deleteaccount')
  await page.goto('/settings/delete-account')
  await page.getByRole('textbox', { name: 'Type DELETE to continue' }).fill('DELETE')
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await confirm('You’re about to delete your account.')
  await expect(page.getByText('We’ve sent you an email to confirm.')).toBeVisible()
  await mailbox.waitForMail(account.email, /^Confirm that you want to delete/)
})
