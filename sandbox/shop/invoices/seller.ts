import type { Brand } from '#contract/brands.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'

type Seller = InvoiceDocument['seller']

/** Returns the company behind the brand's shop. A demo: the companies do not exist, their VAT ids are well-formed. */
export function getSeller({ name, country, id }: Brand): Seller {
  const { legalForm, vatId, ...address } = COMPANY_BY_COUNTRY[country]
  return {
    name: `${name} ${legalForm}`,
    address: { ...address, countryCode: country },
    vatId,
    email: `invoices@${id}.example`,
  }
}

/** Returns the standard rate, in hundredths of a percent. */
export const getVatRate = (country: Brand['country']): number => VAT_RATE_BY_COUNTRY[country]

/** Computes the VAT in a gross amount, rounded half up; `rate` in hundredths of a percent. */
export const computeVat = (gross: number, rate: number) => Math.round((gross * rate) / (10_000 + rate))

const VAT_RATE_BY_COUNTRY: Record<Brand['country'], number> = {
  AT: 2000,
  BE: 2100,
  DE: 1900,
  DK: 2500,
  ES: 2100,
  FR: 2000,
  GB: 2000,
  IE: 2300,
  IT: 2200,
  NL: 2100,
  NO: 2500,
  PT: 2300,
  SE: 2500,
}

interface Company {
  legalForm: string
  lines: string[]
  postalCode: string
  city: string
  vatId: string
}

const COMPANY_BY_COUNTRY: Record<Brand['country'], Company> = {
  AT: { legalForm: 'GmbH', lines: ['Druckgasse 4'], postalCode: '1070', city: 'Wien', vatId: 'ATU12345675' },
  BE: {
    legalForm: 'BV',
    lines: ['Drukpersstraat 9'],
    postalCode: '1000',
    city: 'Brussel',
    vatId: 'BE0123456749',
  },
  DE: {
    legalForm: 'GmbH',
    lines: ['Druckereiweg 12'],
    postalCode: '10969',
    city: 'Berlin',
    vatId: 'DE136695976',
  },
  DK: {
    legalForm: 'ApS',
    lines: ['Trykkerivej 3'],
    postalCode: '2100',
    city: 'København',
    vatId: 'DK13585628',
  },
  ES: {
    legalForm: 'S.L.',
    lines: ['Calle de la Imprenta 8'],
    postalCode: '28012',
    city: 'Madrid',
    vatId: 'ESB58378431',
  },
  FR: {
    legalForm: 'SAS',
    lines: ['5 rue de l’Imprimerie'],
    postalCode: '69002',
    city: 'Lyon',
    vatId: 'FR40303265045',
  },
  GB: {
    legalForm: 'Ltd',
    lines: ['1 Print Works'],
    postalCode: 'BS1 4XX',
    city: 'Bristol',
    vatId: 'GB980780684',
  },
  IE: {
    legalForm: 'Ltd',
    lines: ['2 Press Lane'],
    postalCode: 'D02 X285',
    city: 'Dublin',
    vatId: 'IE8473625E',
  },
  IT: {
    legalForm: 'S.r.l.',
    lines: ['Via della Stampa 6'],
    postalCode: '20121',
    city: 'Milano',
    vatId: 'IT00743110157',
  },
  NL: {
    legalForm: 'B.V.',
    lines: ['Drukkerijweg 7'],
    postalCode: '1012 AB',
    city: 'Amsterdam',
    vatId: 'NL123456782B12',
  },
  NO: {
    legalForm: 'AS',
    lines: ['Trykkeriveien 2'],
    postalCode: '0150',
    city: 'Oslo',
    vatId: 'NO995525828MVA',
  },
  PT: {
    legalForm: 'Lda',
    lines: ['Rua da Tipografia 10'],
    postalCode: '1200-109',
    city: 'Lisboa',
    vatId: 'PT502757191',
  },
  SE: {
    legalForm: 'AB',
    lines: ['Tryckerigatan 5'],
    postalCode: '111 29',
    city: 'Stockholm',
    vatId: 'SE123456789701',
  },
}
