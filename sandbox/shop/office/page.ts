import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Html, html } from '#html/html.ts'
import { createChannelPage } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { KeepsakeError } from '../keepsake-client.ts'
import { PageError } from '../page-error.ts'
import { type Page, renderDocument } from '../pages/page.ts'

/** What a page of the back office shows: lists of records, with what is known about each and what can be done. */
export interface OfficePage {
  title: string
  text?: string
  links?: Html
  lists: readonly OfficeList[]
}

interface OfficeList {
  heading?: string
  /** Null when Keepsake gave no answer. */
  items: readonly OfficeItem[] | null
  /** Said of an empty list. */
  none?: string
}

export interface OfficeItem {
  id: string
  title: string
  facts: readonly (Html | string | false | undefined)[]
  forms?: readonly OfficeForm[]
}

export interface OfficeForm {
  action: string
  fields?: Html | false
  /** Each button submits the form with a value of this field, which it shows. */
  name: string
  buttons: readonly { value: string; isDisabled?: boolean }[]
}

/** Outcomes of the forms: whether each is what was asked for, and its sentence. */
const RESULTS = {
  done: [true, 'Done.'],
  'sent-twice': [true, 'The same version was sent twice, and both calls were answered.'],
  'older-ignored': [true, 'The older version was sent last, and the library ignored it.'],
  approved: [true, 'Approved: the gallery shows it.'],
  rejected: [true, 'Rejected: the gallery does not show it.'],
  'not-possible': [false, 'Not possible in this state.'],
  'older-stored': [false, 'The older version was sent last, and the library stored it.'],
  changed: [false, 'The customer has changed or removed it. Look again.'],
  failed: [false, 'The library gave no answer, or refused the call.'],
  'wrong-name': [false, 'Please use small letters, digits and hyphens, 40 at most.'],
  'wrong-secret': [false, 'This is no signing secret: it begins with whsec_'],
} as const
export type OfficeResult = keyof typeof RESULTS

export const OFFICE_PATH = '/back-office'

/** The last form: the record that it was about, and what it has brought about. */
const lastForm = z.object({
  about: z.string().default('').catch(''),
  result: z
    .enum(Object.keys(RESULTS) as OfficeResult[])
    .optional()
    .catch(undefined),
})
type LastForm = z.infer<typeof lastForm>

/**
 * Mounts a page of the back office, in the default brand. It has no authentication, so it is only for demos on a local machine.
 */
export function mountOfficePage(
  app: FastifyInstance,
  shop: Shop,
  path: string,
  describe: (page: Page, id: string) => OfficePage | Promise<OfficePage>,
): void {
  app.get<Identified>(path, async request => {
    const page = createChannelPage(shop, '')
    const { title, text, links, lists } = await describe(page, request.params.id ?? '')
    const form = lastForm.parse(request.query)
    const isListed = lists.some(({ items }) => items?.some(({ id }) => id === form.about))
    const last = { ...form, about: isListed ? form.about : '' }
    const content = html`<h1>${title}</h1>
${text && html`<p class="secondary">${text}</p>`}
${links}
${renderResult(last, '')}
${lists.map(list => renderList(list, last))}
${path !== OFFICE_PATH && html`<p><a class="plain" href="${OFFICE_PATH}">Back office</a></p>`}`
    return renderDocument(page, title, content)
  })
}

/** `id` of the address: the record that a page or a form is about. */
interface Identified {
  Params: { id?: string }
}

/**
 * Mounts a form of the back office, about a record or none. It leads to the page, by default that of all records, with what
 * `act` has brought about. Other fields are a missing page.
 */
export function mountOfficeForm<Fields>(
  app: FastifyInstance,
  path: string,
  {
    fields,
    page = path.replace('/:id', ''),
    act,
  }: {
    fields: z.ZodType<Fields>
    page?: string
    act: (fields: Fields, id: string) => OfficeResult | Promise<OfficeResult>
  },
): void {
  app.post<Identified>(path, async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, unknown>
    const { success, data } = fields.safeParse(body)
    if (!success) throw new PageError('missing')
    const { id = '' } = request.params
    const query = new URLSearchParams({ about: id, result: await act(data, id) })
    const name = encodeURIComponent(id)
    return reply.redirect(`${page.replace(':id', name)}?${query}#${name}`, 303)
  })
}

/** Lists what Keepsake has; null when it gives no answer. */
export async function listFromKeepsake(
  { log }: Pick<Shop, 'log'>,
  list: () => Promise<OfficeItem[]>,
): Promise<OfficeItem[] | null> {
  try {
    return await list()
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    log.warn({ err: error }, 'back office: Keepsake gave no answer')
    return null
  }
}

function renderList({ heading, items, none }: OfficeList, last: LastForm): Html {
  const tag = heading ? 'h3' : 'h2'
  const renderItem = ({ id, title, facts, forms = [] }: OfficeItem) =>
    html`<li id="${id}"><${tag}>${title}</${tag}>
${facts.map(fact => (typeof fact === 'string' ? html`<p class="secondary">${fact}</p>` : fact))}
${renderResult(last, id)}
${forms.map(form => renderForm(form))}</li>`
  return html`${heading && html`<h2>${heading}</h2>`}
${items === null && html`<p class="alert" role="status">${RESULTS.failed[1]}</p>`}
${items?.length === 0 && html`<p class="notice">${none}</p>`}
<ul class="office">${items?.map(renderItem)}</ul>`
}

function renderResult({ result, about }: LastForm, id: string): Html | undefined {
  if (!result || about !== id) return undefined
  const [isWanted, sentence] = RESULTS[result]
  return html`<p class="${isWanted ? 'notice' : 'alert'}" role="status">${sentence}</p>`
}

const renderForm = ({ action, fields, name, buttons }: OfficeForm): Html =>
  html`<form method="post" action="${action}" class="office-form">
${fields}
<p class="buttons">${buttons.map(
    ({ value, isDisabled }) =>
      html`<button class="quiet" name="${name}" value="${value}"${isDisabled && html` disabled`}>${toLabel(value)}</button>`,
  )}</p>
</form>`

/** Shows a name of the code: 'take-back' as 'Take back'. */
export const toLabel = (name: string): string =>
  `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`

/** Renders a text field without autocompletion. */
export const renderTextField = (id: string, name: string, label: string, hint?: string): Html =>
  html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" autocomplete="off" autocapitalize="none" spellcheck="false">
${hint && html`<p class="secondary">${hint}</p>`}</div>`
