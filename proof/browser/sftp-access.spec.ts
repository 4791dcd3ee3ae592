import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { SERVICES } from '#contract/endpoint.ts'
import { invoiceForTests } from '#server/domains/invoices/invoices.testing.ts'
import {
  connectSftp,
  connectSftpWithKey,
  createKeyPair,
  type TestSftp,
} from '#server/domains/sftp-access/sftp-access.testing.ts'
import { findViolations } from './fixtures/axe.ts'
import { createAccount, signIn } from './fixtures/customer.ts'
import { SERVICE_TOKEN } from './fixtures/orders.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

const SFTP_PORT = Number(process.env.E2E_SFTP_PORT)

test('AA-108 OP-84 NX-347 a business creates its SFTP password by the keyboard, fetches an invoice with the bytes of the page, replaces the password, and signs in with a key until it is ended', {
  tag: ['@suite', '@phone'],
}, async ({ page, context, baseURL }) => {
  const account = await createAccount('keepsake-gb', process.env.E2E_OPERATOR_PORT, 'Active')
  const { accountId } = await signIn(context.request, baseURL!, account)
  const number = `${accountId.slice(0, 8)}-1`
  const put = await page.request.put(`${SERVICES.invoices}/retailer/invoices/${number}`, {
    headers: { authorization: `Bearer ${SERVICE_TOKEN}` },
    data: { ...invoiceForTests(accountId), issueDate: '2026-03-02' },
  })
  expect(put.status()).toBe(200)

  await page.goto('/integration?tab=sftp')
  await expect(page.getByText(`localhost, port ${SFTP_PORT}`)).toBeVisible()
  await expect(page.getByText(accountId)).toBeVisible()
  await expect(page.getByText('/invoices', { exact: true })).toBeVisible()
  const hostKey = (await page.getByText(/^SHA256:/).textContent())!
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await tabTo(page.getByRole('button', { name: 'Create password' }))
  await page.keyboard.press('Enter')
  const copy = page.getByRole('button', { name: 'Copy Password' })
  await expect(copy).toBeFocused()
  const shown = page.getByText(/^ksf_test_\w{40}$/)
  const password = (await shown.textContent())!
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])

  // The client checks the key that the page shows.
  let presented = ''
  const connect = (secret: string): Promise<TestSftp> =>
    connectSftp(SFTP_PORT, accountId, secret, {
      hostVerifier: (key: Buffer) => {
        presented = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
        return true
      },
    })
  const session = await connect(password)
  expect(presented).toBe(hostKey)
  expect(await session.list('/')).toEqual(['invoices', 'orders', 'products'])
  await expect.poll(() => session.list('/invoices')).toEqual(['2026'])
  expect(await session.list('/invoices/2026')).toEqual([`${number}.pdf`])
  const bytes = await session.get(`/invoices/2026/${number}.pdf`)
  await page.goto('/invoices')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download PDF of ${number}` }).click()
  const download = await downloading
  expect(bytes.equals(await readFile(await download.path()))).toBe(true)

  await page.goto('/integration?tab=sftp')
  await expect(page.getByText(/^Created .* · last used /)).toBeVisible()
  await expect(shown).toHaveCount(0)
  const replaced = once(session.client, 'close')
  await tabTo(page.getByRole('button', { name: 'Replace password' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await tabTo(dialog.getByRole('button', { name: 'Replace password' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(copy).toBeFocused()
  const replacement = (await shown.textContent())!
  expect(replacement).not.toBe(password)
  await expect(connect(password)).rejects.toMatchObject({ level: 'client-authentication' })
  // The connection of the old password has ended, too.
  await replaced
  const next = await connect(replacement)
  expect(await next.list('/invoices/2026')).toEqual([`${number}.pdf`])
  await next.close()

  const { publicKey, privateKey } = createKeyPair()
  await tabTo(page.getByRole('button', { name: 'Add a key' }))
  await page.keyboard.press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add an SSH key' })
  await tabTo(adding.getByRole('textbox', { name: 'Public key' }))
  await page.keyboard.insertText(publicKey)
  await expect(adding.getByText('ED25519, 256 bits')).toBeVisible()
  const name = adding.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('erp01')
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await tabTo(name)
  await page.keyboard.press('Enter')
  await expect(adding).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'erp01' })).toBeVisible()
  const byKey = await connectSftpWithKey(SFTP_PORT, accountId, privateKey)
  expect(await byKey.list('/invoices/2026')).toEqual([`${number}.pdf`])
  const ended = once(byKey.client, 'close')
  await tabTo(page.getByRole('button', { name: 'End the key erp01' }))
  await page.keyboard.press('Enter')
  const ending = page.getByRole('alertdialog')
  await expect(ending).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await tabTo(ending.getByRole('button', { name: 'End key' }))
  await page.keyboard.press('Enter')
  await ended
  await expect(page.getByRole('heading', { name: 'erp01' })).toHaveCount(0)
})
