import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Html, html } from '#html/html.ts'
import { createChannelPage } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { onFailure } from '../keepsake-client.ts'
import { PageError } from '../page-error.ts'
import { type Page, renderDocument } from '../pages/page.ts'

/** A page of the back office: a list of records, with what is known about each and what can be done. */
export interface OfficePage {
  /** The end of its address. */
  name: string
  title: string
  text: string
  /** Said of an empty list. */
  none?: string
  list(page: Page): readonly OfficeItem[] | Promise<readonly OfficeItem[]>
  /** Finds a record that the list may not show; the default is to look in the list. */
  find?(page: Page, id: string): OfficeItem | undefined
}

export interface OfficeItem {
  id: string
  title: string
  facts: readonly (Html | string | false | undefined)[]
  forms?: readonly OfficeForm[]
  /** Shown on a page of its own. */
  moreForms?: readonly OfficeForm[]
}

interface OfficeForm<A extends string = string, F extends z.ZodObject = z.ZodObject> {
  /** Shown in their sequence; a default is what a field begins with. */
  fields: F
  /** What other fields begin with. */
  values?: Readonly<Record<string, string>>
  actions: readonly A[]
  isDisabled?(action: A): boolean
  /** Wrong fields are not possible. */
  act(action: A, fields: z.output<F>): Outcome
}

/** What a form has brought about; without a result it is done. */
type Outcome = OfficeResult | undefined | Promise<OfficeResult | undefined>

/** Creates a form with a button for each action. */
export const createForm = <A extends string, F extends z.ZodObject>(
  fields: F,
  form: Omit<OfficeForm<A, F>, 'fields'>,
): OfficeForm => ({ ...form, fields }) as OfficeForm<A, F>

/** Creates a form of buttons. */
export const createButtons = <A extends string>(
  actions: readonly A[],
  act: (action: A) => Outcome,
  isDisabled?: (action: A) => boolean,
): OfficeForm => createForm(z.object({}), { actions, act, isDisabled })

/** Outcomes of the forms: whether each is what was asked for, and its sentence. */
const RESULTS = {
  done: [true, 'Done.'],
  'sent-twice': [true, 'The same version was sent twice, and both calls were answered.'],
  'older-ignored': [true, 'The older version was sent last, and the library ignored it.'],
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
  about: z.string().optional().catch(undefined),
  result: z
    .enum(Object.keys(RESULTS) as OfficeResult[])
    .optional()
    .catch(undefined),
})
type LastForm = z.infer<typeof lastForm>

interface Identified {
  Params: { id: string }
}

/**
 * Mounts the back office, in the default brand: for each page a list, a page of each record, and its forms. It has no
 * authentication, so it is only for demos on a local machine.
 */
export function mountOffice(app: FastifyInstance, shop: Shop, pages: readonly OfficePage[]): void {
  const brandPage = () => createChannelPage(shop, '')
  const nav = html`<p class="buttons">${pages.map(
    ({ name, title }) => html`<a class="plain" href="${OFFICE_PATH}/${name}">${title}</a>\n`,
  )}</p>`
  app.get(OFFICE_PATH, (_, reply) => reply.redirect(`${OFFICE_PATH}/${pages[0]!.name}`))

  for (const officePage of pages) {
    const { name, title, text, none, list, find } = officePage
    const path = `${OFFICE_PATH}/${name}`
    const requireItem = async (id: string): Promise<OfficeItem> => {
      const item = find ? find(brandPage(), id) : (await list(brandPage())).find(each => each.id === id)
      if (!item) throw new PageError('missing')
      return item
    }
    app.get(path, async ({ query }) => {
      const items = await attempt(shop, () => list(brandPage()), null)
      const last = lastForm.parse(query)
      const isListed = items?.some(({ id }) => id === last.about)
      const content = html`<h1>${title}</h1>
<p class="secondary">${text}</p>
${nav}
${!isListed && renderResult(last)}
${items === null && html`<p class="alert" role="status">${RESULTS.failed[1]}</p>`}
${items?.length === 0 && html`<p class="notice">${none}</p>`}
<ul class="office">${items?.map(item => renderItem(path, item, last))}</ul>`
      return renderDocument(brandPage(), title, content)
    })
    app.get<Identified>(`${path}/:id`, async ({ params, query }) => {
      const item = await requireItem(params.id)
      const whole = { ...item, forms: listForms(item), moreForms: undefined }
      const content = html`<h1>${item.title}</h1>
${nav}
<ul class="office">${renderItem(path, whole, lastForm.parse(query))}</ul>`
      return renderDocument(brandPage(), item.title, content)
    })
    app.post<Identified>(`${path}/:id`, async ({ params: { id }, body }, reply) => {
      const { action = '', ...entered } = body as { action?: string }
      const send = async () => {
        const form = listForms(await requireItem(id)).find(({ actions }) => actions.includes(action))
        if (!form) throw new PageError('missing')
        const { success, data } = form.fields.safeParse(entered)
        return success ? form.act(action, data) : 'not-possible'
      }
      const result = (await attempt(shop, send, 'failed' as const)) ?? 'done'
      const query = new URLSearchParams({ about: id, result })
      const encodedId = encodeURIComponent(id)
      // A record that the list may not show is shown alone.
      return reply.redirect(`${path}${find ? `/${encodedId}` : ''}?${query}#${encodedId}`, 303)
    })
  }
}

/** Does work that calls Keepsake; resolves to `otherwise` when a call fails. */
const attempt = <T, O>({ log }: Shop, work: () => T | Promise<T>, otherwise: O): Promise<T | O> =>
  Promise.try(work).catch(
    onFailure(err => {
      log.warn({ err }, 'back office: call failed')
      return otherwise
    }),
  )

const listForms = ({ forms = [], moreForms = [] }: OfficeItem) => [...forms, ...moreForms]

const renderItem = (
  path: string,
  { id, title, facts, forms = [], moreForms }: OfficeItem,
  last: LastForm,
): Html =>
  html`<li id="${id}"><h2>${title}</h2>
${facts.map(fact => (typeof fact === 'string' ? html`<p class="secondary">${fact}</p>` : fact))}
${last.about === id && renderResult(last)}
${forms.map(form => renderForm(`${path}/${encodeURIComponent(id)}`, id, form))}
${moreForms && html`<a class="plain" href="${path}/${encodeURIComponent(id)}">More about it</a>`}</li>`

function renderResult({ result }: LastForm): Html | undefined {
  if (!result) return undefined
  const [isWanted, sentence] = RESULTS[result]
  return html`<p class="${isWanted ? 'notice' : 'alert'}" role="status">${sentence}</p>`
}

const renderForm = (path: string, id: string, { fields, values = {}, actions, isDisabled }: OfficeForm) =>
  html`<form method="post" action="${path}" class="office-form">
${Object.entries(fields.shape).map(([name, schema]) =>
  renderField(`${id}-${actions[0]}-${name}`, name, schema as z.ZodType, values[name]),
)}
<p class="buttons">${actions.map(
    action =>
      html`<button class="quiet" name="action" value="${action}"${isDisabled?.(action) && html` disabled`}>${toLabel(action)}</button>`,
  )}</p>
</form>`

/** Renders a field by its schema: a choice, a number or words; a description is its label. */
function renderField(id: string, name: string, schema: z.ZodType, value: string | undefined): Html {
  const isDefault = schema instanceof z.ZodDefault
  const inner = isDefault ? schema.unwrap() : schema
  const initial = value ?? (isDefault ? schema.def.defaultValue : '')
  const control =
    inner instanceof z.ZodEnum
      ? html`<select id="${id}" name="${name}">${inner.options.map(option => html`<option>${option}</option>`)}</select>`
      : html`<input id="${id}" name="${name}" value="${initial}" autocomplete="off" autocapitalize="none" spellcheck="false"${inner instanceof z.ZodNumber && html` type="number" step="any" required`}>`
  return html`<div class="field"><label for="${id}">${schema.description ?? toLabel(name)}</label>
${control}</div>`
}

/** Shows a name of the code: 'take-back' as 'Take back'. */
const toLabel = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`
