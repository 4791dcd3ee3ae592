import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { openPage } from './steps.ts'

/** The settings and what a change of the e-mail address leads to. */
export const SETTINGS: readonly Screen[] = [
  { name: 'settings', inContrast: true, open: page => openPage(page, '/settings', 'Settings') },
  { name: 'personal-details', open: openDetails },
  {
    name: 'personal-details-wrong',
    inContrast: true,
    async open(page) {
      await openDetails(page)
      await page.getByRole('textbox', { name: 'First name' }).fill('')
      await page.getByRole('textbox', { name: 'Year' }).fill('19')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'payment-method',
    inContrast: true,
    open: page => openPage(page, '/settings/payment-method', 'Payment method'),
  },
  {
    name: 'security',
    inContrast: true,
    open: page => openPage(page, '/settings/security', 'Sign-in & security'),
  },
  {
    name: 'security-business',
    user: 'business',
    open: page => openPage(page, '/settings/security', 'Sign-in & security'),
  },
  {
    name: 'security-password',
    inContrast: true,
    async open(page) {
      await openPage(page, '/settings/security', 'Sign-in & security')
      await page.getByRole('button', { name: 'Change Password' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'security-not-me',
    inContrast: true,
    async open(page) {
      await openPage(page, '/settings/security', 'Sign-in & security')
      await page.getByRole('button', { name: 'It wasn’t me' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'change-email', open: page => openPage(page, '/settings/email', 'Change email address') },
  {
    name: 'change-email-success',
    async open(page) {
      await page.addInitScript(() =>
        sessionStorage.setItem('keepsake.confirmation-result', JSON.stringify({ outcome: 'email-changed' })),
      )
      await openPage(page, '/change-email-success', 'Your email address has been changed')
    },
  },
  {
    name: 'change-email-error',
    open: page => openPage(page, '/change-email-error', "Your email wasn't changed"),
  },
]

function openDetails(page: Page): Promise<void> {
  return openPage(page, '/settings/personal-details', 'Personal details')
}
