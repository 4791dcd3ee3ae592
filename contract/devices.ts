import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './input/text.ts'
import { count } from './scalars.ts'

export const endDevice = endpoint({
  method: 'DELETE',
  service: 'account',
  path: '/devices/:id',
  policy: 'customer',
  summary:
    'Signs a browser or app out; its tokens are refused within a second. The device of this session: 409, because it signs itself out',
  params: z.object({ id: text({ min: 1, max: 100 }) }),
  errors: ['bad-request', 'not-found', 'conflict'],
})

export const endOtherDevices = endpoint({
  method: 'POST',
  service: 'account',
  path: '/devices/end-others',
  policy: 'customer',
  summary: 'Signs all other browsers and apps out; this session stays',
  answer: z.object({ ended: count }),
})
