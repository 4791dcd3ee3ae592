import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './input/text.ts'
import { count } from './scalars.ts'

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
