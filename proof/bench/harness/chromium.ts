import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../browser/fixtures/chromium-args.ts'

/** Imports a tool that is plain JavaScript without types. */
const importTool = async (name: string) => import(new URL(`../../../tools/${name}.mjs`, import.meta.url).href)

/** Builds the web unless it was built from exactly these sources. */
export async function buildWeb(): Promise<void> {
  const { buildWeb: build } = (await importTool('build-web')) as { buildWeb: () => void }
  build()
}

export async function launchBrowser(resources: AsyncDisposableStack): Promise<Browser> {
  const { findChromium } = (await importTool('chromium')) as { findChromium: () => string }
  const browser = await chromium.launch({ executablePath: findChromium() || undefined, args: CHROMIUM_ARGS })
  resources.defer(() => browser.close())
  return browser
}
