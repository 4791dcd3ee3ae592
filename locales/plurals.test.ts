import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/brands.ts'
import { readLocale } from './compile.ts'
import { LANGUAGES, renderCatalogue } from './renderings.testing.ts'

/** Lists of amounts without a verb: nothing in them agrees with a count. */
const WITHOUT_A_VERB = [
  'delete-account.export.text',
  'export.ready.count',
  'mail.export-ready.text',
  'reorder.sum',
  'storage.things-and-projects',
]

test.each(LOCALES)('RV-404 %s shows every text with 0, 1, 2, 5 and 21 without a gap', locale => {
  const broken = /[#{}]|\b(?:undefined|null|NaN)\b|\[object|\s{2}|^\s|\s$/
  expect(renderCatalogue(locale).filter(({ text }) => broken.test(text))).toEqual([])
})

test.each(LOCALES)('RV-404 %s ends the branches of a plural alike', locale => {
  const uneven = Object.entries(readLocale(locale)).filter(([, text]) =>
    collectPlurals(parse(text)).some(plural => new Set(branches(plural).map(endMark)).size > 1),
  )
  expect(uneven).toEqual([])
})

test.each(LANGUAGES)('RV-404 %s has plurals around whole sentences', locale => {
  const partial = Object.entries(readLocale(locale)).filter(
    ([id, text]) => !WITHOUT_A_VERB.includes(id) && isSentenceCutByPlural(parse(text)),
  )
  expect(partial).toEqual([])
})

test('RV-404 a sentence that a plural begins and does not end is found', () => {
  const isCut = (text: string) => isSentenceCutByPlural(parse(text))
  expect(isCut('{n, plural, one {# photo} other {# photos}} leave your library')).toBe(true)
  expect(isCut('Ready. {n, plural, one {# photo} other {# photos}} leave your library.')).toBe(true)
  expect(isCut('{n, plural, one {# photo leaves.} other {# photos leave.}} An order keeps them.')).toBe(false)
  expect(isCut('{n, plural, one {# photo} other {# photos}}. An order keeps them.')).toBe(false)
  expect(isCut('Try again in {n, plural, one {# minute} other {# minutes}}.')).toBe(false)
  expect(isCut('{done, number} of {n, plural, one {# photo} other {# photos}}.')).toBe(false)
})

/** Verbs in the plural beside {things}, which is '1 photo' as well as '12 photos and 3 saved projects'. */
const PLURAL_VERB: Partial<Record<Locale, RegExp>> = {
  'de-DE': /(?:sind|haben|werden) \{things\}|\{things\} (?:sind|haben|werden)/,
  'en-GB': /\{things\} (?:leave|are|were|have)\b/,
  'es-ES': /\{things\} \p{L}{3,}n(?!\p{L})/u,
  'fr-FR': /\{things\} \p{L}+nt(?!\p{L})/u,
  'it-IT': /\{things\} \p{L}+no(?!\p{L})/u,
  'nl-NL': /(?:zijn|staan|worden) \{things\}|\{things\} (?:zijn|staan|worden)/,
  'pt-PT': /\{things\} \p{L}{3,}m(?!\p{L})/u,
}

test.each(LANGUAGES)('RV-404 %s has no plural verb beside what may be one photo', locale => {
  const texts = Object.entries(readLocale(locale)).filter(([, text]) => text.includes('{things}'))
  expect(texts.length).toBeGreaterThan(2)
  expect(texts.filter(([, text]) => PLURAL_VERB[locale]?.test(text))).toEqual([])
})

type Plural = Extract<MessageFormatElement, { type: TYPE.plural }>

/** Whether a plural begins a sentence and words outside of it continue that sentence. */
function isSentenceCutByPlural(elements: MessageFormatElement[]): boolean {
  let begins = true
  for (const [at, element] of elements.entries()) {
    if (element.type === TYPE.tag && isSentenceCutByPlural(element.children)) return true
    if (element.type === TYPE.plural) {
      const closed = branches(element).every(branch => endMark(branch) !== '')
      if (begins && !closed && isContinued(elements.slice(at + 1))) return true
      begins = closed
    } else if (element.type === TYPE.literal) {
      begins = /[.!?:;]\s*$/.test(element.value) || (begins && element.value.trim() === '')
    } else begins = false
  }
  return false
}

function isContinued(rest: MessageFormatElement[]): boolean {
  const next = rest[0]
  if (next?.type === TYPE.literal && /^[.!?]/.test(next.value)) return false
  return rest.some(element => element.type !== TYPE.literal || /\p{L}/u.test(element.value))
}

function collectPlurals(elements: MessageFormatElement[]): Plural[] {
  return elements.flatMap(element => {
    if (element.type === TYPE.tag) return collectPlurals(element.children)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    const inner = Object.values(element.options).flatMap(option => collectPlurals(option.value))
    return element.type === TYPE.plural ? [element, ...inner] : inner
  })
}

/** The branches that say something. */
function branches(plural: Plural): MessageFormatElement[][] {
  return Object.values(plural.options)
    .map(option => option.value)
    .filter(branch => branch.length > 0)
}

/** The mark at the end of a branch that closes its sentence, or ''. */
function endMark(branch: MessageFormatElement[]): string {
  const last = branch.at(-1)
  return last?.type === TYPE.literal ? (/[.!?;]$/.exec(last.value.trimEnd())?.[0] ?? '') : ''
}
