import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import puppeteer from 'puppeteer-core'
import type { BrowserPage, WindowOptions } from './browser-page.ts'

const PROGRAM_PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Starts Firefox without a window, driven by WebDriver BiDi. */
export async function startFirefox({ width, height, scheme }: WindowOptions): Promise<BrowserPage> {
  const executablePath = process.env.FIREFOX ?? PROGRAM_PATHS.find(path => existsSync(path))
  if (!executablePath) throw new Error('Firefox is missing: apt-get install firefox-esr, or set FIREFOX')
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width, height },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
    },
  })
  const page = await browser.newPage()
  return {
    browser: (await browser.version()).replace('/', ' '),
    open: async url => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    evaluate: expression => page.evaluate(expression) as Promise<never>,
    click: (x, y) => page.mouse.click(x, y),
    type: text => page.keyboard.type(text),
    press: key => page.keyboard.press(key),
    async chooseFiles(selector, paths) {
      const input = (await page.$(selector)) as Awaited<ReturnType<typeof page.$<'input'>>>
      if (!input) throw new Error(`No file input matches ${selector}`)
      await input.uploadFile(...paths)
    },
    screenshot: async path => writeFile(path, await page.screenshot()),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
