import { randomUUID } from 'node:crypto'
import { listPasskeys } from '#contract/passkeys.ts'
import { addAuthenticator } from './fixtures/authenticator.ts'
import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { addPasskey, getPasskeyActions, openSecurityPage } from './fixtures/passkeys.ts'
import { refuseOnce } from './fixtures/refuse-once.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

test('NX-333 by the keyboard alone a passkey is added, named, renamed and deleted; each control has a name, and the focus returns', {
  tag: ['@suite', '@phone'],
}, async ({ signedIn: page, customer }) => {
  const authenticator = await addAuthenticator(page)
  const section = await openSecurityPage(page)
  expect(await findViolationsInBothSchemes(page)).toEqual([])
  const add = section.getByRole('button', { name: 'Add a passkey', exact: true })
  await tabTo(add)
  await page.keyboard.press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(adding).toBeVisible()
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await tabTo(adding.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')

  const added = page.getByRole('dialog', { name: 'Passkey added' })
  const name = added.getByRole('textbox', { name: 'Name', description: 'So that you recognise it later' })
  await expect(name).toBeFocused()
  await expect(name).not.toHaveValue('')
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(added.getByRole('alert')).toHaveText('Name is missing')
  await expect(name).toBeFocused()
  await page.keyboard.type('Work laptop')
  await page.keyboard.press('Enter')
  await expect(added).toBeHidden()
  await expect(add).toBeFocused()
  expect(await authenticator.countPasskeys()).toBe(1)
  await expect(section.getByRole('listitem')).toHaveText(/^Work laptop.*Added .*never used/)

  await tabTo(getPasskeyActions(page, 'Work laptop'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  expect(await findViolationsInBothSchemes(page, '[role=menu]')).toEqual([])
  await page.keyboard.press('Enter')
  const renaming = page.getByRole('dialog', { name: 'Rename passkey' })
  await expect(renaming.getByRole('textbox', { name: 'Name' })).toBeFocused()
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Laptop at home')
  await page.keyboard.press('Enter')
  await expect(renaming).toBeHidden()
  await expect(getPasskeyActions(page, 'Laptop at home')).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passkey deleted: Laptop at home')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Recent changes' })).toContainText('Passkey deleted')
  expect((await customer.client.call(listPasskeys)).passkeys).toEqual([])
  // The browser's password manager is told, too.
  await expect.poll(authenticator.countPasskeys).toBe(0)
  await expect(add).toBeFocused()
})

test('NX-307 a passkey answers ‘Confirm it’s you’: the call is repeated with the same values, and the next question begins with it', async ({
  signedIn: page,
  account,
  mailbox,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  const authenticator = await addAuthenticator(page)
  await addPasskey(page, 'Laptop')
  const email = `${randomUUID()}-${account.email}`
  const bodies = await refuseOnce(page, '**/emailchanges')
  await page.goto('/settings/email')
  await page.getByRole('textbox', { name: 'New email address' }).first().fill(email)
  await page.getByRole('textbox', { name: 'Repeat the new email address' }).fill(email)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const usePasskey = dialog.getByRole('button', { name: 'Use a passkey' })
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused()
  expect(await findViolationsInBothSchemes(page, '[role=dialog]')).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await authenticator.setUserVerified(false)
  await usePasskey.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('That didn’t work. Try again.')
  expect(bodies).toHaveLength(1)
  await authenticator.setUserVerified(true)
  await usePasskey.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('We’ve sent a confirmation email')).toContainText(email)
  await mailbox.waitForMail(email, /^Confirm your new email address$/)
  expect(bodies).toEqual([bodies[0], bodies[0]])

  await openSecurityPage(page)
  await refuseOnce(page, '**/account/passkeys/*', [], 'DELETE')
  await getPasskeyActions(page, 'Laptop').press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await expect(dialog).toContainText('You’re about to change your passkeys.')
  await expect(usePasskey).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Passkey deleted: Laptop')).toBeVisible()
})
