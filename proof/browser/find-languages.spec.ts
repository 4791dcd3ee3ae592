import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { createSelectionDraft } from '#contract/selection-drafts.ts'
import { findViolationsInBothSchemes } from './fixtures/axe.ts'
import { BrandClient, LANGUAGE_BRANDS, submitSignInOnHost, urlOnHost } from './fixtures/brand-client.ts'
import { createAccount } from './fixtures/customer.ts'
import { createLibrary } from './fixtures/library.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { addSimilarPhotos } from './fixtures/similar-photos.ts'
import { expect, test } from './fixtures/test.ts'

async function readTexts(locale: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(new URL(`../../locales/${locale}.json`, import.meta.url), 'utf8'))
}

for (const brand of LANGUAGE_BRANDS)
  test(`NX-201 NX-214 NX-219 NX-231 NX-237 ${brand.locale}: finding and choosing fits at 390 px and 1280 px, light and dark`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(300_000)
    page.setDefaultTimeout(30_000)
    const texts = await readTexts(brand.locale)
    const urlOf = (path: string) => urlOnHost(`${brand.id}.localhost`, baseURL, path)
    const problems: string[] = []
    const expectSound = async (place: string, shown: Locator, selector?: string) => {
      await expect(shown.first()).toBeVisible()
      const found = [
        ...(await findOverflowsAtBothWidths(page)),
        ...(await findViolationsInBothSchemes(page, selector)),
      ]
      problems.push(...found.map(each => `${place}: ${each}`))
    }
    const button = (key: string) => page.getByRole('button', { name: texts[key]!, exact: true }).first()
    const dialog = page.getByRole('dialog')

    const account = await createAccount(brand.id)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(urlOf('/my-photos/photos'))
    const { accessToken, claims } = await submitSignInOnHost(page, account)
    const client = new BrandClient(new URL(urlOf('/')).origin, claims.sub, account.email, accessToken)
    const library = createLibrary(client)
    await addSimilarPhotos(library, { ...account, accountId: claims.sub, client })
    await library.add([
      { fileName: 'Garden 1974 - 01.jpg' },
      { width: 1600, height: 400, taken: '2025:12:25 10:00:00' },
    ])
    const tiles = page.locator('[data-photo]')

    await page.goto(urlOf('/my-photos/search?undated=true'))
    await expectSound('results', tiles)
    await page.keyboard.press('/')
    await expectSound('search without text', page.getByRole('combobox'))
    await page.getByRole('combobox').fill('2025')
    await expectSound('search', page.getByRole('option'))
    await page.keyboard.press('Escape')
    await page.goto(urlOf('/my-photos/search?date=1999&name=img'))
    await expectSound('nothing found', page.getByRole('main').getByRole('link'))

    await page.goto(urlOf('/my-photos/search?undated=true'))
    const [before] = texts['search.select-all']!.split('{count}')
    await page
      .getByRole('button')
      .filter({ hasText: new RegExp(`${RegExp.escape(before!)}\\d+`) })
      .click()
    await button('dates.set').click()
    await expectSound('set date', dialog, '[role=dialog]')
    await dialog.getByRole('radio', { name: texts['dates.shift']! }).check()
    await expectSound('shift time', dialog, '[role=dialog]')

    for (const tab of ['', '?tab=copies']) {
      await page.goto(urlOf(`/my-photos/tidy-up${tab}`))
      await expectSound(`tidy up${tab}`, page.getByRole('region').getByRole('img'))
    }
    await page.goto(urlOf('/my-photos/tidy-up'))
    await button('tidy-up.compare').click()
    await expectSound('compare', dialog, '[role=dialog]')

    await page.goto(urlOf('/my-photos/suggest'))
    await expectSound('suggest', page.getByRole('switch'))
    const { draftId } = await client.call(createSelectionDraft, {
      body: { wanted: 4, leaveOut: ['similar', 'blurred'] },
    })
    await page.goto(urlOf(`/my-photos/suggest/${draftId}`))
    const foot = page.getByRole('region', { name: texts['suggested.foot']! })
    await expectSound('suggested', foot)
    await button('suggested.show-left-out').click()
    await expectSound('left out', dialog, '[role=dialog]')
    await page.keyboard.press('Escape')
    await foot.getByRole('button').last().click()
    await expectSound('hand over', dialog, '[role=dialog]')

    await page.goto(urlOf('/settings'))
    await page.getByRole('switch', { name: texts['places.title']! }).click()
    await expectSound('places', dialog, '[role=dialog]')
    expect(problems).toEqual([])
  })
