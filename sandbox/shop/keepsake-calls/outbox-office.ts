import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html } from '#html/html.ts'
import { CALL_BEHAVIOURS, type Shop } from '../context.ts'
import { mountOfficeForm, mountOfficePage, OFFICE_PATH, renderButtons, renderOfficePage } from '../office.ts'

const PATH = `${OFFICE_PATH}/outbox`

/** Mounts the page of the back office that chooses how the shop answers Keepsake's calls. */
export function mountOutboxOffice(app: FastifyInstance, shop: Shop): void {
  mountOfficePage(app, shop, PATH, page => {
    const { text } = page
    const buttons = CALL_BEHAVIOURS.map(value => ({
      value,
      label: text(`outbox.become.${value}`),
      isDisabled: value === shop.calls.behaviour,
    }))
    const content = html`<p class="secondary">${text('outbox.text')}</p>
<p class="notice" role="status">${text(`outbox.is.${shop.calls.behaviour}`)}</p>
${page.form(PATH, renderButtons('behaviour', buttons))}`
    return renderOfficePage(page, text('outbox.title'), content)
  })
  mountOfficeForm(app, shop, PATH, {
    fields: z.object({ behaviour: z.enum(CALL_BEHAVIOURS) }),
    act: async ({ behaviour }) => {
      shop.calls.behaviour = behaviour
      return PATH
    },
  })
}
