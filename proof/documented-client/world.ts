/** What only the outside can do. Every flow gets its own world, with a new customer who owns nothing. */
export interface World {
  /** The signed-in consumer, to whom the client's access token belongs. */
  me: Person
  /** The vendor's channel, the vendor's id and the host domain. */
  channel: string
  vendorId: string
  host: string
  /** The service's clock, in milliseconds. */
  now(): number
  /** Moves the service's clock and lets the work run that is due by then. */
  advance(ms: number): Promise<void>
  /** Adds photos: the n-th is taken n seconds after takenAt, or has no date without it. */
  addPhotos(count: number, options?: { takenAt?: string; person?: Person }): Promise<void>
  /** Shares an album of the customer and gives the id of the shared album. */
  shareAlbum(albumId: string, participant: Person): Promise<string>
  /** Puts the customer's library into the state that reactivation starts from. */
  deactivateLibrary(): Promise<void>
  /** Places an order of one product for the customer. */
  placeOrder(order?: { product?: 'prints' | 'map' | 'widget'; status?: OrderStatus }): Promise<PlacedOrder>
  saveProject(): Promise<void>
  /** Issues an invoice to a business and gives the id of its invoice group file. */
  issueInvoice(person: Person): Promise<string>
  /** Puts a voucher offer up and gives its option code. */
  offerVoucher(): Promise<string>
  /** The name of a running campaign. */
  campaignName(): Promise<string>
  /** Leaves a picture of a project, without an account that of an anonymous visitor, and gives its upload id. */
  addUpload(accountId?: string): Promise<string>
  /** Signs an e-mail address up for the newsletter. */
  subscribe(email: string): Promise<void>
  isSubscribed(email: string): Promise<boolean>
  /** What the link of the latest mail of that kind carries: a confirmation token, or the id of an export or a widget. */
  readMailedToken(kind: MailKind, email: string): Promise<string>
  secondCustomer(): Promise<Person>
  businessCustomer(): Promise<Person>
}

export type MailKind = 'deleteAccount' | 'emailChange' | 'subscription' | 'export' | 'widgetShare'
export type OrderStatus =
  | 'Received'
  | 'Confirmed'
  | 'ProductionStarted'
  | 'ProductionCompleted'
  | 'Dispatched'
  | 'Cancelled'
export type PlacedOrder = { superOrderCode: string; productCode: string; articleName: string }
export type Person = {
  accessToken: () => Promise<string>
  accountId: string
  email: string
  idpType: string
  idpSub: string
}
