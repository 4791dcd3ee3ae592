import { expect, test } from 'vitest'
import { readBounce } from './bounce.ts'
import { createBounceAddress, parseBounceAddress } from './bounce-address.ts'

const report = (groups: string[], type = 'message/delivery-status', encoding = '7bit') =>
  Buffer.from(
    [
      'Subject: Delivery Status Notification (Failure)',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Action: failed',
      '--b',
      `Content-Type: ${type}`,
      `Content-Transfer-Encoding: ${encoding}`,
      '',
      encoding === 'base64'
        ? Buffer.from(groups.join('\r\n\r\n')).toString('base64')
        : groups.join('\r\n\r\n'),
      '--b--',
    ].join('\r\n'),
  )
const mta = 'Reporting-MTA: dns; mx.example'
const failed = 'Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.2.2'

test.each([
  ['as Postfix writes it', report([`X-Postfix-Queue-ID: 4F\r\n${mta}`, failed]), '5.2.2'],
  ['in base64', report([mta, failed], 'message/delivery-status', 'base64'), '5.2.2'],
  ['with names in capitals', report([mta, failed.toUpperCase()], 'Message/Delivery-Status'), '5.2.2'],
  ['of the second recipient', report([mta, failed.replace('failed', 'delivered'), failed]), '5.2.2'],
  ['with a comment', report([mta, failed.replace('5.2.2', '5.1.10 (RESOLVER.ADR)')]), '5.1.10'],
  [
    'with a line that goes on',
    report([mta, failed.replace('Action: failed', 'Action:\r\n failed')]),
    '5.2.2',
  ],
  ['of international addresses', report([mta, failed], 'message/global-delivery-status'), '5.2.2'],
  ['without a code', report([mta, failed.replace('5.2.2', 'none')]), null],
])('0086 a report %s', async (_, raw, status) => {
  expect(await readBounce(raw)).toEqual({ status })
})

test.each([
  ['of a delay', report([mta, failed.replace('failed', 'delayed')])],
  ['whose mail only says failed', report([`${mta}\r\nAction: failed`])],
  ['that is text', report([mta, failed], 'text/plain')],
  ['that is empty', Buffer.alloc(0)],
  ['that is no mail', Buffer.from([0, 255, 13, 10, 13, 10, 0])],
])('0086 a mail %s is no bounce', async (_, raw) => {
  expect(await readBounce(raw)).toBeNull()
})

test('0086 the address names the mail, in any case, at its domain only', () => {
  const id = '0b8ad0b2-97a4-4e1c-9d9a-5c6f2f1f9a01'
  const address = createBounceAddress(id, 'bounce.example')
  expect(parseBounceAddress(address.toUpperCase(), 'bounce.example')).toBe(id)
  for (const other of [
    address.replace('bounce.example', 'example'),
    `${address}@bounce.example`,
    'bounce+@bounce.example',
    '',
  ])
    expect(parseBounceAddress(other, 'bounce.example')).toBeNull()
})
