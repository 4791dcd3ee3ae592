import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

test('NX-313 NX-319 from the settings by the keyboard alone: the password is changed, and this browser stays signed in', {
  tag: '@phone-proof',
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
