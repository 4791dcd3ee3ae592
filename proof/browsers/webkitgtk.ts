import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Builder, By, Key, Origin, type WebDriver } from 'selenium-webdriver'
import { startProgram } from '#server/testing/program.ts'
import { claimPort } from '../../tools/ports.ts'
import { terminate, waitFor } from '../bench/harness/processes.ts'
import type { BrowserPage, WindowOptions } from './browser-page.ts'

const MINI_BROWSERS = ['4.1', '4.0'].map(
  version =>
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
)
const STARTED_AFTER_MS = 20_000

/** Starts WebKitGTK's MiniBrowser on a display of its own (it has no headless mode), driven by its WebDriver. */
export async function startWebKitGtk(options: WindowOptions): Promise<BrowserPage> {
  const binary = process.env.WEBKITGTK ?? MINI_BROWSERS.find(path => existsSync(path))
  if (!binary)
    throw new Error('WebKitGTK is missing: apt-get install webkit2gtk-driver xvfb, or set WEBKITGTK')
  await using resources = new AsyncDisposableStack()
  const display = await startDisplay(resources)
  const port = await claimPort()
  const driverProgram = startProgram(['WebKitWebDriver', '--host=127.0.0.1', `--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      LANG: 'en_GB.UTF-8',
      LANGUAGE: 'en_GB',
      GTK_THEME: options.scheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      // The sandbox of web processes needs user namespaces, which containers lack.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  resources.use(driverProgram)
  await waitFor('WebKitWebDriver starts', STARTED_AFTER_MS / 1000, async () => {
    await (await fetch(`http://127.0.0.1:${port}/status`)).body?.cancel()
  })
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build()
  resources.defer(() => driver.quit())
  await resizeContent(driver, options)
  const capabilities = await driver.getCapabilities()
  const browserResources = resources.move()
  return {
    browser: `WebKitGTK ${capabilities.get('browserVersion')}`,
    open: url => driver.get(url),
    evaluate: expression => driver.executeScript(`return (${expression})`),
    click: (x, y) =>
      driver
        .actions({ async: true })
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
        .click()
        .perform(),
    type: text => driver.actions({ async: true }).sendKeys(text).perform(),
    press: key =>
      driver
        .actions({ async: true })
        .sendKeys(key === 'Enter' ? Key.ENTER : Key.ESCAPE)
        .perform(),
    chooseFiles: async (selector, paths) =>
      driver.findElement(By.css(selector)).then(input => input.sendKeys(paths.join('\n'))),
    screenshot: async path => writeFile(path, Buffer.from(await driver.takeScreenshot(), 'base64')),
    [Symbol.asyncDispose]: () => browserResources.disposeAsync(),
  }
}

/** Starts Xvfb on a free display; resolves with its name. */
async function startDisplay(resources: AsyncDisposableStack): Promise<string> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  resources.defer(() => terminate(xvfb))
  const lines = createInterface({ input: xvfb.stdio[3] as Readable })
  const [number] = await once(lines, 'line', { signal: AbortSignal.timeout(STARTED_AFTER_MS) })
  return `:${number}`
}

/** WebDriver sets the size of the window, whose frame and bars differ by version. */
async function resizeContent(driver: WebDriver, { width, height }: WindowOptions): Promise<void> {
  const window = driver.manage().window()
  await window.setRect({ x: 0, y: 0, width, height })
  const inner = await driver.executeScript<[number, number]>('return [innerWidth, innerHeight]')
  await window.setRect({ x: 0, y: 0, width: 2 * width - inner[0], height: 2 * height - inner[1] })
}
