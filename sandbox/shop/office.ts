import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Html, html } from '#html/html.ts'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { PageError } from './page-error.ts'
import { type Page, renderDocument } from './pages/page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from './visitor.ts'

/** Outcomes of the back office's forms, and whether each is what was asked for. */
const RESULTS = {
  done: true,
  'sent-twice': true,
  'older-ignored': true,
  approved: true,
  rejected: true,
  'not-possible': false,
  'older-stored': false,
  changed: false,
  failed: false,
  'wrong-name': false,
  'wrong-secret': false,
}
export type OfficeResult = keyof typeof RESULTS

/** A page of the back office while it is rendered. */
export interface OfficePage extends Page {
  /** Renders a form with its CSRF token. */
  form(action: string, content: Html, look?: 'buttons' | 'office-form'): Html
  /** Says what the last form has brought about, at the record that it was about; without one, at the head of the page. */
  renderResult(about?: string): Html | undefined
}

const FORM = 'back-office'
export const OFFICE_PATH = '/back-office'

const lastForm = z.object({
  about: z.string().default('').catch(''),
  result: z
    .enum(Object.keys(RESULTS) as OfficeResult[])
    .optional()
    .catch(undefined),
})

/** Mounts a page of the back office. It has no authentication, so it is only for demos on a local machine. */
export function mountOfficePage<Params extends object>(
  app: FastifyInstance,
  shop: Shop,
  path: string,
  render: (page: OfficePage, params: Params) => string | Promise<string>,
): void {
  app.get<{ Params: Params }>(path, async (request, reply) => {
    const csrfToken = createCsrfToken(shop, FORM, ensureVisitor(request, reply))
    const last = lastForm.parse(request.query)
    const page = createChannelPage(shop, '')
    const office: OfficePage = {
      ...page,
      form: (action, content, look = 'buttons') =>
        html`<form method="post" action="${action}" class="${look}">
<input type="hidden" name="check" value="${csrfToken}">
${content}
</form>`,
      renderResult: (about = '') =>
        last.result && last.about === about
          ? html`<p class="${RESULTS[last.result] ? 'notice' : 'alert'}" role="status">${page.text(`office.result.${last.result}`)}</p>`
          : undefined,
    }
    return reply.type(HTML).send(await render(office, request.params as Params))
  })
}

/** Mounts a form of the back office; it redirects to the address that `act` returns. Other fields are a missing page. */
export function mountOfficeForm<Params extends object, Fields>(
  app: FastifyInstance,
  shop: Shop,
  path: string,
  { fields, act }: { fields: z.ZodType<Fields>; act: (fields: Fields, params: Params) => Promise<string> },
): void {
  app.post<{ Params: Params }>(path, async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, FORM, readVisitor(request) ?? '', body.check)
    const { success, data } = fields.safeParse(body)
    if (!success) throw new PageError('missing')
    return reply.redirect(await act(data, request.params as Params), 303)
  })
}

/** Creates the address of a page with the result of a form, at the record that it was about. */
export function createResultAddress(path: string, result: OfficeResult, about = ''): string {
  const query = new URLSearchParams({ ...(about && { about }), result })
  return `${path}?${query}${about && `#${encodeURIComponent(about)}`}`
}

/** Renders buttons that submit a form with a value of one field. */
export const renderButtons = <Value extends string>(
  name: string,
  buttons: readonly { value: Value; label: string; isDisabled?: boolean | undefined }[],
): Html =>
  html`${buttons.map(
    ({ value, label, isDisabled }) =>
      html`<button class="quiet" name="${name}" value="${value}"${isDisabled && html` disabled`}>${label}</button>`,
  )}`

/** Renders a page of the back office that lists records below its title and explanation; null when Keepsake gave no answer. */
export function renderOfficeList(
  page: OfficePage,
  name: 'complaints' | 'gallery' | 'receivers' | 'refusals' | 'withdrawals',
  items: readonly Html[] | null,
  more?: Html,
): string {
  const { text } = page
  const content = html`<p class="secondary">${text(`${name}.text`)}</p>
${page.renderResult()}
${items === null && html`<p class="alert" role="status">${text('office.result.failed')}</p>`}
${items?.length === 0 && html`<p class="notice">${text(`${name}.none`)}</p>`}
<ul class="office">${items}</ul>
${more}`
  return renderOfficePage(page, text(`${name}.title`), content)
}

/** Renders a page of the back office with its title and the way back. */
export const renderOfficePage = (page: OfficePage, title: string, content: Html): string =>
  renderDocument(
    page,
    title,
    html`<h1>${title}</h1>
${content}
<p><a class="plain" href="${OFFICE_PATH}">${page.text('office.title')}</a></p>`,
  )
