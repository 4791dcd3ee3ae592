import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#contract/brands.ts'
import { getTranslator, type MessageId } from '#server/platform/i18n/translate.ts'
import { compileLocale, listFallbacks, readLocale } from './compile.ts'
import { LANGUAGES } from './renderings.testing.ts'

const english = readLocale('en-GB')

describe.each(LOCALES)('AA-121 %s', locale => {
  const own = readLocale(locale)

  test('AA-121 no key is unknown to en-GB, none is empty', () => {
    expect(Object.keys(own).filter(id => !(id in english))).toEqual([])
    expect(Object.keys(own).filter(id => own[id]?.trim() === '')).toEqual([])
  })

  test('keys are in order and in kebab-case with dots', () => {
    expect(Object.keys(own)).toEqual(Object.keys(own).sort())
    expect(Object.keys(own).filter(id => !/^[a-z0-9]+([.-][a-z0-9]+)+$/.test(id))).toEqual([])
  })

  test('AA-121 every text parses and has the placeholders, tags and argument types of the English one', () => {
    for (const [id, text] of Object.entries(own)) {
      expect({ id, uses: placeholders(parse(text)) }).toEqual({
        id,
        uses: placeholders(parse(english[id] ?? '')),
      })
    }
  })

  test('AA-121 the catalogue sent to the browser is complete', () => {
    expect(Object.keys(compileLocale(locale)).sort()).toEqual(Object.keys(english))
  })
})

test.each(LANGUAGES)('AA-121 OP-90 %s has every key of en-GB and no other, in its order', locale => {
  expect(Object.keys(readLocale(locale))).toEqual(Object.keys(english))
})

test('AA-121 missing keys fall back key by key, down to en-GB', () => {
  expect(listFallbacks('de-AT')).toEqual(['de-AT', 'de-DE', 'en-GB'])
  expect(listFallbacks('nl-BE')).toEqual(['nl-BE', 'nl-NL', 'en-GB'])
  expect(listFallbacks('fr-BE')).toEqual(['fr-BE', 'fr-FR', 'en-GB'])
  expect(listFallbacks('en-IE')).toEqual(['en-IE', 'en-GB'])
  expect(listFallbacks('en-GB')).toEqual(['en-GB'])
  expect(listFallbacks('sv-SE')).toEqual(['sv-SE', 'en-GB'])
})

test('OP-21 the word that confirms deleting all photos', () => {
  const words = Object.fromEntries(LOCALES.map(l => [l.slice(0, 2), getTranslator(l)('delete-all.word')]))
  expect(words).toEqual({
    da: 'SLET',
    de: 'LÖSCHEN',
    en: 'DELETE',
    es: 'ELIMINAR',
    fr: 'SUPPRIMER',
    it: 'ELIMINA',
    nb: 'SLETT',
    nl: 'VERWIJDEREN',
    pt: 'ELIMINAR',
    sv: 'RADERA',
  })
})

test('OP-49 the labels of the menu', () => {
  const text = getTranslator('en-GB')
  const ids = [
    'overview',
    'orders',
    'invoices',
    'ftp',
    'settings',
    'saved-projects',
    'photos',
    'widgets',
    'faqs',
  ]
  expect([...ids, 'sign-out'].map(id => text(`menu.${id}` as MessageId))).toEqual([
    'Overview',
    'My orders',
    'Invoices',
    'FTP instructions',
    'Settings',
    'Saved projects',
    'Photos',
    'Widgets',
    'FAQs',
    'Sign out',
  ])
})

test.each([
  ['photos.load-failed', {}, 'Error: Your photos could not be loaded'],
  ['albums.list-failed', {}, 'Unable to display albums. Please refresh the page or try again later.'],
  [
    'albums.shared-failed',
    {},
    'Unable to display shared albums. Please refresh the page or try again later.',
  ],
  ['albums.load-failed', {}, 'Unable to display album. Please refresh the page or try again later.'],
  ['albums.photos-failed', {}, 'Unable to display album photos. Please refresh the page or try again later.'],
  ['albums.save-failed', {}, 'Unable to save changes. Please try again'],
  ['albums.remove-failed', {}, 'Unable to remove album. Please try again'],
  ['delete.failed', { count: 2 }, 'Error: Your photos could not be deleted'],
  ['delete.failed', { count: 1 }, 'Error: Your photo could not be deleted'],
  ['albums.remove-photos-failed', { count: 1 }, 'Error: Your photo could not be removed from the album'],
  ['albums.remove-photos-failed', { count: 2 }, 'Error: Your photos could not be removed from the album'],
  ['download.failed-alert', { count: 1 }, 'Error: Your photo could not be downloaded'],
  ['download.failed-alert', { count: 2 }, 'Error: Your photos could not be downloaded'],
  ['export.error', {}, 'Export error'],
  ['export.expired', {}, 'Your download link has expired'],
  ['prints.failed', {}, 'Error transferring photos. Try again.'],
] satisfies Wording[])('PL-196 the error catalogue’s wording: %s', (id, values, wording) => {
  expect(getTranslator('en-GB')(id, values)).toBe(wording)
})

test.each([
  ['PL-027', 'photos.empty', {}, 'Your photo library is empty'],
  ['PL-049', 'selection.count', { amount: 6 }, '6 selected'],
  ['PL-054', 'selection.download-limit', { limit: 100 }, 'Up to 100 photos can be downloaded at a time'],
  ['PL-111', 'download.started', {}, 'Preparing download...'],
  ['PL-111', 'download.finished', {}, 'Downloading photos'],
  ['PL-111', 'download.failed', {}, 'Download failed'],
  ['PL-128', 'storage.safe', { months: 14 }, '14 months storage remaining.'],
  ['PL-128', 'storage.warning', { days: 40 }, '40 days storage remaining.'],
  ['PL-128', 'storage.critical', { days: 0 }, 'Your photos will be deleted today.'],
  ['PL-128', 'storage.critical', { days: 1 }, 'Your photos will be deleted tomorrow.'],
  ['PL-128', 'storage.critical', { days: 6 }, 'Your photos will be deleted in 6 days.'],
  ['PL-198', 'delete.success', { count: 1 }, 'Photo deleted'],
  ['PL-198', 'delete.success', { count: 12 }, '12 photos deleted'],
  ['PL-198', 'upload.added-toast', { count: 3 }, '3 photos added'],
  ['PL-198', 'albums.deleted', {}, 'Album deleted'],
  ['PL-069', 'albums.new', {}, 'New album'],
  ['PL-072', 'albums.create.title', {}, 'Create new album'],
  ['PL-072', 'albums.create.submit', {}, 'Create album'],
  ['PL-073', 'albums.name.placeholder', {}, 'Untitled album'],
  ['PL-073', 'albums.name.empty', {}, 'Please give your album a name'],
  ['PL-073', 'albums.name.not-valid', {}, 'Name not valid'],
  ['PL-077', 'albums.title', {}, 'My albums'],
  ['PL-081', 'albums.empty', {}, 'Your album is empty'],
  ['PL-094', 'albums.copy.title', {}, 'Copy to album'],
  ['PL-094', 'albums.copy.amount', { amount: 3 }, '3 photos selected'],
  ['PL-096', 'albums.copied', { album: 'Oslo' }, 'Photos copied to Oslo'],
  ['PL-086', 'albums.removed', { count: 1, albumName: 'Oslo' }, 'Photo removed from Oslo'],
  ['PL-086', 'albums.removed', { count: 4, albumName: 'Oslo' }, '4 photos removed from Oslo'],
  [
    'PL-144',
    'app.cookies-needed.text',
    {},
    'Please enable site data and cookies in your browser settings to use this website.',
  ],
  [
    'AA-118',
    'app.error.text',
    {},
    'An unexpected error has occurred, please contact us if you continue to have problems.',
  ],
] satisfies [string, ...Wording][])('%s wording: %s', (_row, id, values, wording) => {
  expect(getTranslator('en-GB')(id, values)).toBe(wording)
})

/** Texts of mails and of the help with an order, which have a link to customer care below them, and of a banner that has one beside it. */
const LINK_ELSEWHERE = [
  'app.contact-customer-care',
  'business.blocked',
  'mail.address-refused.note',
  'mail.order-questions',
  'mail.business-blocked.text',
  'mail.withdrawal-received.note',
  'mail.withdrawal.note',
  'menu.contact',
  'order.help.contact-us',
  'widgets.blocked.contact',
]

test.each(LANGUAGES)('RV-829 every text of %s that says to contact somebody has a link there', locale => {
  const own = readLocale(locale)
  const contacts = Object.keys(english).filter(
    id => /contact (us|customer care)/i.test(english[id]!) && !LINK_ELSEWHERE.includes(id),
  )
  expect(contacts).toContain('app.error.text')
  expect(contacts.filter(id => !/<link>.+<\/link>/.test(own[id]!))).toEqual([])
})

test.each(LOCALES)('AA-121 PL-196 every text is in the language of %s', locale => {
  const language = locale.slice(0, 2)
  const own = new Set(
    listFallbacks(locale)
      .filter(each => each.startsWith(language))
      .flatMap(each => Object.keys(readLocale(each))),
  )
  expect(Object.keys(english).filter(id => !own.has(id))).toEqual([])
})

type Wording = [id: MessageId, values: Record<string, string | number>, wording: string]

const KINDS: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: 'value',
  [TYPE.number]: 'number',
  [TYPE.date]: 'date',
  [TYPE.time]: 'time',
  [TYPE.select]: 'select',
  [TYPE.plural]: 'plural',
  [TYPE.tag]: 'tag',
}

/** 'count: plural' and so on, each once and in order; a select's cases count as part of its kind. */
function placeholders(elements: MessageFormatElement[]): string[] {
  return [...new Set(elements.flatMap(collect))].sort()
}

function collect(element: MessageFormatElement): string[] {
  const kind = KINDS[element.type]
  if (!kind || !('value' in element)) return []
  const cases = element.type === TYPE.select ? ` ${Object.keys(element.options).sort()}` : ''
  const inner =
    'options' in element
      ? Object.values(element.options).flatMap(option => option.value)
      : 'children' in element
        ? element.children
        : []
  return [`${element.value}: ${kind}${cases}`, ...inner.flatMap(collect)]
}
