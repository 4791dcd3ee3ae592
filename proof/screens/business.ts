import type { ScreenTable } from './screen.ts'
import { all, answer, fill, go, openPage, override, press, scrollTo, see, seeText } from './steps.ts'

const PUBLIC_KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUm erp@erp01'
const ENDPOINT = '**/callbacks/v1/endpoints'

const openTab = (tab: string) => openPage(`/integration?tab=${tab}`, 'FTP instructions')
const openKeys = all(openTab('keys'), see('heading', /^Calls \d/))
const createKey = all(openKeys, press('Create a key'), see('dialog', 'Create an API key'))
const openKeyMenu = all(openKeys, press('Actions for Reporting'))
const openSftp = all(openTab('sftp'), see('heading', 'erp01'))
const addSshKey = all(openSftp, press('Add a key'), see('dialog', 'Add an SSH key'))
const openCallbacks = all(openTab('callbacks'), see('heading', /^Events of the last 30 days \d/))

/** Replaces the endpoint of the demo's business. */
const withEndpoint = (secretsCount: number, more: object = {}) =>
  override(ENDPOINT, ({ endpoint }: { endpoint: object }) => {
    const changed = { ...endpoint, ...more, secrets: createSecrets(secretsCount) }
    return { endpoint: changed, endpoints: [changed] }
  })

/** That many secrets, the earlier ones replaced in the last hours. */
function createSecrets(count: number) {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  return [
    { id: 'sec_3', hint: '3fQk', createdAt: at(-0.05), expiresAt: null, shown: true },
    { id: 'sec_2', hint: 'b7Xa', createdAt: at(-2.7), expiresAt: at(23.95), shown: true },
    { id: 'sec_1', hint: 'Zt01', createdAt: at(-300), expiresAt: at(21.3), shown: true },
  ].slice(0, count)
}

/** Keys, SFTP access, callbacks and invoices of a business. */
export const BUSINESS: ScreenTable = {
  'business-settings': [openPage('/settings/b2b', 'Settings')],
  // The jobs after the start make the PDFs, the newest first.
  invoices: [go('/invoices'), see('button', /^Download PDF of/)],

  'integration-keys': [openKeys],
  'key-create': [createKey],
  'key-create-wrong': [
    createKey,
    fill(/Allowed networks/, 'office'),
    press('Create key', 'button', 'dialog'),
    seeText('Please enter a name'),
  ],
  'key-shown': [
    createKey,
    fill('Name', 'Warehouse'),
    press('Create key', 'button', 'dialog'),
    see('dialog', 'Copy your key now'),
  ],
  'key-rotate': [openKeyMenu, press('Replace', 'menuitem'), see('dialog')],
  'key-edit': [openKeyMenu, press('Name and networks', 'menuitem'), see('dialog')],
  'key-end': [openKeyMenu, press('End key', 'menuitem'), see('alertdialog')],

  'integration-sftp': [openSftp],
  'sftp-keys': [openSftp, scrollTo(/End the password if no system needs it|Shown once/)],
  'sftp-key-add': [addSshKey, fill('Public key', PUBLIC_KEY), seeText(/^SHA256:/)],
  'sftp-key-wrong': [
    addSshKey,
    fill('Public key', '-----BEGIN OPENSSH PRIVATE KEY-----'),
    fill('Name', 'erp01'),
    press('Add key', 'button', 'dialog'),
    seeText(/^This is a private key/),
  ],
  'sftp-key-end': [openSftp, press('End the key erp01'), see('alertdialog')],

  integration: [openCallbacks],
  'integration-test': [openCallbacks, press('Send a test'), seeText('webhook-signature:')],
  'integration-details': [
    openCallbacks,
    press(/^Not delivered \d/),
    press(/^Details of/),
    seeText('webhook-id:'),
    scrollTo('webhook-id:'),
  ],
  'integration-wrong': [openCallbacks, fill('Callback URL', 'erp.example'), press('Save'), see('alert')],
  'integration-off': [
    withEndpoint(1, { state: 'off', offReason: 'failing', offAt: '2026-11-20T10:00:00Z' }),
    openCallbacks,
    see('button', 'Turn on again'),
  ],
  'integration-empty': [
    override(ENDPOINT, { endpoint: null, endpoints: [] }),
    override('**/callbacks/v1/events?*', {
      events: [],
      latest: 0,
      oldest: 1,
      total: 0,
      failed: 0,
      cursor: null,
    }),
    openCallbacks,
    seeText(/^No events yet/),
  ],
  'integration-failed': [
    answer(ENDPOINT, {}, 500),
    go('/integration?tab=callbacks'),
    see('button', 'Try again'),
  ],
  'secret-new': [withEndpoint(2), openCallbacks, press('New secret'), see('dialog', 'New signing secret')],
  'secret-new-full': [
    withEndpoint(3),
    openCallbacks,
    press('New secret'),
    seeText('Three secrets sign already'),
  ],
  'secret-end': [
    withEndpoint(3, { hasRecentFailures: true }),
    openCallbacks,
    press(/^End whsec/),
    see('alertdialog'),
  ],
}
