import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { getRefusals, type RetailerRefusal } from '#contract/retailer-refusals.ts'
import { html } from '#html/html.ts'
import { CALL_BEHAVIOURS, type Shop } from '../context.ts'
import type { Page } from '../pages/page.ts'
import { listFromKeepsake, mountOfficeForm, mountOfficePage, OFFICE_PATH, type OfficeItem } from './page.ts'

const OUTBOX_PATH = `${OFFICE_PATH}/outbox`

/** Mounts the pages about the calls between the library and the shop: how the shop answers, and what Keepsake refused and why. */
export function mountCallsPages(app: FastifyInstance, shop: Shop): void {
  mountOfficePage(app, shop, OUTBOX_PATH, () => {
    const buttons = CALL_BEHAVIOURS.map(value => ({
      value,
      isDisabled: value === shop.calls.behaviour,
    }))
    const item = {
      id: 'behaviour',
      title: `Every call: ${shop.calls.behaviour}`,
      facts: [],
      forms: [{ action: OUTBOX_PATH, name: 'behaviour', buttons }],
    }
    return {
      title: 'Outbox behaviour',
      text: 'How this shop answers the calls of the library: address changes, cancellations, withdrawals and reports. It accepts them again after a restart.',
      lists: [{ items: [item] }],
    }
  })
  mountOfficeForm(app, OUTBOX_PATH, {
    fields: z.object({ behaviour: z.enum(CALL_BEHAVIOURS) }),
    act({ behaviour }) {
      shop.calls.behaviour = behaviour
      return 'done'
    },
  })
  mountOfficePage(app, shop, `${OFFICE_PATH}/refusals`, async page => ({
    title: 'Refused data',
    text: 'What the library did not accept, or stored with problems, and why, the newest first. A version that is accepted later removes it from this list.',
    lists: [
      {
        items: await listFromKeepsake(shop, async () => {
          const { items } = await shop.keepsake.call(getRefusals, {})
          return items.map(each => describeRefusal(page, each))
        }),
        none: 'Nothing is refused.',
      },
    ],
  }))
}

function describeRefusal({ dateTime }: Page, refusal: RetailerRefusal): OfficeItem {
  const { service, method, path, status, code, message, fields, count, firstAt, lastAt } = refusal
  const title = `${method} ${decodeURIComponent(path)}`
  return {
    id: title,
    title,
    facts: [
      html`<p><strong>${status} ${code}</strong> <span class="secondary">${dateTime(lastAt)}</span></p>`,
      html`<p>${message}</p>`,
      Object.entries(fields)
        .map(([field, issue]) => `${field}: ${issue}`)
        .join(' · '),
      `Tries of ${service}: ${count}, the first on ${dateTime(firstAt)}`,
    ],
  }
}
