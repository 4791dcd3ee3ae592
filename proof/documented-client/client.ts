import { accountCalls } from './account-client.ts'
import { caller } from './caller.ts'
import { libraryCalls } from './library-client.ts'
import type { ClientOptions } from './product-world.ts'

/** The calls of both documents, for one customer. */
export class Client {
  readonly options: ClientOptions
  readonly library: ReturnType<typeof libraryCalls>
  readonly account: ReturnType<typeof accountCalls>

  constructor(options: ClientOptions) {
    this.options = options
    this.library = libraryCalls(caller(options), options)
    this.account = accountCalls(caller(options))
  }

  /** The same calls for somebody else; an empty access token sends none. */
  as(accessToken: () => Promise<string>) {
    return new Client({ ...this.options, accessToken })
  }
}
