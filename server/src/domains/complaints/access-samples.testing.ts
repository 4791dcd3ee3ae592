import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { jpeg } from '../../testing/pictures.ts'
import { placeSentOrder, report, reportForTests } from './complaints.testing.ts'

const COMPLAINTS = SERVICES.complaints

/** A complaint with a photo about a sent order, and a photo that is not sent. */
export const accessSamples: DomainAccessSamples = {
  async createData(server, customer) {
    const sentOrder = await placeSentOrder(server, customer.accountId)
    const complaint = randomUUID()
    const attach = async () =>
      customer.upload('a.jpg', await jpeg(), { purpose: 'complaint', complaintId: complaint })
    const { uploadId: attachment } = await attach()
    await report(customer, sentOrder, { attachmentIds: [attachment] }, complaint)
    const { uploadId: unsentAttachment } = await attach()
    return {
      sentOrder,
      sentProduct: `${sentOrder}-2`,
      complaint,
      attachment,
      unsentAttachment,
      newComplaint: randomUUID(),
    }
  },
  answerRetailerCalls(retailer) {
    retailer.on(sendComplaint, ({ params }) => ({ answer: { complaintId: params.complaintId! } }))
  },
  calls: {
    [`PUT ${COMPLAINTS}/v1/complaints/:complaintId`]: ({ sentOrder, sentProduct, newComplaint }) => ({
      params: [newComplaint],
      body: reportForTests(sentOrder!, { productCodes: [sentProduct!] }),
    }),
    [`GET ${COMPLAINTS}/v1/complaints`]: ({ sentOrder }) => ({ query: `orderCode=${sentOrder}` }),
    [`POST ${COMPLAINTS}/v1/complaints/:complaintId/messages`]: ({ complaint, newComplaint }) => ({
      params: [complaint],
      body: { messageId: newComplaint, text: 'One more thing.' },
    }),
    [`POST ${COMPLAINTS}/v1/complaints/:complaintId/close`]: ({ complaint }) => ({ params: [complaint] }),
    [`DELETE ${COMPLAINTS}/v1/attachments/:attachmentId`]: ({ unsentAttachment }) => ({
      params: [unsentAttachment],
    }),
  },
  serviceCalls: {
    [`PUT ${COMPLAINTS}/retailer/complaints/:complaintId`]: ({ complaint }) => ({
      params: [complaint],
      body: { version: 1, state: 'in-review' },
    }),
    [`GET ${COMPLAINTS}/retailer/complaints/:complaintId`]: ({ complaint }) => ({ params: [complaint] }),
    [`GET ${COMPLAINTS}/retailer/complaints`]: () => ({}),
    [`GET ${COMPLAINTS}/retailer/attachments/:attachmentId`]: ({ attachment }) => ({ params: [attachment] }),
  },
}
