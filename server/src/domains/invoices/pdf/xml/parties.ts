import type { AddressedInvoice, InvoiceDocument } from '#contract/invoice-document.ts'
import { toDateTime, toPostalAddress, type XmlNode } from './elements.ts'

/** Seller, buyer and their order references (BG-4, BG-7, BT-10, BT-13, BT-14). */
export function toAgreement({ seller, buyer, orders }: AddressedInvoice): XmlNode {
  const [order, ...otherOrders] = orders
  return {
    'ram:BuyerReference': buyer.reference,
    'ram:SellerTradeParty': {
      ...toParty(seller, seller.legalNotice),
      'ram:SpecifiedTaxRegistration': [
        ...toTaxRegistration('VA', seller.vatId),
        ...toTaxRegistration('FC', seller.taxNumber),
      ],
    },
    'ram:BuyerTradeParty': {
      ...toParty(buyer),
      'ram:SpecifiedTaxRegistration': toTaxRegistration('VA', buyer.vatId),
    },
    // Only one order is allowed here; each line has the order it belongs to.
    'ram:SellerOrderReferencedDocument':
      order !== undefined && otherOrders.length === 0 ? { 'ram:IssuerAssignedID': order } : undefined,
    'ram:BuyerOrderReferencedDocument':
      buyer.purchaseOrder === undefined ? undefined : { 'ram:IssuerAssignedID': buyer.purchaseOrder },
  }
}

/** Place and date of the delivery (BG-13). */
export function toDelivery({ delivery }: InvoiceDocument): XmlNode {
  const hasPlace = delivery?.name !== undefined || delivery?.address !== undefined
  return {
    'ram:ShipToTradeParty': hasPlace
      ? {
          'ram:Name': delivery.name,
          'ram:PostalTradeAddress': delivery.address && toPostalAddress(delivery.address),
        }
      : undefined,
    'ram:ActualDeliverySupplyChainEvent':
      delivery?.date === undefined ? undefined : { 'ram:OccurrenceDateTime': toDateTime(delivery.date) },
  }
}

type Party = AddressedInvoice['seller'] | AddressedInvoice['buyer']

/** Returns a party up to its tax registrations, in the order of the schema. */
function toParty({ name, registration, address, email, ...rest }: Party, legalNotice?: string): XmlNode {
  return {
    'ram:Name': name,
    'ram:Description': legalNotice,
    'ram:SpecifiedLegalOrganization': registration === undefined ? undefined : { 'ram:ID': registration },
    'ram:DefinedTradeContact': toContact({ email, ...rest }),
    'ram:PostalTradeAddress': toPostalAddress(address),
    'ram:URIUniversalCommunication':
      email === undefined ? undefined : { 'ram:URIID': { '@schemeID': 'EM', '#': email } },
  }
}

function toContact({ contactName, phone, email }: Pick<Party, 'contactName' | 'phone' | 'email'>) {
  if (contactName === undefined && phone === undefined && email === undefined) return undefined
  return {
    'ram:PersonName': contactName,
    'ram:TelephoneUniversalCommunication': phone === undefined ? undefined : { 'ram:CompleteNumber': phone },
    'ram:EmailURIUniversalCommunication': email === undefined ? undefined : { 'ram:URIID': email },
  }
}

const toTaxRegistration = (schemeID: 'VA' | 'FC', id: string | undefined): XmlNode[] =>
  id === undefined ? [] : [{ 'ram:ID': { '@schemeID': schemeID, '#': id } }]
