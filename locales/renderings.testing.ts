import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { LOCALES, type Locale } from '#contract/brands.ts'
import { readLocale } from './compile.ts'
import { createMessageFormatter } from './message-formatter.ts'

const REGIONAL: Locale[] = ['de-AT', 'en-IE', 'fr-BE', 'nl-BE']

/** The locales whose catalogue is complete: one per language. */
export const LANGUAGES = LOCALES.filter(locale => !REGIONAL.includes(locale))

/** Zero, one, two, a few and one that some languages count as one. */
const COUNTS = [0, 1, 2, 5, 21]

/** The value of every placeholder that is not a count: a word, so that the marks around it can be checked. */
const VALUE = 'Xyz'

/** Every text of a locale as customers see it: with each count in each plural and each case of each select. */
export function renderCatalogue(locale: Locale): Rendering[] {
  const existing = rendered.get(locale)
  if (existing) return existing
  const catalogue = readLocale(locale)
  const messages = Object.fromEntries(Object.entries(catalogue).map(([id, text]) => [id, parse(text)]))
  const formatter = createMessageFormatter(locale, messages)
  const renderings = Object.entries(messages).flatMap(([id, message]) => {
    const texts = combinations(collectChoices(message)).map(values =>
      [formatter.format(id, values as never)].flat().join(''),
    )
    return [...new Set(texts)].map(text => ({ id, text }))
  })
  rendered.set(locale, renderings)
  return renderings
}

export interface Rendering {
  id: string
  text: string
}

const rendered = new Map<Locale, Rendering[]>()

type Value = string | number | ((content: string[]) => string)

/** The values to try for each argument and tag of a message. */
function collectChoices(elements: MessageFormatElement[]): Map<string, Value[]> {
  const choices = new Map<string, Value[]>()
  const visit = (element: MessageFormatElement) => {
    if (element.type === TYPE.argument && !choices.has(element.value)) choices.set(element.value, [VALUE])
    if (element.type === TYPE.number && !choices.has(element.value)) choices.set(element.value, [7])
    if (element.type === TYPE.plural) choices.set(element.value, COUNTS)
    if (element.type === TYPE.select) choices.set(element.value, Object.keys(element.options))
    if (element.type === TYPE.tag) choices.set(element.value, [content => content.join('')])
    if ('children' in element) element.children.forEach(visit)
    if ('options' in element) {
      for (const option of Object.values(element.options)) option.value.forEach(visit)
    }
  }
  elements.forEach(visit)
  return choices
}

function combinations(choices: Map<string, Value[]>): Record<string, Value>[] {
  return [...choices].reduce<Record<string, Value>[]>(
    (all, [name, values]) => all.flatMap(each => values.map(value => ({ ...each, [name]: value }))),
    [{}],
  )
}
