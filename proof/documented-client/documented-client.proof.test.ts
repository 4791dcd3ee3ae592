import { test } from 'vitest'
import * as accountFlows from './account-flows.ts'
import * as archiveFlows from './archive-flows.ts'
import { Client } from './client.ts'
import * as libraryFlows from './library-flows.ts'
import { startProduct, type World } from './product-world.ts'

type Flow = (client: Client, world: World) => Promise<void>

const FLOWS: Record<string, Flow> = { ...libraryFlows, ...archiveFlows, ...accountFlows }

test.each(Object.entries(FLOWS))(
  'RV-1104 a client that was written from the two documents alone: %s',
  async (_name, flow) => {
    await using resources = new AsyncDisposableStack()
    const { world, options } = await startProduct(resources)
    await flow(new Client(options), world)
  },
)
