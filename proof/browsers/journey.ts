import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#sandbox/demo/customers.ts'
import type { BrowserPage } from './browser-page.ts'
import { createVisitor } from './visitor.ts'

export interface JourneyOptions {
  origin: string
  /** A photo that the library does not have. */
  photo: string
  /** The name of an album that the library does not have. */
  album: string
  /** A phone has an upload page instead of the dialog. */
  isPhone: boolean
  /** Called at each step with its name, for a screenshot. */
  onStep(name: string): Promise<void>
}

/** Runs the main journey of a customer. Throws an error that names what was not found. */
export async function runJourney(page: BrowserPage, options: JourneyOptions): Promise<void> {
  const { origin, onStep } = options
  const { click, fill, waitFor: see, expectAbsent, waitUntil: until } = createVisitor(page)
  const waitForPictures = () => until(PICTURES_LOADED, 'the pictures in the window')

  await page.open(`${origin}/my-photos/photos`)
  await see('heading', 'Welcome back')
  await onStep('sign-in')
  await fill('Email', DEMO_SIGN_INS[0])
  await fill('Password', DEMO_PASSWORD)
  await click('button', 'Sign in')
  await see('heading', 'My photos')
  await waitForPictures()
  await onStep('photos')

  await click('button', 'Add photos')
  await see('heading', 'Add photos')
  if (options.isPhone) {
    await page.chooseFiles('main input[type=file]', [options.photo])
  } else {
    await page.chooseFiles('[role=dialog] input[type=file]', [options.photo])
    await click('button', 'Upload')
  }
  await see('button', 'Show')
  await onStep('upload')
  await click('button', 'Show')
  await see('heading', 'My photos')
  await waitForPictures()

  await page.open(`${origin}/my-photos/photos`)
  await click('button', /^Photo 1 of/)
  await see('dialog', 'Photo preview')
  await until(PREVIEW_LOADED, 'the picture of the preview')
  await onStep('preview')
  await page.press('Escape')
  await expectAbsent('dialog', 'Photo preview')

  await click('button', 'Select')
  await click('button', /^Photo 1 of/)
  await click('button', /^Photo 2 of/)
  await onStep('selection')
  await click('button', 'Copy to album')
  await click('button', 'New album')
  await see('textbox', /./)
  await page.type(options.album)
  await page.press('Enter')
  await see('radio', new RegExp(`^${options.album}`))
  await click('button', 'Copy')
  await click('link', options.album)
  await see('heading', options.album)
  await waitForPictures()
  await onStep('album')

  await page.open(`${origin}/my-photos/photos`)
  await click('button', 'Select')
  await click('button', /^Photo 1 of/)
  await click('button', 'Delete')
  await see('alertdialog', /./)
  await click('button', 'Delete')
  await see('button', 'Undo')
  await onStep('deleted')
  await click('button', 'Undo')
  await expectAbsent('button', 'Undo')

  await page.open(`${origin}/orders`)
  await see('heading', 'My orders')
  await onStep('orders')
  await click('link', /poster|prints|book/i)
  await see('heading', /^Order /)
  await onStep('order')

  await page.open(`${origin}/settings`)
  await see('heading', 'Settings')
  await onStep('settings')

  await page.open(`${origin}/`)
  await click('link', 'Sign out')
  await see('heading', 'Welcome back')
  await page.open(`${origin}/my-photos/photos`)
  await see('heading', 'Welcome back')
}

/** Whether every picture of a photo in the window is loaded. */
const PICTURES_LOADED = `(() => {
  const images = [...document.querySelectorAll('[data-photo] img')].filter(image => {
    const { top, bottom } = image.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  return images.length > 0 && images.every(image => image.complete && image.naturalWidth > 0)
})()`

const PREVIEW_LOADED = `[...document.querySelectorAll('[role=dialog] img')].some(image => image.naturalWidth > 0)`
