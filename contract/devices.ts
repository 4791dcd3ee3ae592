import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './input/text.ts'
import { count, instant } from './scalars.ts'

export const endDevice = endpoint('DELETE', 'account', '/devices/:id', {
  policy: 'customer',
  summary:
    'Signs a browser or app out; its tokens are refused within a second. The device of this session: 409, because it signs itself out',
  params: z.object({ id: text({ min: 1, max: 100 }) }),
  errors: ['not-found', 'conflict'],
})

export const endOtherDevices = endpoint('POST', 'account', '/devices/end-others', {
  policy: 'customer',
  summary: 'Signs all other browsers and apps out; this session stays',
  answer: z.object({ ended: count }),
})

const signIn = z.object({
  /** The accessId of its entries in the journal. */
  id: z.string(),
  /** 'web', or the id of an app. */
  client: z.string(),
  /** Browser and system, 'Firefox, Windows'; null where they are not known. */
  label: z.string().nullable(),
  signedInAt: instant,
  /** How the customer proved who they are last (RFC 8176); open. */
  methods: z.array(z.string()),
  /** Since when it has no access; null while it has. */
  endedAt: instant.nullable(),
})
export type DeviceSignIn = z.infer<typeof signIn>

export const getDeviceSignIns = endpoint('GET', 'account', '/devices', {
  policy: 'customer',
  isNeverStored: true,
  summary:
    'When and how browsers and apps signed in, and when their access ended; the latest 200 of the last 60 days',
  answer: z.object({ devices: z.array(signIn) }),
})
