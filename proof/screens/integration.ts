import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { openPage, overrideAnswer } from './steps.ts'

const PUBLIC_KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUm erp@erp01'

/** SFTP access and callbacks of a business. */
export const INTEGRATION: readonly Screen[] = [
  { name: 'integration', inContrast: true, user: 'business', open: openIntegration },
  { name: 'integration-sftp', inContrast: true, user: 'business', open: openSftp },
  {
    name: 'sftp-keys',
    user: 'business',
    async open(page) {
      await openSftp(page)
      await page
        .getByText('End the password if no system needs it')
        .or(page.getByText('Shown once'))
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'sftp-key-add',
    user: 'business',
    async open(page) {
      await openSftp(page)
      await page.getByRole('button', { name: 'Add a key' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add an SSH key' })
      await dialog.getByRole('textbox', { name: 'Public key' }).fill(PUBLIC_KEY)
      await expect(dialog.getByText(/^SHA256:/)).toBeVisible()
    },
  },
  {
    name: 'sftp-key-wrong',
    user: 'business',
    async open(page) {
      await openSftp(page)
      await page.getByRole('button', { name: 'Add a key' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add an SSH key' })
      await dialog.getByRole('textbox', { name: 'Public key' }).fill('-----BEGIN OPENSSH PRIVATE KEY-----')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('erp01')
      await dialog.getByRole('button', { name: 'Add key' }).click()
      await expect(dialog.getByText(/^This is a private key/)).toBeVisible()
    },
  },
  {
    name: 'sftp-key-end',
    user: 'business',
    async open(page) {
      await openSftp(page)
      await page.getByRole('button', { name: 'End the key erp01' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'integration-test',
    user: 'business',
    async open(page) {
      await openIntegration(page)
      await page.getByRole('button', { name: 'Send a test' }).click()
      await expect(page.getByText('webhook-signature:')).toBeVisible()
    },
  },
  {
    name: 'integration-details',
    user: 'business',
    async open(page) {
      await openIntegration(page)
      const failed = page.getByRole('button', { name: /^Failed \d/ })
      await failed.click()
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click()
      await expect(page.getByText('webhook-id:')).toBeVisible()
      await page.getByText('webhook-id:').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'secret-new',
    inContrast: true,
    user: 'business',
    async open(page) {
      await overrideAnswer(page, '**/callbacks/v1/me', { endpoint: createEndpoint(2) })
      await openIntegration(page)
      await page.getByRole('button', { name: 'New secret' }).click()
      await expect(page.getByRole('dialog', { name: 'New signing secret' })).toBeVisible()
    },
  },
  {
    name: 'secret-new-full',
    user: 'business',
    async open(page) {
      await overrideAnswer(page, '**/callbacks/v1/me', { endpoint: createEndpoint(3) })
      await openIntegration(page)
      await page.getByRole('button', { name: 'New secret' }).click()
      await expect(page.getByText('Three secrets sign already')).toBeVisible()
    },
  },
  {
    name: 'secret-end',
    user: 'business',
    async open(page) {
      const endpoint = { ...createEndpoint(3), hasRecentFailures: true }
      await overrideAnswer(page, '**/callbacks/v1/me', { endpoint })
      await openIntegration(page)
      await page
        .getByRole('button', { name: /^End whsec/ })
        .first()
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'integration-wrong',
    user: 'business',
    async open(page) {
      await openIntegration(page)
      await page.getByRole('textbox', { name: 'Callback URL' }).fill('erp.example')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'integration-off',
    user: 'business',
    async open(page) {
      const endpoint = {
        ...createEndpoint(1),
        state: 'off',
        offReason: 'failing',
        offAt: '2026-11-20T10:00:00Z',
      }
      await overrideAnswer(page, '**/callbacks/v1/me', { endpoint })
      await openIntegration(page)
      await expect(page.getByRole('button', { name: 'Turn on again' })).toBeVisible()
    },
  },
  {
    name: 'integration-empty',
    user: 'business',
    async open(page) {
      await overrideAnswer(page, '**/callbacks/v1/me', { endpoint: null })
      await overrideAnswer(page, '**/callbacks/v1/events?*', { events: [], total: 0, failed: 0, next: null })
      await openIntegration(page)
      await expect(page.getByText('No callbacks yet')).toBeVisible()
    },
  },
  {
    name: 'integration-failed',
    user: 'business',
    async open(page) {
      await page.route('**/callbacks/v1/me', route => route.fulfill({ status: 500, json: {} }))
      await page.goto('/integration?tab=callbacks')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'business-settings',
    inContrast: true,
    user: 'business',
    open: page => openPage(page, '/settings/b2b', 'Settings'),
  },
]

async function openIntegration(page: Page): Promise<void> {
  await openPage(page, '/integration?tab=callbacks', 'FTP instructions')
  await expect(page.getByRole('heading', { name: /^Last 30 days \d/ })).toBeVisible()
}

async function openSftp(page: Page): Promise<void> {
  await openPage(page, '/integration?tab=sftp', 'FTP instructions')
  await expect(page.getByRole('heading', { name: 'erp01' })).toBeVisible()
}

const HOUR_MS = 3_600_000

/** An endpoint with that many secrets, the earlier ones replaced in the last hours. */
function createEndpoint(secretsCount: number) {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const secrets = [
    { id: 'sec_3', hint: '3fQk', createdAt: at(-0.05), expiresAt: null, shown: true },
    { id: 'sec_2', hint: 'b7Xa', createdAt: at(-2.7), expiresAt: at(23.95), shown: true },
    { id: 'sec_1', hint: 'Zt01', createdAt: at(-300), expiresAt: at(21.3), shown: true },
  ].slice(0, secretsCount)
  return {
    state: 'on',
    offReason: null,
    offAt: null,
    problem: null,
    version: '2026-12',
    events: null,
    hasRecentFailures: false,
    secrets,
  }
}
