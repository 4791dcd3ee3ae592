import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html } from '#html/html.ts'
import { createChannelPage, HTML } from '../brand-page.ts'
import { CALL_BEHAVIOURS, type CallBehaviour, type Shop } from '../context.ts'
import { PageError } from '../page-error.ts'
import { type Page, renderDocument } from '../pages/page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from '../visitor.ts'

const FORM = 'outbox'
const PATH = '/back-office/outbox'

const behaviourForm = z.object({ check: z.string(), behaviour: z.enum(CALL_BEHAVIOURS) })

/** Mounts the page of the back office that chooses how the shop answers Keepsake's calls. */
export function mountOutboxOffice(app: FastifyInstance, shop: Shop): void {
  app.get(PATH, async (request, reply) => {
    const csrfToken = createCsrfToken(shop, FORM, ensureVisitor(request, reply))
    const { behaviour } = shop.calls
    return reply.type(HTML).send(renderOutboxPage(createChannelPage(shop, ''), { behaviour, csrfToken }))
  })
  app.post(PATH, async (request, reply) => {
    const { data } = behaviourForm.safeParse(request.body)
    if (!data) throw new PageError('missing')
    requireSameOrigin(shop, request, FORM, readVisitor(request) ?? '', data.check)
    shop.calls.behaviour = data.behaviour
    return reply.redirect(PATH, 303)
  })
}

function renderOutboxPage(
  page: Page,
  { behaviour, csrfToken }: { behaviour: CallBehaviour; csrfToken: string },
): string {
  const { text } = page
  const title = text('outbox.title')
  const content = html`<h1>${title}</h1>
<p class="secondary">${text('outbox.text')}</p>
<p class="notice" role="status">${text(`outbox.is.${behaviour}`)}</p>
<form method="post" action="${PATH}" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
${CALL_BEHAVIOURS.map(
  each =>
    html`<button class="quiet" name="behaviour" value="${each}"${each === behaviour && html` disabled`}>${text(`outbox.become.${each}`)}</button>`,
)}
</form>
<p><a class="plain" href="/back-office">${text('office.title')}</a></p>`
  return renderDocument(page, title, content)
}
