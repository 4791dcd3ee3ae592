import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext, Page } from '@playwright/test'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { claimPorts } from '../../tools/ports.ts'
import { createAccount, signIn } from './fixtures/customer.ts'
import { createGrid } from './fixtures/grid.ts'
import { createLibrary } from './fixtures/library.ts'
import { getToast, preventPreload } from './fixtures/screen.ts'
import { startServer } from './fixtures/start-server.ts'
import { expect, test } from './fixtures/test.ts'

/** A server with a web folder of its own, to which the test deploys builds. */
interface Deployment {
  origin: string
  /** Signs a new customer with photos in. */
  signIn: (request: APIRequestContext, photos: number) => Promise<void>
  /** Deploys a build in which every script and stylesheet has another name. */
  deploy: () => Promise<void>
  /** Removes the files that a deployment a day later removes. */
  passDay: () => Promise<void>
  close: () => Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const DAY_MS = 86_400_000

/** Deploys the built web and starts the server. */
async function startDeployment(): Promise<Deployment> {
  const resources = new AsyncDisposableStack()
  const folder = await createTemporaryFolder(resources)
  const [build, served] = [join(folder, 'build'), join(folder, 'served')]
  cpSync(join(root, 'web/dist/.build'), build, { recursive: true })
  const { publishBuild } = await import(new URL('../../tools/publish-build.mjs', import.meta.url).href)
  let now = Date.now()
  const publish = async () => publishBuild(build, served, { now })
  await publish()
  const { port, operatorPort } = await claimPorts('port', 'operatorPort')
  const end = await startServer({
    PORT: String(port),
    E2E_OPERATOR_PORT: String(operatorPort),
    DATA_DIR: join(folder, 'data'),
    WEB_DIR: served,
  })
  resources.defer(end)
  const origin = `http://localhost:${port}`
  return {
    origin,
    async signIn(request, photos) {
      const account = await createAccount('keepsake-gb', operatorPort)
      const { client } = await signIn(request, origin, account)
      await createLibrary(client).add(photos)
    },
    async deploy() {
      renameCode(join(build, 'assets'), build)
      await publish()
    },
    async passDay() {
      now += DAY_MS + 1
      await publish()
    },
    close: () => resources.disposeAsync(),
  }
}

/** Gives every script and stylesheet another name, as a change of the code does. */
function renameCode(assets: string, build: string) {
  const names = readdirSync(assets)
  for (const name of names) if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name))
  const code = new Set(names.filter(name => /\.(js|css)$/.test(name)))
  const rename = (text: string) =>
    text.replace(/[\w.-]+\.(?:js|css)\b/g, name => (code.has(name) ? `next-${name}` : name))
  for (const name of code) {
    writeFileSync(join(assets, name), rename(readFileSync(join(assets, name), 'utf8')))
    renameSync(join(assets, name), join(assets, `next-${name}`))
  }
  for (const name of ['index.html', 'build.json']) {
    writeFileSync(join(build, name), rename(readFileSync(join(build, name), 'utf8')))
    for (const encoding of ['br', 'gz']) rmSync(join(build, `${name}.${encoding}`), { force: true })
  }
}

const build = (page: Page) => page.locator('script[type="module"][src^="/assets/"]').getAttribute('src')

let deployment: Deployment | undefined
test.beforeAll(async () => {
  deployment = await startDeployment()
})
test.afterAll(() => deployment?.close())

test('RV-402 open pages work with the assets of their build for a day after a deployment, then reload once by themselves, with unsaved work by a button only', async ({
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/, /Refused to apply style/, /LoadFailure: Not loaded/)
  if (!deployment) throw new Error('The server was not started')
  const context = await browser.newContext({ baseURL: deployment.origin, locale: 'en-GB' })
  browserErrors.listen(context)
  await deployment.signIn(context.request, 4)
  const page = await context.newPage()
  await preventPreload(page)
  const grid = createGrid(page)
  await grid.open()
  const first = await build(page)

  await deployment.deploy()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await build(page)).toBe(first)

  await deployment.passDay()
  await page.getByRole('button', { name: 'Add photos' }).click()
  await expect.poll(() => build(page)).not.toBe(first)
  const second = await build(page)
  await page.getByRole('button', { name: 'Add photos' }).click()
  await expect(page.getByRole('dialog', { name: 'Add photos' })).toBeVisible()
  await page.keyboard.press('Escape')

  await deployment.deploy()
  await deployment.passDay()
  await page.getByRole('link', { name: 'Downloads', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible()
  const third = await build(page)
  expect(third).not.toBe(second)

  await grid.open()
  await grid.select()
  await grid.tile(1).click()
  await grid.tile(2).click()
  await deployment.deploy()
  await deployment.passDay()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(getToast(page, 'A new version is available. Reload the page when you’re ready.')).toBeVisible()
  await expect(page.getByText('2 selected')).toBeVisible()
  expect(await build(page)).toBe(third)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(grid.tile(1)).toBeVisible()
  expect(await build(page)).not.toBe(third)
  await context.close()
})
